import Recordings
import ScrollFitting
import ScrollModels

/// The reason that a file is no baseline of this program.
package enum BaselineError: Error, Equatable, Sendable {
  /// The schema that the file names; nil where it names none.
  case schema(String?)
  /// The position in the file, and the value that is expected there.
  case value(position: String, expected: String)
}

extension BaselineError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .schema(nil): "is no baseline: it names no schema, where '\(MotionSet.baselineSchema)' must stand"
    case .schema(let found?):
      "is of the schema '\(found)', not '\(MotionSet.baselineSchema)': save the baseline anew"
    case .value(let position, let expected): "\(position) must be \(expected)"
    }
  }
}

extension MotionSet {
  /// The version of the files that a set is kept in.
  package static let baselineSchema = "scrollfit.baseline/1"

  /// The set that a baseline holds. What the file has beyond it is ignored.
  package init(baseline json: JSONValue) throws(BaselineError) {
    let file = BaselineNode(json, at: "")
    let schema = json["schema"]?.text
    guard schema == Self.baselineSchema else { throw .schema(schema) }
    let unit = try file["unit"].text()
    guard ["pt", "px"].contains(unit) else { throw .value(position: "unit", expected: "pt or px") }
    let motions = try file["motions"].list { node throws(BaselineError) in try RecordedMotion(node) }
    self.init(
      name: try file["name"].text(), unit: unit,
      pixels: try file["pixels"].optional { node throws(BaselineError) in
        try node.number(above: 0)
      },
      motions: motions,
      // Absent in files of earlier versions.
      flingEnds: try file["ends"].present?.list { node throws(BaselineError) in try FlingEnd(node) } ?? [],
      followedEngines: try file["engines"].present?.list { node throws(BaselineError) in
        try FollowedEngine(node)
      } ?? [],
      notices: try file["warnings"].list { node throws(BaselineError) in
        Notice(.baseline, try node.text())
      })
  }
}

extension RecordedMotion {
  fileprivate init(_ node: BaselineNode) throws(BaselineError) {
    guard let phase = PhaseKind(rawValue: try node["phase"].text()), !Fitting.models(of: phase).isEmpty else {
      throw node["phase"].wrong("a phase with a model")
    }
    guard let axis = Axis(rawValue: try node["axis"].text()) else { throw node["axis"].wrong("x or y") }
    let models = try node["laws"].list { node throws(BaselineError) in try ModelFit(node) }
    guard !models.isEmpty else { throw node["laws"].wrong("a list with a model") }
    self.init(
      phase: phase, source: try node["source"].text(),
      series: try node["series"].optional { node throws(BaselineError) in try node.text() },
      axis: axis, speed: try node["speed"].optional { node throws(BaselineError) in try node.number() },
      // Absent in files of earlier versions.
      travel: try node["travel"].present?.optional { node throws(BaselineError) in try node.number(from: 0) },
      groups: try node["groups"].texts(), models: models)
  }
}

extension FollowedEngine {
  fileprivate init(_ node: BaselineNode) throws(BaselineError) {
    guard let engine = try? ScrollEngine(named: try node["name"].text()) else {
      throw node["name"].wrong("an engine of the catalogue")
    }
    self.init(engine, hasFlingsNamedSnaps: try node["hasFlingsNamedSnaps"].flag())
  }
}

extension FlingEnd {
  fileprivate init(_ node: BaselineNode) throws(BaselineError) {
    guard let kind = Kind(rawValue: try node["kind"].text()) else { throw node["kind"].wrong("edge or rest") }
    guard let axis = Axis(rawValue: try node["axis"].text()) else { throw node["axis"].wrong("x or y") }
    self.init(
      kind: kind, source: try node["source"].text(),
      series: try node["series"].optional { node throws(BaselineError) in try node.text() },
      axis: axis, value: try node["value"].number(), standardError: try node["standardError"].number(from: 0),
      degreesOfFreedom: try node["degreesOfFreedom"].optional { node throws(BaselineError) in
        try node.number(above: 0)
      } ?? .infinity,
      frameEffect: try node["frameEffect"].number(from: 0),
      speed: try node["speed"].optional { node throws(BaselineError) in try node.number(above: 0) })
  }
}

extension ModelFit {
  fileprivate init(_ node: BaselineNode) throws(BaselineError) {
    guard let model = MotionModel(try node["law"].text()), let own = model.scrollModel() else {
      throw node["law"].wrong("a model of this program")
    }
    let constants = try node["constants"].list { node throws(BaselineError) in
      Constant(
        name: try node["name"].text(), unit: try node["unit"].text(), value: try node["value"].number(),
        standardError: try node["standardError"].number(from: 0))
    }
    let known = own.parameters.filter { $0.role == .constant }.map(\.name)
    guard constants.map(\.name) == known else {
      throw node["constants"].wrong("those of the model: \(known.joined(separator: ", "))")
    }
    let correlations = try node["correlations"].list { node throws(BaselineError) in
      try node.number(from: -1, to: 1)
    }
    guard correlations.count == constants.count * (constants.count - 1) / 2 else {
      throw node["correlations"].wrong("a number for each pair of constants")
    }
    self.init(
      model: model, aicc: try node["aicc"].number(), lackOfFit: try node["misfit"].number(from: 0),
      degreesOfFreedom: try node["degreesOfFreedom"].optional { node throws(BaselineError) in
        try node.number(above: 0)
      },
      constants: constants, correlations: correlations)
  }
}

/// A place in a baseline and what stands there.
private struct BaselineNode {
  private let value: JSONValue?
  private let position: String

  init(_ value: JSONValue?, at position: String) {
    self.value = value
    self.position = position
  }

  subscript(_ key: String) -> BaselineNode {
    BaselineNode(
      value?.members?.first { $0.key == key }?.value, at: position.isEmpty ? key : "\(position).\(key)")
  }

  func wrong(_ expected: String) -> BaselineError { .value(position: position, expected: expected) }

  func text() throws(BaselineError) -> String {
    guard let text = value?.text else { throw wrong("a text") }
    return text
  }

  func flag() throws(BaselineError) -> Bool {
    guard case .bool(let flag) = value else { throw wrong("true or false") }
    return flag
  }

  /// A number, of a range where one is given.
  func number(
    from low: Double = -.infinity, above bound: Double = -.infinity, to high: Double = .infinity
  ) throws(BaselineError) -> Double {
    guard let number = value?.double else { throw wrong("a number") }
    guard number >= low, number > bound, number <= high else {
      throw wrong(
        high.isFinite
          ? "a number from \(low) to \(high)" : bound.isFinite ? "above \(bound)" : "at least \(low)")
    }
    return number
  }

  /// Nil where nothing stands here.
  var present: BaselineNode? { value == nil ? nil : self }

  /// Nil for null.
  func optional<Value>(
    _ read: (BaselineNode) throws(BaselineError) -> Value
  ) throws(BaselineError) -> Value? {
    value == .null ? nil : try read(self)
  }

  func list<Element>(
    _ read: (BaselineNode) throws(BaselineError) -> Element
  ) throws(BaselineError) -> [Element] {
    guard let elements = value?.elements else { throw wrong("a list") }
    var list: [Element] = []
    for (index, element) in elements.enumerated() {
      list.append(try read(BaselineNode(element, at: "\(position)[\(index)]")))
    }
    return list
  }

  func texts() throws(BaselineError) -> [String: String] {
    guard let members = value?.members else { throw wrong("an object of texts") }
    var texts: [String: String] = [:]
    for member in members { texts[member.key] = try self[member.key].text() }
    return texts
  }
}
