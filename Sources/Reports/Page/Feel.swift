import LeastSquares
import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

/// Two scroll views side by side on a page: the fitted constants, and an engine that the reader chooses.
struct Feel: Equatable {
  let own: FeelEngine
  let engines: [FeelEngine]
  /// The engines of the catalogue that have none of the own kinds of phase.
  let others: [String]
  /// The name of the engine that is chosen at first.
  let like: String
  let unit: String
  /// The viewport's length by which a rubber band is held, in units of length.
  let dimension: Double
  let toolkit: String
  /// The name of the gesture that is chosen at first; nil where the script chooses the one with the largest difference.
  let gesture: String?
  /// The names of the gestures of the recorded motions, of which the script chooses: within the recorded range where it is known.
  let recordedGestures: [String]
  var session: FeelSession?

  /// The content's length beyond its first viewport, in units of length.
  private static let length = 12_000.0

  /// Nil where nothing was fitted that the script can draw, or no engine has the same kinds of phase.
  init?(
    own: FeelEngine, other: FeelEngine? = nil, like: String?, unit: String, dimension: Double?,
    toolkit: Toolkit?, comparison: FeelComparison? = nil, session: FeelSession? = nil
  ) {
    let known = FeelEngine.catalogue(with: own.rows.keys)
    engines = (other.map { [$0] } ?? []) + known.engines.filter { $0.name != other?.name }
    others = known.others
    guard !own.rows.isEmpty, let first = engines.first else { return nil }
    self.own = own
    let names = engines.map(\.name)
    self.like = [like, "UIScrollView"].compactMap(\.self).first { names.contains($0) } ?? first.name
    self.unit = unit
    self.dimension = dimension ?? EngineContext().dimension
    self.toolkit = toolkit?.name ?? "UIKit"
    self.session = session
    let compared = comparison?.phases ?? []
    let gestures = FeelEngine.phases.filter { own.rows[$0] != nil }.flatMap { phase in
      compared.first { $0.phase == phase.kind }?.judged.map(\.gesture) ?? Self.gestures(unit: unit, phase)
    }
    recordedGestures = gestures.map(\.name)
    let widest = comparison?.widest?.gesture
    gesture = gestures.first { $0.name == widest?.name }?.name
  }

  var json: JSONValue {
    [
      "unit": .string(unit), "dimension": .number(dimension), "length": .number(Self.length),
      "like": .string(like), "toolkit": .string(toolkit), "own": own.json,
      "engines": .array(engines.map(\.json)), "gestures": .array(gestures),
      "gesture": gesture.map { .string($0) } ?? .null,
      "recordedGestures": .array(recordedGestures.map { .string($0) }),
      "nouns": .object(FeelEngine.phases.map { JSONMember($0.rawValue, .string($0.noun)) }),
      "session": session?.json ?? .null,
    ]
  }

  /// The sentence about the engines that cannot be chosen; nil where all can.
  var unavailable: String? {
    guard !others.isEmpty else { return nil }
    let kinds = FeelEngine.phases.filter { own.rows[$0] != nil }.map(\.noun)
    return "Engines without a \(kinds.joined(separator: " or ")) in the catalogue: "
      + others.joined(separator: "; ") + "."
  }

  /// The standard gestures, all that a pair of complete scroll views answers.
  private var gestures: [JSONValue] {
    FeelEngine.phases.flatMap { Self.gestures(unit: unit, $0) }.map { gesture in
      let (kind, amount) = gesture.start.performed(gesture.phase)
      return ["name": .string(gesture.name), "kind": .string(kind), "amount": .number(amount)]
    }
  }

  private static func gestures(unit: String, _ phase: EnginePhase) -> [StandardGesture] {
    phase.kind.map { StandardGesture.all($0, unit: unit, returnStart: .gestureVelocity) } ?? []
  }
}

