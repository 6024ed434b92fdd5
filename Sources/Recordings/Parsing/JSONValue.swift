/// A JSON value as it stands in a file: numbers keep their text, objects their order, so that what is not
/// understood can be written back unchanged.
package indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The number's text in the file: `0.10`.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  /// The number as JSON writes it: the shortest decimal that reads back to it; null where it is not finite.
  package static func number(_ value: Double) -> JSONValue {
    guard value.isFinite else { return .null }
    let text = value.description
    return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// The number, where it is one and finite.
  package var double: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The text, where it is one.
  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var members: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The value of a key, or of keys joined with points: `nativeEvent.contentOffset.y`; nil where there is none.
  package subscript(path: String) -> JSONValue? {
    var value = self
    for key in path.split(separator: ".") {
      guard let member = value.members?.first(where: { $0.key == key }) else { return nil }
      value = member.value
    }
    return value
  }

  /// The value on one line, as JSON.
  package var json: String {
    var text = ""
    write(to: &text)
    return text
  }

  func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\" + String(scalar)
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

/// A key of a JSON object and its value.
package struct JSONMember: Equatable, Sendable {
  package let key: String
  package let value: JSONValue

  package init(_ key: String, _ value: JSONValue) {
    self.key = key
    self.value = value
  }
}
