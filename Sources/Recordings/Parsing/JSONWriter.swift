/// Writes a ``JSONValue`` so that a person can read it: two spaces a level; what fits on a line, and every array of
/// numbers, stands on one.
package struct JSONWriter {
  /// The longest line that holds a whole object or array, columns.
  package var width = 100

  package init() {}

  /// The text, ended by a line feed.
  package func write(_ value: JSONValue) -> String {
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
        $1 += "\(Self.quoted($0.key)): "
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

  /// The value on one line, with a blank behind every comma and colon.
  package static func line(_ value: JSONValue) -> String {
    String(decoding: bytes(ofLine: value), as: UTF8.self)
  }

  /// The same in UTF-8.
  package static func bytes(ofLine value: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    // The line of a fit.
    bytes.reserveCapacity(4096)
    append(value, isSpaced: true, to: &bytes)
    return bytes
  }

  /// The value on one line, without blanks.
  static func compact(_ value: JSONValue) -> String { text { append(value, to: &$0) } }

  /// A string literal.
  package static func quoted(_ text: String) -> String { self.text { appendQuoted(text, to: &$0) } }

  private static func text(_ append: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    append(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func append(_ value: JSONValue, isSpaced: Bool = false, to bytes: inout [UInt8]) {
    func separate(_ mark: UInt8) {
      bytes.append(mark)
      if isSpaced { bytes.append(Ascii.space) }
    }
    switch value {
    case .null: append("null", to: &bytes)
    case .bool(let value): append(value ? "true" : "false", to: &bytes)
    case .integer(let value): append(value.description, to: &bytes)
    // Swift's description is the shortest text that reads back to the same double, and is JSON where finite.
    case .number(let value): append(value.isFinite ? value.description : "null", to: &bytes)
    case .decimal(let text): append(text, to: &bytes)
    case .string(let value): appendQuoted(value, to: &bytes)
    case .array(let elements):
      bytes.append(Ascii.openBracket)
      for (index, element) in elements.enumerated() {
        if index > 0 { separate(Ascii.comma) }
        append(element, isSpaced: isSpaced, to: &bytes)
      }
      bytes.append(Ascii.closeBracket)
    case .object(let members):
      bytes.append(Ascii.openBrace)
      for (index, member) in members.enumerated() {
        if index > 0 { separate(Ascii.comma) }
        appendQuoted(member.key, to: &bytes)
        separate(Ascii.colon)
        append(member.value, isSpaced: isSpaced, to: &bytes)
      }
      bytes.append(Ascii.closeBrace)
    }
  }

  /// Appends a string literal. Control characters are escaped, and the two line separators, which JavaScript once refused.
  static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(Ascii.quote)
    if !appendPlain(text, to: &bytes) {
      for scalar in text.unicodeScalars { bytes += escaped(scalar).utf8 }
    }
    bytes.append(Ascii.quote)
  }

  /// Appends a text of printable ASCII without quotes and backslashes as it is; returns false for another one.
  private static func appendPlain(_ text: String, to bytes: inout [UInt8]) -> Bool {
    var text = text
    return text.withUTF8 { utf8 in
      let isPlain = isPlain(utf8)
      if isPlain { bytes.append(contentsOf: utf8) }
      return isPlain
    }
  }

  /// Returns true for a text of printable ASCII without quotes and backslashes, which stands in a string literal as it is.
  static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    // Without branches the loop runs on whole vectors.
    var others: UInt8 = 0
    for byte in utf8 {
      others |= byte &- 0x20 < 0x5f ? 0 : 1
      others |= byte == Ascii.quote ? 1 : 0
      others |= byte == Ascii.backslash ? 1 : 0
    }
    return others == 0
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\u{8}": return "\\b"
    case "\u{c}": return "\\f"
    case "\0"..<" ", "\u{7f}"..<"\u{a0}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
  }
}

extension JSONValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .number, .integer, .decimal: true
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
    case .null, .bool, .integer, .number, .decimal, .string: true
    }
  }
}

/// JSON's strings, and values that are passed over.
enum JSONText {
  /// The text of a string's bytes, without the quotes.
  static func unescaped(_ bytes: Bytes) -> String {
    guard bytes.contains(Ascii.backslash) else { return bytes.text }
    var units: [UInt16] = []
    var rest = bytes.text.utf16[...]
    while let unit = rest.popFirst() {
      guard unit == UInt16(Ascii.backslash), let escaped = rest.popFirst() else {
        units.append(unit)
        continue
      }
      switch Character(Unicode.Scalar(escaped) ?? " ") {
      case "n": units.append(0x0A)
      case "t": units.append(0x09)
      case "r": units.append(0x0D)
      case "b": units.append(0x08)
      case "f": units.append(0x0C)
      case "u":
        let digits = String(decoding: rest.prefix(4), as: UTF16.self)
        rest = rest.dropFirst(4)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
      default: units.append(escaped)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Moves behind the string whose opening quote is at `p`; false where the line ends before it does.
  @inline(__always)
  static func skipString(_ p: inout UnsafePointer<UInt8>) -> Bool {
    p += 1
    while p.pointee != Ascii.quote {
      if p.pointee == Ascii.backslash { p += 1 }
      if p.pointee == Ascii.newline { return false }
      p += 1
    }
    p += 1
    return true
  }

  /// Moves behind an array, an object or a word (`true`, `null`) without looking what is inside; false where
  /// the line ends first or the word is another.
  static func skipOther(_ p: inout UnsafePointer<UInt8>) -> Bool {
    guard p.pointee == Ascii.openBracket || p.pointee == Ascii.openBrace else {
      let first = p
      while isLetter(p.pointee) { p += 1 }
      let word = Bytes(first, p).text
      return word == "true" || word == "false" || word == "null"
    }
    var depth = 0
    repeat {
      switch p.pointee {
      case Ascii.newline: return false
      case Ascii.quote:
        guard skipString(&p) else { return false }
        continue
      case Ascii.openBracket, Ascii.openBrace: depth += 1
      case Ascii.closeBracket, Ascii.closeBrace: depth -= 1
      default: break
      }
      p += 1
    } while depth > 0
    return true
  }

  static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
}
