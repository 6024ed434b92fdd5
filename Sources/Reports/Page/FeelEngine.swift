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

  /// Nil for an engine that has a row whose curve the script does not know.
  init?(_ engine: ScrollEngine) {
    var rows: [EnginePhase: FeelRow] = [:]
    for phase in Self.phases {
      guard let entry = engine.rows[phase] else { continue }
      guard let row = FeelRow(entry) else { return nil }
      rows[phase] = row
    }
    self.init(
      name: engine.name, rows: rows, returnStart: engine.rows[.bounce]?.returnStart ?? .gestureVelocity)
  }

  /// The engines of the catalogue that answer one of some phases, a fling where that is among them, in the table's order.
  static func catalogue(with phases: some Sequence<EnginePhase>) -> [FeelEngine] {
    let wanted = Set(phases)
    return ScrollEngine.all.compactMap { FeelEngine($0) }
      .filter { engine in
        wanted.contains(.fling) ? engine.rows[.fling] != nil : !wanted.isDisjoint(with: engine.rows.keys)
      }
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
  /// What selects the curve within its family.
  var options: JSONValue = [:]
  var stop: StopRule = .lawEnd
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
    guard let (family, options) = entry.law.feel else { return nil }
    self.init(
      family: family,
      constants: zip(entry.law.constants, entry.values).map { Constant(name: $0.name, value: $1) },
      options: options, stop: entry.stop, speeds: entry.startSpeeds, rounding: entry.rounding)
  }

  /// The curve of a fitted model with its constants; nil for a model that the script does not know, and where a constant
  /// is missing or no motion has it.
  init?(_ model: MotionModel, constants: [String: Double]) {
    func row(_ family: String, _ names: [String], options: JSONValue = [:], stop: StopRule = .lawEnd)
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
      case .decelerationDrift, .polynomial, .projection, .formula: nil
      }
    guard let found else { return nil }
    self = found
  }
}

extension EngineLaw {
  /// The law's family in the script, and what selects the curve within it.
  fileprivate var feel: (family: String, options: JSONValue)? {
    switch self {
    case let law as ExponentialFling: ("exponential", ["distance": law.distance.json])
    case is ConstantDecelerationFling: ("constant", [:])
    case is PowerFling: ("power", [:])
    case is TimedPowerFling: ("power, constant time", [:])
    case is SplineFling: ("spline", [:])
    case is ParabolicFling: ("parabola", [:])
    case is DragFling: ("drag", [:])
    case let law as FrameDecayFling: ("frame-decay", ["factor": .string(law.factor.word)])
    case is AgeingDecayFling: ("ageing-decay", [:])
    case is TailedDecayFling: ("tailed-decay", [:])
    case let law as CriticalReturn: ("critical", ["share": law.push.json])
    case is SpringReturn: ("spring", [:])
    case is ThrownReturnLaw: ("thrown", [:])
    case is ExponentialReturn: ("exponential", [:])
    case is SmoothDampReturn: ("smooth-damp", [:])
    case let law as PenetrationReturn:
      (
        "penetration",
        ["slowsFirst": .bool(law.order == .slowsFirst), "rebound": .number(law.rebound)]
      )
    case is FrameSpringReturn: ("frame-spring", [:])
    case is AgeingReturn: ("ageing-return", [:])
    case is AttractedReturn: ("attraction", [:])
    case is EdgeForceReturn: ("edge-force", [:])
    case let law as DistanceSpeedReturn: ("speed by distance", ["step": .number(law.step)])
    case is EulerSpringReturn: ("spring, Euler's step", [:])
    case is RubberBandOverscroll: ("rubber-band", [:])
    case let law as LinearOverscroll: ("linear", ["limit": law.limit.isFinite ? .number(law.limit) : .null])
    case is TangentOverscroll: ("tangent", [:])
    case is ExponentialLinearOverscroll: ("exponential-linear", [:])
    case is RootOverscroll: ("root", [:])
    case is ScaledRootOverscroll: ("root, scaled", [:])
    case is ExponentialOverscroll: ("exponential", [:])
    case is LogarithmicOverscroll: ("logarithmic", [:])
    case let law as PowerOverscroll: ("power", ["onset": .number(law.onset)])
    default: nil
    }
  }
}

extension ExponentialFling.Distance {
  fileprivate var json: JSONValue {
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

extension StopRule {
  fileprivate var json: JSONValue {
    func rule(_ name: String, _ amount: Double? = nil) -> JSONValue {
      ["rule": .string(name), "amount": .number(amount)]
    }
    return switch self {
    case .lawEnd: rule("end")
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
