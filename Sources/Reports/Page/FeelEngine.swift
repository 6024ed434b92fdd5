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
