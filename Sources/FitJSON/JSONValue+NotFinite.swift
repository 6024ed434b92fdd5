import Recordings

extension JSONValue {
  /// An object with these members and, last, its `warnings`: those given, and one for every number among the members
  /// that is not finite and that no given warning names. The one place where a `null` gets its reason.
  package static func object(_ members: JSONValue, warnings: [String]) -> JSONValue {
    guard case .object(let members) = members else { return members }
    guard JSONValue.object(members).hasNotFinite else {
      return .object(members + [JSONMember("warnings", .strings(warnings))])
    }
    let named = Set(warnings.flatMap { words(of: $0) })
    var positions: [[String]] = []
    JSONValue.object(members).collectNotFinite(at: [], into: &positions)
    var all = warnings
    for position in positions where !position.prefix(1).allSatisfy(named.contains) {
      let warning = "\(position.joined(separator: ".")) has no finite value: null"
      if !all.contains(warning) { all.append(warning) }
    }
    return .object(members + [JSONMember("warnings", .strings(all))])
  }

  /// The places of numbers that are not finite. An object with a `name` (or an `id`) is known by it, and its `value`
  /// is the thing itself: `destination`, `destination.standardError`, `residuals.rms`.
  private func collectNotFinite(at position: [String], into positions: inout [[String]]) {
    switch self {
    case .number(let value):
      if !value.isFinite { positions.append(position) }
    case .array(let elements):
      for element in elements { element.collectNotFinite(at: position, into: &positions) }
    case .object(let members):
      var here = position
      for case .string(let name) in members.filter({ ["name", "id"].contains($0.key) }).map(\.value) {
        here = [name]
      }
      for member in members {
        member.value.collectNotFinite(
          at: member.key == "value" ? here : here + [member.key], into: &positions)
      }
    case .null, .bool, .integer, .decimal, .string: break
    }
  }

  private static func words(of text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }.map(String.init)
  }
}
