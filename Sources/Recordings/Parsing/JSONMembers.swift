/// Takes the members of a JSON object one after the other. What describes a value so is written once, for its tree
/// (``JSONTree``) and for its line (``JSONLine``).
package protocol JSONMembers {
  /// A number that is not finite is `null`, as a missing one is.
  mutating func add(_ key: StaticString, number: Double?)
  mutating func add(_ key: StaticString, integer: Int?)
  mutating func add(_ key: StaticString, text: String?)
  mutating func add(_ key: StaticString, flag: Bool)
  mutating func add(_ key: StaticString, numbers: [Double]?)
  /// `[low, high]`.
  mutating func add(_ key: StaticString, interval: ClosedRange<Double>?)
  mutating func add(_ key: StaticString, texts: [String])
  mutating func add(_ key: StaticString, object members: (inout Self) -> Void)
  /// An array of objects, each with the members that `members` adds for its index.
  mutating func add(_ key: StaticString, objects count: Int, _ members: (Int, inout Self) -> Void)
  mutating func add(_ key: StaticString, value: JSONValue)
}

/// The tree of an object.
package struct JSONTree: JSONMembers {
  private var members: [JSONMember] = []

  /// The object with the members that `body` adds.
  package static func object(_ body: (inout JSONTree) -> Void) -> JSONValue {
    var tree = JSONTree()
    body(&tree)
    return .object(tree.members)
  }

  package mutating func add(_ key: StaticString, value: JSONValue) {
    members.append(JSONMember(key.description, value))
  }

  package mutating func add(_ key: StaticString, number: Double?) { add(key, value: .number(number)) }

  package mutating func add(_ key: StaticString, integer: Int?) {
    add(key, value: integer.map(JSONValue.integer) ?? .null)
  }

  package mutating func add(_ key: StaticString, text: String?) { add(key, value: .string(text)) }

  package mutating func add(_ key: StaticString, flag: Bool) { add(key, value: .bool(flag)) }

  package mutating func add(_ key: StaticString, numbers: [Double]?) {
    add(key, value: numbers.map(JSONValue.numbers) ?? .null)
  }

  package mutating func add(_ key: StaticString, interval: ClosedRange<Double>?) {
    add(key, value: .interval(interval))
  }

  package mutating func add(_ key: StaticString, texts: [String]) { add(key, value: .strings(texts)) }

  package mutating func add(_ key: StaticString, object: (inout JSONTree) -> Void) {
    add(key, value: Self.object(object))
  }

  package mutating func add(
    _ key: StaticString, objects count: Int, _ members: (Int, inout JSONTree) -> Void
  ) {
    add(key, value: .array((0..<count).map { index in Self.object { members(index, &$0) } }))
  }
}
