/// An object of an NDJSON file that is more than a sample: a recording's own header, or an event.
struct Record: Equatable {
  let line: Int
  let object: JSONValue

  init(line: Int, object: JSONValue) {
    self.line = line
    self.object = object
  }

  /// - Parameter text: the object as it stands in the line, from the line's start.
  init(_ text: Bytes, line: Int, file: String) throws(ReadingError) {
    self.line = line
    do {
      object = try JSONParser.value(text)
    } catch {
      throw ReadingError(
        file, line: line, column: error.position + 1, .malformedObject(expected: error.expected))
    }
  }

  /// The name of the format, in the header's key `format`.
  static let formatName = "scrolltrace"
  static let version = 1.0

  var isHeader: Bool { object["format"]?.text == Self.formatName }

  static func isScrolltrace(_ format: Bytes) -> Bool { format.elementsEqual(formatName.utf8) }

  /// Returns true if an event shows no more than that there is a sample.
  static func isSample(_ event: Bytes) -> Bool {
    event.elementsEqual("didScroll".utf8) || event.elementsEqual("scroll".utf8)
  }

  /// The number at a path less `origin`: whole numbers are subtracted before they become doubles, so that 19 digits of
  /// nanoseconds lose nothing.
  func number(_ path: String, from origin: Double = 0) -> Double? {
    guard case .decimal(let text)? = object[path] else { return nil }
    if let whole = Int64(text), let start = Int64(exactly: origin) {
      let (difference, overflow) = whole.subtractingReportingOverflow(start)
      if !overflow { return Double(difference) }
    }
    return object[path]?.double.map { $0 - origin }
  }
}

extension TouchState {
  /// The place of a word among all states, as a column of numbers holds it; nil for a word that is none of them.
  static func code(_ word: Bytes) -> Double? {
    allCases.firstIndex { word.elementsEqual($0.rawValue.utf8) }.map(Double.init)
  }

  /// The state of a ``code(_:)``; nil for −1.
  init?(code: Double) {
    guard code >= 0, let index = Int(exactly: code), Self.allCases.indices.contains(index) else { return nil }
    self = Self.allCases[index]
  }
}
