/// A JSON value. Objects keep the order of their members, and numbers of a file their text, so that what is not understood
/// can be written back unchanged.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number to be written; one that is not finite becomes `null`.
  case number(Double)
  /// A number's text, as a file has it: `0.10`.
  case decimal(String)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  /// The shortest decimal that reads back to a number, whole ones without a point; null where it is not finite.
  package static func decimal(_ value: Double) -> JSONValue {
    guard value.isFinite else { return .null }
    let text = value.description
    return .decimal(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// The number, where it is one and finite.
  package var double: Double? {
    let value: Double? =
      switch self {
      case .integer(let integer): Double(integer)
      case .number(let number): number
      case .decimal(let text): Double(text)
      case .null, .bool, .string, .array, .object: nil
      }
    return value.flatMap { $0.isFinite ? $0 : nil }
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

  /// True if a number in it is not finite.
  package var hasNotFinite: Bool {
    switch self {
    case .number(let value): !value.isFinite
    case .array(let elements): elements.contains { $0.hasNotFinite }
    case .object(let members): members.contains { $0.value.hasNotFinite }
    case .null, .bool, .integer, .decimal, .string: false
    }
  }

  /// The value on one line, without blanks.
  package var json: String { JSONWriter.compact(self) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { JSONMember($0.0, $0.1) })
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

extension JSONValue {
  package static func number(_ value: Double?) -> JSONValue { value.map(JSONValue.number) ?? .null }

  package static func string(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

  package static func numbers(_ values: [Double]) -> JSONValue { .array(values.map(JSONValue.number)) }

  package static func strings(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }

  /// `[low, high]`.
  package static func interval(_ range: ClosedRange<Double>?) -> JSONValue {
    range.map { .numbers([$0.lowerBound, $0.upperBound]) } ?? .null
  }
}

/// The objects that a JSON text lists: one a line, in an array, or in the arrays of a document.
enum JSONRecords {
  struct Failure {
    let line: Int
    let column: Int
    let expected: String
    /// Nothing but the rest of one record stands behind it.
    let isAtEnd: Bool
    /// The text has more values than are read of one.
    let isExcess: Bool
  }

  /// Returns true if the text is an array of records, or one object and no more: not one a line.
  private static func isDocument(_ parser: JSONParser) -> Bool {
    var parser = parser
    do {
      if case .array(let elements) = try parser.value(), elements.first?.double == nil { return true }
      return parser.isAtEnd
    } catch {
      return true
    }
  }

  /// Reads until the text ends or is malformed.
  ///
  /// - Returns: the objects with their lines, what made no sense, and whether the text ended behind a whole object of a list that
  ///   was not closed.
  static func read(
    _ bytes: Bytes
  ) -> (records: [(line: Int, value: JSONValue)], failure: Failure?, endsOpen: Bool) {
    var parser = JSONParser(bytes)
    var positions: [(position: Int, value: JSONValue)] = []
    var failure: JSONParser.Failure?
    do throws(JSONParser.Failure) {
      if isDocument(parser) { _ = try parser.elements { positions.append(($0, $1)) } }
      while !parser.isAtEnd {
        let start = parser.position
        positions.append((start, try parser.value()))
      }
    } catch {
      failure = error
    }
    // Lines are counted once, along the text.
    var line = 1
    var counted = 0
    var lineStart = 0
    func advance(to position: Int) {
      while counted < min(position, bytes.count) {
        if bytes[counted] == Ascii.newline {
          line += 1
          lineStart = counted + 1
        }
        counted += 1
      }
    }
    var records: [(line: Int, value: JSONValue)] = []
    for (position, value) in positions {
      advance(to: position)
      records.append((line, value))
    }
    guard let failure else { return (records, nil, parser.endsOpen) }
    advance(to: failure.position)
    let rest = Bytes(rebasing: bytes[min(failure.position, bytes.count)...])
    return (
      records,
      Failure(
        line: line, column: failure.position - lineStart + 1, expected: failure.expected,
        isAtEnd: !rest.contains(Ascii.newline), isExcess: failure.isExcess),
      false
    )
  }
}
