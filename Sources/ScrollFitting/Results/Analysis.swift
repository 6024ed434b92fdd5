public import Recordings

/// Everything a report of `fit` prints.
public struct Analysis: Equatable, Sendable {
  public package(set) var recordings: [RecordingSummary]
  public package(set) var fits: [Fit]
  /// The transition of a deceleration to a bounce at an edge, of recordings taken as sessions.
  public let crossings: [EdgeCrossing]
  /// Constants of the same phase on x and y, of recordings taken as sessions.
  public let comparisons: [AxisComparison]
  /// The parameters that several recordings or phases share, where asked for.
  public let joint: [JointEstimate]
  /// Each parameter over the recordings that were fitted with one law, where there are several.
  public let across: [AcrossRecordings]

  public init(
    recordings: [RecordingSummary], fits: [Fit], crossings: [EdgeCrossing] = [],
    comparisons: [AxisComparison] = [], joint: [JointEstimate] = [], across: [AcrossRecordings] = []
  ) {
    self.recordings = recordings
    self.fits = fits
    self.crossings = crossings
    self.comparisons = comparisons
    self.joint = joint
    self.across = across
  }
}

/// The facts of a recording, before any model.
public struct RecordingSummary: Equatable, Sendable {
  public let source: String
  public let series: String?
  public let format: String
  /// The first time stamp's raw value, s; nil where the recording has no times.
  public let timeOrigin: Double?
  /// The usual time between frames, s; nil where the recording has no times.
  public let frameInterval: Double?
  /// Hz; nil where frames come at a variable or an unusual rate, or the recording has no times.
  public let frameRate: Double?
  /// True if frames come at a variable rate.
  public let isFrameRateVariable: Bool
  public let droppedFrames: Int
  /// The longest time between two samples, s; nil where the recording has no times.
  public let longestGap: Double?
  /// The pixel grid by axis; absent for none.
  public let grid: [Axis: Double]
  /// The content's edges by axis where they are known; an infinite side is not.
  public let edges: [Axis: ClosedRange<Double>]
  public let phases: [PhaseSummary]
  public let cleaning: [Trace.Cleaning]
  public let warnings: [String]
  /// The unit of offsets: `pt` or `px`.
  public let unit: String
  /// The offsets over time, thinned; empty where no picture was asked for.
  public package(set) var overview: [Axis: PlaneCurve]

  public init(
    source: String, series: String?, format: String, timeOrigin: Double?, frameInterval: Double?,
    frameRate: Double? = nil, isFrameRateVariable: Bool = false, droppedFrames: Int,
    longestGap: Double? = nil,
    grid: [Axis: Double], edges: [Axis: ClosedRange<Double>], phases: [PhaseSummary],
    cleaning: [Trace.Cleaning],
    warnings: [String], unit: String = "pt", overview: [Axis: PlaneCurve] = [:]
  ) {
    self.source = source
    self.series = series
    self.format = format
    self.timeOrigin = timeOrigin
    self.frameInterval = frameInterval
    self.frameRate = frameRate
    self.isFrameRateVariable = isFrameRateVariable
    self.longestGap = longestGap
    self.droppedFrames = droppedFrames
    self.grid = grid
    self.edges = edges
    self.phases = phases
    self.cleaning = cleaning
    self.warnings = warnings
    self.unit = unit
    self.overview = overview
  }
}

/// A range of a recording on one axis.
public struct PhaseSummary: Equatable, Sendable {
  public let axis: Axis
  /// `whole` where the file was taken as one phase, `range` where the user gave one.
  public let kind: String
  public let from: Double
  public let fromError: Double?
  public let to: Double
  public let toError: Double?
  public let samples: Int
  /// The other explanations, most probable first.
  public let alternatives: [PhaseAlternative]
  /// The reason that it is this phase, in words.
  public let evidence: String

  public init(
    axis: Axis, kind: String, from: Double, fromError: Double?, to: Double, toError: Double?, samples: Int,
    alternatives: [PhaseAlternative] = [], evidence: String
  ) {
    self.axis = axis
    self.kind = kind
    self.from = from
    self.fromError = fromError
    self.to = to
    self.toError = toError
    self.samples = samples
    self.alternatives = alternatives
    self.evidence = evidence
  }
}