extension StandardGesture.Start {
  fileprivate func performed(_ phase: PhaseKind) -> (kind: String, amount: Double) {
    switch self {
    case .pull(let travel): ("pull", travel)
    case .release(let displacement, _) where displacement != 0: ("beyond", displacement)
    case .release(_, let velocity): (phase == .bounce ? "edge" : "fling", velocity)
    }
  }
}

extension Analysis {
  /// The scroll views of the first recording that has a fit; nil for none.
  func feel(_ answers: [Answer], toolkit: Toolkit?) -> Feel? {
    let own = Dictionary(grouping: fits, by: \.recordingName)
    guard let recording = recordings.first(where: { own[$0.recordingName] != nil }),
      let fitted = own[recording.recordingName]
    else { return nil }
    let answer = answers.first { $0.recordingName == recording.recordingName }
    let constants = ModelConstants(pooled: answer?.comparison?.phases.map(\.b) ?? [], fits: fitted.preferred)
    let engine = (answer?.engine).flatMap { try? ScrollEngine(named: $0) }
    return Feel(
      own: constants.engine(name: "yours", returnStart: engine?.rows[.bounce]?.returnStart),
      like: answer?.engine, unit: recording.unit, dimension: constants.dimension, toolkit: toolkit,
      comparison: answer?.comparison, session: FeelSession(recording, fits: fitted))
  }
}

extension FeelComparison {
  /// The scroll views of both sides: B, and A among the engines.
  var feel: Feel? {
    let own = ModelConstants(pooled: phases.map(\.b), fits: [])
    let asked = isAgainstEngine ? (try? ScrollEngine(named: a.name)) : nil
    let sideA = ModelConstants(pooled: phases.map(\.a), fits: []).engine(name: a.name, returnStart: nil)
    let other = asked.map { FeelEngine($0) } ?? (sideA.rows.isEmpty ? nil : sideA)
    return Feel(
      own: own.engine(name: b.name, returnStart: asked?.rows[.bounce]?.returnStart), other: other,
      like: a.name, unit: unit, dimension: own.dimension, toolkit: nil, comparison: self)
  }
}

/// The constants of one model for each kind of motion.
private struct ModelConstants {
  private var models: [MotionKind: (model: MotionModel, values: [String: Double])] = [:]

  /// - Parameters:
  ///   - pooled: the models of a comparison, with the mean constants.
  ///   - fits: of the kinds that no comparison has: the median of each constant of the kind's first model. A fit whose samples
  ///     leave a constant undetermined has no part in it.
  init(pooled: [ModelSummary], fits: [Fit]) {
    for model in pooled where models[model.model.entry.kind] == nil {
      let values = model.constants.map { ($0.name, $0.value) }
      models[model.model.entry.kind] = (model.model, Dictionary(values) { first, _ in first })
    }
    for fit in fits where models[fit.model.entry.kind] == nil {
      let own = fits.filter {
        $0.model == fit.model && $0.termination.converged && $0.ownConstants.allSatisfy(\.isDetermined)
      }
      guard !own.isEmpty else { continue }
      let names = (own[0].parameters + own[0].derived).map(\.name)
      let values = names.map { name in
        let sorted = own.compactMap { $0[ParameterName(name)]?.value }.sorted()
        return (name, sorted[sorted.count / 2])
      }
      models[fit.model.entry.kind] = (fit.model, Dictionary(values) { first, _ in first })
    }
  }

  /// The limit of the fitted rubber band.
  var dimension: Double? {
    models[.overscroll]?.values["dimension"].flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  /// - Parameter returnStart: of the engine that it is compared with; a critically damped return starts as
  ///   UIScrollView's without.
  func engine(name: String, returnStart: ReturnStart?) -> FeelEngine {
    var rows: [EnginePhase: FeelRow] = [:]
    for (kind, phase) in [
      (MotionKind.fling, EnginePhase.fling), (.springReturn, .bounce), (.overscroll, .overscroll),
    ] {
      guard let (model, values) = models[kind] else { continue }
      rows[phase] = FeelRow(model, constants: values)
    }
    let isCritical = models[.springReturn]?.model == .bounce
    return FeelEngine(
      name: name, rows: rows, returnStart: isCritical ? returnStart ?? .inwardVelocity : .gestureVelocity)
  }
}

/// A recording as the page replays it: its offsets, and where its content moves free of a finger.
struct FeelSession: Equatable {
  let times: [Double]
  let offsets: [Double]
  /// The content's edges on the axis; nil where unknown.
  let edges: (lower: Double?, upper: Double?)
  let free: [FreeMotion]

