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

  /// Returns true if the text is an array, or one object and no more: not one a line.
  private static func isDocument(_ parser: JSONParser) -> Bool {
    var parser = parser
    do {
      if case .array = try parser.value() { return true }
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
