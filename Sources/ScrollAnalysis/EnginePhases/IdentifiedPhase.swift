import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// A phase as the catalogue is asked about it: its samples, and what is known beside them.
package struct IdentifiedPhase: Equatable, Sendable {
  let recording: RecordingName
  let axis: Axis
  private(set) var kind: PhaseKind
  private(set) var samples: Samples
  private(set) var from: Double
  let to: Double
  let unit: String
  let quantizationStep: Double?
  /// The smallest difference the offsets can show.
  let resolution: Double
  /// The position at which it comes to rest, where that is known; nil where it is to be found.
  let rest: Double?
  /// The slope at the first sample, unit/s.
  let velocity: Double
  private(set) var context: EngineContext
  /// The times of the recorded frames since the first, s, where they come unevenly; else empty.
  private(set) var frameTimes: [Double]
  /// Units of offset in a device pixel; nil where nothing shows it.
  let pixel: Double?
  /// The maximum time between the motion's beginning and the first sample, s.
  private(set) var latestStart: Double
  /// The same where what is taken for the finger before it may be the motion itself.
  var latestOpenStart = 0.0
  /// The relative standard error of the rate of the times (``Trace/rateError``).
  let rateError: Double
  /// The largest error of the finger's travel, in the unit of offsets; 0 where it is counted from the edge, and without a finger.
  var travelError = 0.0
  /// True if a finger may have moved the content: no touch is recorded, and the samples are a drag's too.
  var mayBeDrag = false
  /// True if the segmentation has it as a drag, in whole or up to a late sample, and the speed shows a release (``ReleaseCorner``).
  var isOfShownRelease = false

  /// The distance of a model's start before the first abscissa: of an overscroll drag in the finger's travel, else in time.
  var start: Parameter {
    kind == .rubberBand ? .travelOffset(within: travelError) : .startTime(upTo: latestStart)
  }

  /// Returns true if a model's curve through the samples depends on where it starts, and that is not known.
  func needsStart(_ model: some EngineModel) -> Bool {
    kind == .rubberBand ? travelError > 0 : !model.isTimeInvariant && latestStart > 0
  }

  /// The size of ``start``.
  var startSize: Double { kind == .rubberBand ? max(travelError, resolution) : context.frameInterval }

  /// The rows of the catalogue that are compared.
  var enginePhases: [EnginePhase] {
    switch kind {
    case .deceleration: [.fling]
    case .bounce, .unknownReturn: [.bounce]
    case .snap: [.snap, .bounce]
    case .rubberBand: [.overscroll]
    // A program's animation, where no finger is known of.
    case .drag, .programmatic: [.snap]
    case .rest, .jump, .constantVelocity, .wheel: []
    }
  }

  var travel: Double { samples.range.travel }

  /// The difference of two curves that the recording can show, in the unit of offsets.
  var step: Double { max(resolution, 1e-9 * travel) }

  /// The contexts in which a model may have made it: with frames that take the same time, and with the recorded ones where these do not and
  /// the model goes by them. A recorder that misses frames shows more uneven ones than the engine had.
  func contexts(of model: some EngineModel) -> [EngineContext] {
    guard !frameTimes.isEmpty, model.followsFrameTimes else { return [context] }
    var uneven = context
    uneven.frameTimes = frameTimes
    return [context, uneven]
  }

  /// The same phase of 24 samples and of 1024, spread evenly from the first to the last, where it has more than twice as many.
  var sketches: [IdentifiedPhase] {
    [24, 1024].filter { 2 * $0 < samples.abscissas.count }.map { count in
      let last = samples.abscissas.count - 1
      let chosen = (0..<count).map { $0 * last / (count - 1) }
      var sketch = self
      sketch.samples = Samples(
        abscissas: chosen.map { samples.abscissas[$0] }, observations: chosen.map { samples.observations[$0] }
      )
      return sketch
    }
  }

  /// The same phase as a fling.
  var asFling: IdentifiedPhase {
    var phase = self
    phase.kind = .deceleration
    return phase
  }

  /// The same phase, which may have begun whenever the content was not at rest before it.
  var withOpenStart: IdentifiedPhase {
    var phase = self
    phase.latestStart = max(latestStart, latestOpenStart)
    phase.context.horizon += phase.latestStart - latestStart
    return phase
  }

  /// The same phase from its second sample on; nil for one with too few.
  var withoutFirst: IdentifiedPhase? {
    guard samples.abscissas.count > 2 else { return nil }
    let step = samples.abscissas[1] - samples.abscissas[0]
    var phase = self
    phase.samples = Samples(
      abscissas: samples.abscissas.dropFirst().map { $0 - step },
      observations: Array(samples.observations.dropFirst()))
    phase.frameTimes = frameTimes.dropFirst().map { $0 - step }
    (phase.from, phase.latestStart) = (from + step, latestStart + step)
    return phase
  }

  /// The initial value of a number of the state.
  func start(of name: String) -> Double {
    let first = samples.observations.first ?? 0
    let last = samples.observations.last ?? 0
    switch name {
    case Parameter.initialOffset.name: return first
    case Parameter.initialVelocity.name: return velocity
    case Parameter.rest.name: return rest ?? last
    case Parameter.displacement.name: return first - (rest ?? last)
    default: return context.dimension
    }
  }

  /// The lower bound of a number of the state, in its own unit.
  func size(of parameter: Parameter) -> Double {
    parameter.unit == "pt/s" ? max(velocity.magnitude, travel) : max(travel, resolution)
  }

  /// Returns true if a number of the state is known.
  func isKnown(_ name: String) -> Bool { name == Parameter.rest.name && rest != nil }
}
