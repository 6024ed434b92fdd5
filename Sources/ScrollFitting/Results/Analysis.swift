import Recordings

/// Everything a report of `fit` prints.
package struct Analysis: Equatable, Sendable {
  package var recordings: [RecordingSummary]
  package var fits: [Fit]
  /// The transition of a deceleration to a bounce at an edge, of recordings taken as sessions.
  package let crossings: [EdgeCrossing]
  /// Constants of the same phase on x and y, of recordings taken as sessions.
  package let comparisons: [AxisComparison]
  /// The parameters that several recordings or phases share, where asked for.
  package let joint: [JointEstimate]
  /// Each parameter over the recordings that were fitted with one model, where there are several.
  package let across: [AcrossRecordings]

  package init(
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
package struct RecordingSummary: Equatable, Sendable, OfRecording {
  package let source: String
  package let series: String?
  package let format: String
  /// The first time stamp's raw value, s; nil where the recording has no times.
  package let timeOrigin: Double?
  /// The usual time between frames, s; nil where the recording has no times.
  package let frameInterval: Double?
  /// Hz; nil where frames come at a variable or an unusual rate, or the recording has no times.
  package let frameRate: Double?
  /// True if frames come at a variable rate.
  package let isFrameRateVariable: Bool
  package let droppedFrames: Int
  /// The longest time between two samples, s; nil where the recording has no times.
  package let longestGap: Double?
  /// The pixel grid by axis; absent for none.
  package let quantizationStep: [Axis: Double]
  /// The content's edges by axis where they are known; an infinite side is not.
  package let edges: [Axis: ClosedRange<Double>]
  package let phases: [PhaseSummary]
  package let cleaning: [Trace.Cleaning]
  package let notices: [Notice]
  /// The unit of offsets: `pt` or `px`.
  package let unit: String
  /// The offsets over time, thinned; empty where no picture was asked for.
  package var overview: [Axis: PlaneCurve]
  /// The finger's travel over time while it touched, thinned, a curve for each touch; empty where no picture was asked for.
  package var touches: [Axis: [PlaneCurve]] = [:]
  /// The gaps that frames were dropped in; empty where no picture was asked for.
  package var gaps: [FrameClock.Gap] = []

  /// The remarks about the recording, as sentences.
  package var warnings: [String] { notices.map(\.description) }

  /// The frames of a recording.
  package struct FrameFacts: Equatable, Sendable {
    /// The first time stamp's raw value, s; nil where the recording has no times.
    package var timeOrigin: Double?
    /// The usual time between frames, s; nil where the recording has no times.
    package var interval: Double?
    /// Hz; nil where frames come at a variable or an unusual rate.
    package var rate: Double?
    package var isRateVariable = false
    package var dropped = 0
    /// The longest time between two samples, s.
    package var longestGap: Double?

    package init(
      timeOrigin: Double? = nil, interval: Double? = nil, rate: Double? = nil, isRateVariable: Bool = false,
      dropped: Int = 0, longestGap: Double? = nil
    ) {
      self.timeOrigin = timeOrigin
      self.interval = interval
      self.rate = rate
      self.isRateVariable = isRateVariable
      self.dropped = dropped
      self.longestGap = longestGap
    }
  }

  package init(
    _ origin: Trace.FileOrigin, frames: FrameFacts = FrameFacts(), quantizationStep: [Axis: Double] = [:],
    edges: [Axis: ClosedRange<Double>] = [:], phases: [PhaseSummary],
    remarks: Trace.Remarks = Trace.Remarks(),
    unit: String = "pt", overview: [Axis: PlaneCurve] = [:]
  ) {
    source = origin.source
    series = origin.series
    format = origin.format
    timeOrigin = frames.timeOrigin
    frameInterval = frames.interval
    frameRate = frames.rate
    isFrameRateVariable = frames.isRateVariable
    longestGap = frames.longestGap
    droppedFrames = frames.dropped
    self.quantizationStep = quantizationStep
    self.edges = edges
    self.phases = phases
    cleaning = remarks.cleaning
    notices = remarks.notices
    self.unit = unit
    self.overview = overview
  }
}

/// A range of a recording on one axis.
package struct PhaseSummary: Equatable, Sendable {
  package let axis: Axis
  /// `whole` where the file was taken as one phase, `range` where the user gave one.
  package let kind: String
  package let from: Double
  package let fromError: Double?
  package let to: Double
  package let toError: Double?
  package let samples: Int
  /// The other explanations, most probable first.
  package let alternatives: [PhaseAlternative]
  /// The reason that it is this phase, in words.
  package let evidence: String

  package init(
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

/// Everything a report of `segment` prints: each recording and its phases.
package struct Segmentation: Equatable, Sendable {
  package let recordings: [RecordingSummary]

  package init(recordings: [RecordingSummary]) { self.recordings = recordings }
}

/// A line through points of a plane, to be drawn.
package struct PlaneCurve: Equatable, Sendable {
  package let x: [Double]
  /// As many as ``x``.
  package let y: [Double]

  package init(x: [Double], y: [Double]) {
    self.x = x
    self.y = y
  }
}

/// A deceleration that meets an edge and the bounce that follows: the articles let the bounce begin with the velocity that the
/// deceleration has at the edge, C/v₀ = 1.
package struct EdgeCrossing: Equatable, Sendable, OfRecording {
  package let source: String
  package let series: String?
  package let axis: Axis
  /// The time at which the bounce's curve passes the edge, s since the recording's first sample.
  package let time: Double
  /// The offset of the edge, in the recording's unit.
  package let offset: Double
  /// v₀ + k (x₀ − edge): of the deceleration at the edge.
  package let arrival: Estimate
  /// C: of the bounce at the edge.
  package let departure: Estimate
  /// C/v₀, its error from those of both fits, whose samples are not the same.
  package let ratio: Estimate

  package init(
    source: String, series: String?, axis: Axis, time: Double, offset: Double, arrival: Estimate,
    departure: Estimate,
    ratio: Estimate
  ) {
    self.source = source
    self.series = series
    self.axis = axis
    self.time = time
    self.offset = offset
    self.arrival = arrival
    self.departure = departure
    self.ratio = ratio
  }
}

/// One constant of the same phase on both axes, which are fitted apart.
package struct AxisComparison: Equatable, Sendable, OfRecording {
  package let source: String
  package let series: String?
  /// The kind of both phases, and when both go on, s.
  package let phase: String
  package let from: Double
  package let to: Double
  package let x: Estimate
  package let y: Estimate
  /// x − y, with its error and interval.
  package let difference: Estimate

  package init(
    source: String, series: String?, phase: String, from: Double, to: Double, x: Estimate, y: Estimate,
    difference: Estimate
  ) {
    self.source = source
    self.series = series
    self.phase = phase
    self.from = from
    self.to = to
    self.x = x
    self.y = y
    self.difference = difference
  }
}
