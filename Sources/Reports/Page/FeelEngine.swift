import Recordings
import ScrollFitting
import ScrollModels

/// An engine whose motions the page's script draws.
struct FeelEngine: Equatable {
  let name: String
  /// The rows of a fling, a bounce and an overscroll; absent where there is none.
  let rows: [EnginePhase: FeelRow]
  let returnStart: ReturnStart

  static let phases: [EnginePhase] = [.fling, .bounce, .overscroll]

  init(name: String, rows: [EnginePhase: FeelRow], returnStart: ReturnStart) {
    self.name = name
    self.rows = rows
    self.returnStart = returnStart
  }

  init(_ engine: ScrollEngine) {
    let rows = Self.phases.compactMap { phase in
      engine.rows[phase].flatMap { FeelRow($0) }.map { (phase, $0) }
    }
    self.init(
      name: engine.name, rows: Dictionary(uniqueKeysWithValues: rows),
      returnStart: engine.rows[.bounce]?.returnStart ?? .gestureVelocity)
  }

  /// The engines of the catalogue, in its order: those that have one of some phases, and the names of the others. A variant
  /// that only snaps or projects is among the others: all that it could be drawn by is the engine's own.
  static func catalogue(
    with phases: some Sequence<EnginePhase>
  ) -> (engines: [FeelEngine], others: [String]) {
    let wanted = Set(phases)
    let drawn = Set(Catalogue.entries.filter { Self.phases.contains($0.phase) }.map(\.engine))
    let all = ScrollEngine.all.map { FeelEngine($0) }
    let isOffered = { (engine: FeelEngine) in
      drawn.contains(engine.name) && !wanted.isDisjoint(with: engine.rows.keys)
    }
    return (all.filter(isOffered), all.filter { !isOffered($0) }.map(\.name))
  }

  var json: JSONValue {
    func row(_ phase: EnginePhase) -> JSONValue { rows[phase]?.json ?? .null }
    return [
      "name": .string(name), "fling": row(.fling), "bounce": row(.bounce), "overscroll": row(.overscroll),
      "returnStart": .string(returnStart == .inwardVelocity ? "inward" : "gesture"),
    ]
  }
}

/// One curve of an engine as the page's script computes it.
struct FeelRow: Equatable {
  let family: String
  let constants: [Constant]
  /// The options that select the curve within its family.
  var options: JSONValue = [:]
  var stop: StopRule = .modelEnd
  var speeds = 0...Double.infinity
  var rounding: EngineRounding = .none

  struct Constant: Equatable {
    let name: String
    let value: Double
  }

  /// A pixel is a point on the page.
  var json: JSONValue {
    var members: [JSONMember] = [
      JSONMember("family", .string(family)),
      JSONMember("constants", .object(constants.map { JSONMember($0.name, .number($0.value)) })),
      JSONMember("stop", stop.json),
      JSONMember("speeds", [speeds.lowerBound, speeds.upperBound].json),
      JSONMember("rounding", rounding.json),
    ]
    if case .object(let own) = options { members += own }
    return .object(members)
  }
}

extension FeelRow {
  /// Nil for a curve that the script does not know.
  init?(_ entry: CatalogueEntry) {
    guard let (family, options) = entry.model.feel else { return nil }
    self.init(
      family: family,
      constants: zip(entry.model.constants, entry.values).map { Constant(name: $0.name, value: $1) },
      options: options, stop: entry.stop, speeds: entry.startSpeeds, rounding: entry.rounding)
  }

  /// The curve of a fitted model with its constants; nil for a model that the script does not know, and where a constant
  /// is missing or no motion has it.
  init?(_ model: MotionModel, constants: [String: Double]) {
    func row(_ family: String, _ names: [String], options: JSONValue = [:], stop: StopRule = .modelEnd)
      -> FeelRow?
    {
      let own = names.compactMap { name in constants[name].map { Constant(name: name, value: $0) } }
      guard own.count == names.count, own.allSatisfy({ $0.value > 0 && $0.value.isFinite }) else {
        return nil
      }
      return FeelRow(family: family, constants: own, options: options, stop: stop)
    }
    let integral = ExponentialFling.Distance.integral.json
    let found: FeelRow? =
      switch model {
      case .deceleration:
        row("exponential", ["decayConstant"], options: ["distance": integral], stop: .distance(0.5))
      case .decelerationStop:
        row(
          "exponential", ["decayConstant"], options: ["distance": integral],
          stop: .speed(constants["stopVelocity"] ?? 10))
      case .constantDeceleration: row("constant", ["deceleration"])
      case .powerDeceleration: row("power", ["exponent", "unitVelocity"])
      case .bounce: row("critical", ["damping"], options: ["share": .null], stop: .distance(0.5))
      case .spring: row("spring", ["naturalFrequency", "dampingRatio"], stop: .distance(0.5))
      case .rubberBand: row("rubber-band", ["coefficient"])
      case .decelerationDrift: row("drift", ["decayConstant", "drift"])
      case .polynomial, .projection, .formula: nil
      }
    guard let found else { return nil }
    self = found
  }
}

extension StopRule {
  fileprivate var json: JSONValue {
    func rule(_ name: String, _ amount: Double? = nil) -> JSONValue {
      ["rule": .string(name), "amount": .number(amount)]
    }
    return switch self {
    case .modelEnd: rule("end")
    case .speed(let speed), .pixelSpeed(let speed): rule("speed", speed)
    case .distance(let distance), .pixelDistance(let distance): rule("distance", distance)
    case .frameStep(let travel): rule("frameStep", travel)
    }
  }
}

