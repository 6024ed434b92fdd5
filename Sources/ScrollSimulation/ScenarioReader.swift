import Recordings
import ScrollModels

extension Scenario {
  /// A scenario from its JSON: keys that are absent have their defaults.
  ///
  /// - Throws: ``ScenarioError`` naming the key that is unknown, or whose value is of another kind.
  package init(_ json: JSONValue) throws(ScenarioError) {
    self = try ScenarioKeys.read(Scenario(), json, at: "")
  }
}

/// A part of a scenario that an object stands for.
protocol ScenarioPart {
  init()

  /// Takes the object's members; a value without one stays.
  mutating func take(_ keys: inout ScenarioKeys) throws(ScenarioError)
}

extension Scenario: ScenarioPart {
  mutating func take(_ keys: inout ScenarioKeys) throws(ScenarioError) {
    try keys.read("viewport", &viewport)
    try keys.read("content", &content)
    try keys.read("insets", &insets)
    try keys.read("start", &start)
    try keys.read("constants", &constants)
    try keys.read("engine", &engine)
    try keys.read("estimator", &estimator)
    try keys.read("anchors", &anchors)
    try keys.read("next", &next)
    try keys.read("gestures", &gestures)
    try keys.read("duration", &duration)
    try keys.read("recording", &recording)
  }
}

extension Scenario.Vector: ScenarioPart {
  init() { self.init(x: 0, y: 0) }

  mutating func take(_ keys: inout ScenarioKeys) throws(ScenarioError) {
    try keys.read("x", &x)
    try keys.read("y", &y)
  }
}

extension Scenario.Insets: ScenarioPart {
  mutating func take(_ keys: inout ScenarioKeys) throws(ScenarioError) {
    try keys.read("top", &top)
    try keys.read("left", &left)
    try keys.read("bottom", &bottom)
    try keys.read("right", &right)
  }
}

extension ViewConstants: ScenarioPart {
  mutating func take(_ keys: inout ScenarioKeys) throws(ScenarioError) {
    try keys.read("decelerationRate", &decelerationRate)
    try keys.read("bounceDamping", &bounceDamping)
    try keys.read("snapDamping", &snapDamping)
    try keys.read("rubberBandCoefficient", &rubberBandCoefficient)
    try keys.read("stopVelocity", &stopVelocity)
    try keys.read("settlingDistance", &settlingDistance)
    try keys.read("tableInterval", &tableInterval)
  }
}

extension Scenario.Gesture: ScenarioPart {
  mutating func take(_ keys: inout ScenarioKeys) throws(ScenarioError) {
    try keys.read("at", &at)
    try keys.read("duration", &duration)
    try keys.read("velocity", &velocity)
    try keys.read("acceleration", &acceleration)
    try keys.read("hold", &hold)
  }
}

extension Scenario.NextView: ScenarioPart {
  mutating func take(_ keys: inout ScenarioKeys) throws(ScenarioError) {
    try keys.read("massRatio", &massRatio)
    try keys.read("content", &content)
    try keys.read("start", &start)
  }
}

extension Scenario.Recorder: ScenarioPart {
  mutating func take(_ keys: inout ScenarioKeys) throws(ScenarioError) {
    try keys.read("frameRate", &frameRate)
    try keys.read("jitter", &jitter)
    try keys.read("clockNoise", &clockNoise)
    try keys.read("drops", &drops)
    try keys.read("grid", &grid)
    try keys.read("noise", &noise)
    try keys.read("seed", &seed)
  }
}

/// The keys of an object, taken one after the other; what is left in the end is unknown.
struct ScenarioKeys {
  private let members: [JSONMember]
  private let position: String
  private var known: [String] = []

  /// A part with an object's members.
  static func read<Part: ScenarioPart>(
    _ part: Part, _ json: JSONValue, at position: String
  ) throws(ScenarioError) -> Part {
    guard let members = json.members else {
      throw ScenarioError(key: position.isEmpty ? "the scenario" : position, problem: "must be an object")
    }
    var part = part
    var keys = ScenarioKeys(members: members, position: position)
    try part.take(&keys)
    if let unknown = members.first(where: { !keys.known.contains($0.key) }) {
      throw ScenarioError(
        key: keys.path(unknown.key), problem: "is not known; known are \(keys.known.joined(separator: ", "))")
    }
    return part
  }

  private func path(_ key: String) -> String { position.isEmpty ? key : position + "." + key }

  private mutating func value(_ key: String) -> JSONValue? {
    known.append(key)
    let value = members.last { $0.key == key }?.value
    return value == .null ? nil : value
  }

  mutating func read(_ key: String, _ part: inout some ScenarioPart) throws(ScenarioError) {
    if let value = value(key) { part = try Self.read(part, value, at: path(key)) }
  }

  mutating func read<Part: ScenarioPart>(_ key: String, _ part: inout Part?) throws(ScenarioError) {
    if let value = value(key) { part = try Self.read(Part(), value, at: path(key)) }
  }

  mutating func read<Part: ScenarioPart>(_ key: String, _ parts: inout [Part]) throws(ScenarioError) {
    guard let value = value(key) else { return }
    guard let elements = value.elements else {
      throw ScenarioError(key: path(key), problem: "must be a list")
    }
    parts = []
    for (index, element) in elements.enumerated() {
      parts.append(try Self.read(Part(), element, at: "\(path(key))[\(index)]"))
    }
  }

  mutating func read(_ key: String, _ number: inout Double?) throws(ScenarioError) {
    guard let value = value(key) else { return }
    guard let found = value.double else { throw ScenarioError(key: path(key), problem: "must be a number") }
    number = found
  }

  mutating func read(_ key: String, _ number: inout Double) throws(ScenarioError) {
    var found: Double?
    try read(key, &found)
    number = found ?? number
  }

  mutating func read(_ key: String, _ text: inout String?) throws(ScenarioError) {
    guard let value = value(key) else { return }
    guard case .string(let found) = value else {
      throw ScenarioError(key: path(key), problem: "must be a text")
    }
    text = found
  }

  mutating func read(_ key: String, _ engine: inout ScrollEngine?) throws(ScenarioError) {
    guard let value = value(key) else { return }
    guard case .string(let name) = value else {
      throw ScenarioError(key: path(key), problem: "must be the name of an engine")
    }
    do { engine = try ScrollEngine(named: name) } catch {
      throw ScenarioError(key: path(key), problem: "\(error)")
    }
  }

  mutating func read(_ key: String, _ number: inout UInt64) throws(ScenarioError) {
    guard let value = value(key) else { return }
    guard case .decimal(let text) = value, let found = UInt64(text) else {
      throw ScenarioError(key: path(key), problem: "must be a whole number from 0 to below 2^64")
    }
    number = found
  }
}