  /// From a release to the next touch.
  struct FreeMotion: Equatable {
    let from: Double
    let to: Double
    /// At the release, in units of length a second.
    let velocity: Double
  }

  static func == (one: FeelSession, other: FeelSession) -> Bool { one.json == other.json }

  /// Nil where samples were not kept or nothing moves free; of two axes the vertical.
  init?(_ recording: RecordingSummary, fits: [Fit]) {
    guard let axis = [Axis.y, .x].first(where: { recording.overview[$0] != nil }),
      let overview = recording.overview[axis], overview.x.count > 1
    else { return nil }
    times = overview.x
    offsets = overview.y
    let fits = fits.filter { $0.axis == axis }
    let known = recording.edges[axis]
    edges = (
      known.flatMap { $0.lowerBound.isFinite ? $0.lowerBound : nil } ?? Self.edge(fits, isUpper: false),
      known.flatMap { $0.upperBound.isFinite ? $0.upperBound : nil } ?? Self.edge(fits, isUpper: true)
    )
    let last = overview.x[overview.x.count - 1]
    free = Self.motions(recording.phases.filter { $0.axis == axis }, fits: fits, last: last)
    guard !free.isEmpty else { return nil }
  }

  var json: JSONValue {
    [
      "times": .numbers(times), "offsets": .numbers(offsets),
      "edges": .array([.number(edges.lower), .number(edges.upper)]),
      "free": .array(
        free.map { ["from": .number($0.from), "to": .number($0.to), "velocity": .number($0.velocity)] }),
    ]
  }

  /// The rest of the first bounce on a side.
  private static func edge(_ fits: [Fit], isUpper: Bool) -> Double? {
    for fit in fits where fit.phase == PhaseKind.bounce.rawValue {
      guard let rest = fit[.rest]?.value, rest.isFinite else { continue }
      let displacement = fit[.displacement]?.value ?? 0, velocity = fit[.initialVelocity]?.value ?? 0
      // A bounce begins beyond its edge, or on its way there.
      let side = displacement.magnitude > 1 ? displacement : velocity
      if side != 0, (side > 0) == isUpper { return rest }
    }
    return nil
  }

  private static func motions(_ phases: [PhaseSummary], fits: [Fit], last: Double) -> [FreeMotion] {
    let kinds = phases.map { PhaseKind(rawValue: $0.kind) }
    func isFree(_ index: Int) -> Bool {
      switch kinds[index] {
      case .deceleration, .bounce, .unknownReturn, .rest: true
      // A file or a range that was taken as one phase.
      case nil: true
      case .drag, .rubberBand, .programmatic, .constantVelocity, .wheel, .jump, .snap: false
      }
    }
    return phases.indices.compactMap { index in
      // A release begins a motion that a fit knows; what follows it up to the next touch is its own.
      guard isFree(index), kinds[index] != .rest,
        index == 0 || !isFree(index - 1) || kinds[index - 1] == .rest,
        let fit = fits.first(where: { $0.from < phases[index].to && $0.to > phases[index].from })
      else { return nil }
      let touch = phases.indices.first { $0 > index && !isFree($0) }
      let velocity = fit[.initialVelocity]?.value ?? 0
      let displacement = fit[.displacement]?.value ?? 0
      // After an overscroll drag the return makes its own start of an inward velocity.
      let isInward = fit.model.entry.kind == .springReturn && displacement * velocity <= 0
      return FreeMotion(
        from: fit.from, to: touch.map { phases[$0].from } ?? last.nextUp,
        velocity: isInward || !velocity.isFinite ? 0 : velocity)
    }
  }
}