extension EngineRounding {
  fileprivate var json: JSONValue {
    switch self {
    case .none: .null
    case .offsets(let pixels): ["offsets": .number(pixels)]
    case .destination(let step): ["destination": .number(step)]
    }
  }
}

extension [Double] {
  /// An infinite number is null.
  fileprivate var json: JSONValue { .array(map { $0.isFinite ? .number($0) : .null }) }
}

extension EngineModel {
  /// The model's family in the script, and what selects the curve within it.
  var feel: (family: String, options: JSONValue)? {
    switch self {
    case let model as ExponentialFling: ("exponential", ["distance": model.distance.json])
    case is ConstantDecelerationFling: ("constant", [:])
    case is PowerFling: ("power", [:])
    case is TimedPowerFling: ("power, constant time", [:])
    case is SplineFling: ("spline", [:])
    case is ParabolicFling: ("parabola", [:])
    case is DragFling: ("drag", [:])
    case let model as FrameDecayFling: ("frame-decay", ["factor": .string(model.factor.word)])
    case is AgeingDecayFling: ("ageing-decay", [:])
    case is TailedDecayFling: ("tailed-decay", [:])
    case let model as CriticalReturn: ("critical", ["share": model.push.json])
    case is SpringReturn: ("spring", [:])
    case is ThrownReturnModel: ("thrown", [:])
    case is ExponentialReturn: ("exponential", [:])
    case is SmoothDampReturn: ("smooth-damp", [:])
    case let model as PenetrationReturn:
      (
        "penetration",
        ["slowsFirst": .bool(model.order == .slowsFirst), "rebound": .number(model.rebound)]
      )
    case is FrameSpringReturn: ("frame-spring", [:])
    case is AgeingReturn: ("ageing-return", [:])
    case is AttractedReturn: ("attraction", [:])
    case is EdgeForceReturn: ("edge-force", [:])
    case let model as DistanceSpeedReturn: ("speed by distance", ["step": .number(model.step)])
    case is EulerSpringReturn: ("spring, Euler's step", [:])
    case is RubberBandOverscroll: ("rubber-band", [:])
    case let model as LinearOverscroll:
      ("linear", ["limit": model.limit.isFinite ? .number(model.limit) : .null])
    case is TangentOverscroll: ("tangent", [:])
    case is ExponentialLinearOverscroll: ("exponential-linear", [:])
    case is RootOverscroll: ("root", [:])
    case is ScaledRootOverscroll: ("root, scaled", [:])
    case is ExponentialOverscroll: ("exponential", [:])
    case is LogarithmicOverscroll: ("logarithmic", [:])
    case let model as PowerOverscroll: ("power", ["onset": .number(model.onset)])
    case let model as EasedThrow:
      ("eased", ["time": model.time.json, "distance": model.distance.json, "easing": model.easing.json])
    case is LogarithmicThrow: ("eased, logarithmic time", [:])
    case is BezierFling: ("bezier", [:])
    case is DriftingFling: ("drift", [:])
    case is QuarticFling: ("quartic", [:])
    case let model as EasedSnap:
      ("eased", ["time": .string("\(model.duration)"), "easing": model.easing.json])
    case is BezierReturnModel: ("bezier", [:])
    case is CutReturnModel: ("exponential, cut", [:])
    case is RelaxingReturn: ("relaxation", [:])
    default: nil
    }
  }
}

extension ExponentialFling.Distance {
  var json: JSONValue {
    switch self {
    case .integral: ["kind": .string("integral")]
    case .steps(let step): ["kind": .string("steps"), "amount": .number(step)]
    case .seconds(let seconds): ["kind": .string("seconds"), "amount": .number(seconds)]
    case .framePower(let exponent): ["kind": .string("framePower"), "amount": .number(exponent)]
    }
  }
}

extension FrameDecayFling.Factor {
  fileprivate var word: String {
    switch self {
    case .euler: "euler"
    case .exponential: "exponential"
    case .perFrame: "perFrame"
    }
  }
}

extension CriticalReturn.Push {
  fileprivate var json: JSONValue {
    switch self {
    case .velocity: .null
    case .share(let share): .number(share)
    }
  }
}

extension EasedThrow.Time {
  fileprivate var json: JSONValue {
    switch self {
    case .proportional(let longest):
      ["kind": .string("proportional"), "amount": longest.isFinite ? .number(longest) : .null]
    case .fourthRoot: ["kind": .string("fourthRoot")]
    case .constant: ["kind": .string("constant")]
    }
  }
}

extension EasedThrow.Distance {
  fileprivate var json: JSONValue {
    switch self {
    case .square(let share): ["kind": .string("square"), "amount": .number(share)]
    case .seconds(let seconds, let above):
      ["kind": .string("seconds"), "amount": .number(seconds), "above": .number(above)]
    }
  }
}

extension Easing {
  fileprivate var json: JSONValue {
    func curve(_ kind: String, _ amount: JSONValue = .null) -> JSONValue {
      ["kind": .string(kind), "amount": amount]
    }
    return switch self {
    case .bezier(let points): curve("bezier", .numbers([points.x1, points.y1, points.x2, points.y2]))
    case .powerOut(let power): curve("power", .number(Double(power)))
    case .circularOut: curve("circular")
    case .sineInOut: curve("sine")
    case .squareThenExponential: curve("square, exponential")
    case .pulse(let scale): curve("pulse", .number(scale))
    }
  }
}
