/// Writes a ``JSONValue`` so that a person can read it: two spaces a level; what fits on a line, and every array of
/// numbers, stands on one.
struct JSONWriter {
  /// The longest line that holds a whole object or array, columns.
  var width = 100

  /// The text, ended by a line feed.
  func write(_ value: JSONValue) -> String {
    var text = ""
    append(value, indentation: 0, to: &text)
    text += "\n"
    return text
  }

  private func append(_ value: JSONValue, indentation: Int, to text: inout String) {
    switch value {
    case .array(let elements) where !fits(value, indentation):
      appendBlock("[", elements, "]", indentation, to: &text) {
        append($0, indentation: indentation + 2, to: &$1)
      }
    case .object(let members) where !fits(value, indentation):
      appendBlock("{", members, "}", indentation, to: &text) {
        $1 += "\(Self.quoted($0.name)): "
        append($0.value, indentation: indentation + 2, to: &$1)
      }
    default: text += Self.line(value)
    }
  }

  private func appendBlock<Element>(
    _ opening: String, _ elements: [Element], _ closing: String, _ indentation: Int, to text: inout String,
    append: (Element, inout String) -> Void
  ) {
    text += opening
    for (index, element) in elements.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += String(repeating: " ", count: indentation + 2)
      append(element, &text)
    }
    text += "\n" + String(repeating: " ", count: indentation) + closing
  }

  /// Returns true if a value stands on one line. The outermost object never does: its keys are what one looks for.
  private func fits(_ value: JSONValue, _ indentation: Int) -> Bool {
    if case .array(let elements) = value, elements.allSatisfy(\.isNumber) { return true }
    return indentation > 0 && value.isSmall(limit: width) && Self.line(value).count + indentation <= width
  }

  /// The value on one line.
  static func line(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    // Swift's description is the shortest text that reads back to the same double, and is JSON where finite.
    case .number(let value): value.isFinite ? value.description : "null"
    case .string(let value): quoted(value)
    case .array(let elements): "[" + elements.map(line).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(quoted($0.name)): \(line($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// A string literal. Control characters are escaped, and the two line separators, which JavaScript once refused.
  static func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case "\u{8}": literal += "\\b"
      case "\u{c}": literal += "\\f"
      case "\0"..<" ", "\u{7f}"..<"\u{a0}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}

extension JSONValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .number, .integer: true
    case .null, .bool, .string, .array, .object: false
    }
  }

  /// Returns true if there are few enough values for a line of `limit` columns, so that a long array isn't written to learn
  /// that it is long.
  fileprivate func isSmall(limit: Int) -> Bool {
    switch self {
    case .array(let elements): elements.count <= limit / 3 && elements.allSatisfy { $0.isSmall(limit: limit) }
    case .object(let members):
      members.count <= limit / 6 && members.allSatisfy { $0.value.isSmall(limit: limit) }
    case .null, .bool, .integer, .number, .string: true
    }
  }
}
