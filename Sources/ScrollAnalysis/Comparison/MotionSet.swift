import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// One side of a comparison: the motions of a set of recordings that follow models, each fitted under every model
/// it may follow.
///
/// Everything a comparison needs of a side is in here, so that a side can be kept in a file (a baseline) and
/// compared later to the same verdict.
package struct MotionSet: Equatable, Sendable {
  /// The name that the user gave: the path of the file or folder.
  package let name: String
  /// The unit of lengths: `pt` or `px`.
  package let unit: String
  /// Device pixels to a ``unit``, the most of any recording; nil where none names it.
  package let pixels: Double?
  package let motions: [RecordedMotion]
  /// The moments in which a recording stops at an edge, for a comparison with an engine; empty for a baseline.
  package let edgeStops: [EdgeStop]
  /// The ends of its flings.
  package let flingEnds: [FlingEnd]
  /// The phases of free motion of its recordings, for a comparison with an engine's own curves; empty for a baseline.
  let identified: [IdentifiedPhase]
  /// The engines of the catalogue whose curves its flings follow (``FollowedCurve``); those of a baseline are kept, for a comparison with another set.
  package internal(set) var followedEngines: [FollowedEngine]
  package let notices: [Notice]
  /// The sentences of ``notices``.
  package var warnings: [String] { notices.map(\.description) }

  package init(
    name: String, unit: String, pixels: Double?, motions: [RecordedMotion], edgeStops: [EdgeStop] = [],
    flingEnds: [FlingEnd] = [], identified: [IdentifiedPhase] = [], followedEngines: [FollowedEngine] = [],
    notices: [Notice] = []
  ) {
    self.name = name
    self.unit = unit
    self.pixels = pixels
    self.motions = motions
    self.edgeStops = edgeStops
    self.flingEnds = flingEnds
    self.identified = identified
    self.followedEngines = followedEngines
    self.notices = notices
  }

  /// The kinds of its phases, each once, in the order of ``PhaseKind``.
  package var phases: [PhaseKind] {
    PhaseKind.allCases.filter { kind in motions.contains { $0.phase == kind } }
  }

  func motions(_ phase: PhaseKind) -> [RecordedMotion] { motions.filter { $0.phase == phase } }

  /// Its flings as the samples of the recordings.
  var flings: [IdentifiedPhase] { identified.filter { $0.kind == .deceleration } }

  /// The set without the motions that a finger may have made, where most flings are none: such a motion is compared with an engine by the
  /// engine's curve alone.
  var withoutPossibleDrags: MotionSet {
    guard 2 * flings.count(where: \.mayBeDrag) < flings.count else { return self }
    return with(motions.filter { !$0.mayBeDrag })
  }

  /// The set with other motions.
  func with(_ motions: [RecordedMotion]) -> MotionSet {
    MotionSet(
      name: name, unit: unit, pixels: pixels, motions: motions, edgeStops: edgeStops, flingEnds: flingEnds,
      identified: identified, followedEngines: followedEngines, notices: notices)
  }
}

/// One fling, bounce, snap or pull of a recording.
package struct RecordedMotion: Equatable, Sendable, OfRecording {
  package let phase: PhaseKind
  package let source: String
  package let series: String?
  package let axis: Axis
  /// |v₀| of the simplest model, in units of length a second; nil for a model without a velocity.
  package let speed: Double?
  /// Travel of the finger of a drag beyond the edge, or how far a return moves, in units of length; nil for a fling and
  /// where it is not known.
  package let travel: Double?
  /// The values of the keys that recordings are grouped by, of those that this one has: `os` to `17.2`.
  package let groups: [String: String]
  /// Every model that was fitted, in the order of ``MotionModel/all``; not empty.
  package let models: [ModelFit]
  /// True if a finger may have moved the content (``IdentifiedPhase/mayBeDrag``); false for a baseline.
  let mayBeDrag: Bool

  package init(
    phase: PhaseKind, source: String, series: String?, axis: Axis, speed: Double?,
    travel: Double? = nil, groups: [String: String] = [:],
    models: [ModelFit], mayBeDrag: Bool = false
  ) {
    self.phase = phase
    self.source = source
    self.series = series
    self.axis = axis
    self.speed = speed
    self.travel = travel
    self.groups = groups
    self.models = models
    self.mayBeDrag = mayBeDrag
  }
}

/// The constants of a model as one motion shows them.
package struct ModelFit: Equatable, Sendable {
  package let model: MotionModel
  package let aicc: Double
  /// The lack of fit beyond quantization, as a share of the motion's travel; 0 where the model
  /// holds.
  package let lackOfFit: Double
  /// The degrees of freedom of the standard errors; nil for a known variance.
  package let degreesOfFreedom: Double?
  package let constants: [Constant]
  /// The correlations of every pair of constants: of the first with the second, with the third, …, of the second with the
  /// third, ….
  package let correlations: [Double]

  /// A number that belongs to the engine, not to the gesture: a damping, but not an initial velocity.
  package struct Constant: Equatable, Sendable {
    package let name: String
    package let unit: String
    package let value: Double
    package let standardError: Double

    package init(name: String, unit: String, value: Double, standardError: Double) {
      self.name = name
      self.unit = unit
      self.value = value
      self.standardError = standardError
    }
  }

  package init(
    model: MotionModel, aicc: Double, lackOfFit: Double, degreesOfFreedom: Double?, constants: [Constant],
    correlations: [Double]
  ) {
    self.model = model
    self.aicc = aicc
    self.lackOfFit = lackOfFit
    self.degreesOfFreedom = degreesOfFreedom
    self.constants = constants
    self.correlations = correlations
  }

  /// The model constants of a fit; nil where one of them is missing, or for a model without.
  init?(_ fit: Fit) {
    let parameters = fit.parameters.filter { ParameterName($0.name).role == .constant }
    let constants = parameters.compactMap { parameter -> Constant? in
      guard let error = parameter.standardError, error.isFinite, parameter.value.isFinite, !parameter.fixed
      else { return nil }
      return Constant(
        name: parameter.name, unit: parameter.unit, value: parameter.value,
        standardError: parameter.errorOfWideInterval(fit.intervals) ?? error)
    }
    guard !fit.model.isPolynomial, constants.count == parameters.count, !constants.isEmpty,
      fit.termination.converged, let aicc = fit.selection.aicc, aicc.isFinite
    else { return nil }
    let names = constants.map(\.name)
    let correlations = names.indices.flatMap { first in
      names[(first + 1)...].map { second in
        fit.correlations.first { $0.first == names[first] && $0.second == second }?.value ?? 0
      }
    }
    self.init(
      model: fit.model, aicc: aicc,
      lackOfFit: [.near, .fails].contains(fit.adequacy.verdict) ? fit.adequacy.relativeLackOfFit : 0,
      degreesOfFreedom: fit.intervals.degreesOfFreedom.map(Double.init), constants: constants,
      correlations: correlations)
  }
}

extension Estimate {
  /// The standard error that a normal estimate with this one's interval has, where that is more than twice as wide as the standard error
  /// says: another minimum of the sum of squares explains the samples too. Nil for other intervals.
  fileprivate func errorOfWideInterval(_ intervals: IntervalSummary) -> Double? {
    guard let interval, let standardError else { return nil }
    let distribution = StudentT(degreesOfFreedom: intervals.degreesOfFreedom.map(Double.init) ?? .infinity)
    let reach = max(interval.upperBound - value, value - interval.lowerBound)
    let error = reach / distribution.quantile(upperTail: (1 - intervals.confidence) / 2)
    return error.isFinite && error > 2 * standardError ? error : nil
  }
}
