/// The whole text of a file in a foreign format.
struct ForeignText {
  let file: String
  let bytes: [UInt8]

  /// Calls `body` with every line that is not blank, and its number from 1.
  func forEachLine(_ body: (Int, Bytes) throws(ReadingError) -> Void) throws(ReadingError) {
    let result = bytes.withUnsafeBufferPointer { all in
      Result { () throws(ReadingError) in
        var start = 0
        var line = 1
        while start < all.count {
          let end = all[start...].firstIndex(of: Ascii.newline) ?? all.count
          let text = Bytes(rebasing: all[start..<end]).trimmed
          guard end - start <= Window.lineLimit else {
            throw ReadingError(file, line: line, .lineTooLong(limit: Window.lineLimit))
          }
          if !text.isEmpty { try body(line, text) }
          start = end + 1
          line += 1
        }
      }
    }
    try result.get()
  }

  /// The objects of an NDJSON file, of an array, or of the arrays inside a document, each with its line; and what was left out
  /// at the end of a file that was cut.
  ///
  /// - Parameter mayEndOpen: whether the format lets the closing bracket be missing.
  func objects(
    mayEndOpen: Bool = false
  ) throws(ReadingError) -> (objects: [(line: Int, value: JSONValue)], cleaning: [Trace.Cleaning]) {
    let found = bytes.withUnsafeBufferPointer { JSONRecords.read($0) }
    guard let failure = found.failure else {
      let isCut = found.endsOpen && !mayEndOpen
      return (
        found.records,
        isCut
          ? [Trace.Cleaning(what: "the end of the file is missing: used up to there", count: 1, lines: [])]
          : []
      )
    }
    guard !failure.isExcess else { throw ReadingError(file, .tooMany(.values)) }
    let error = ReadingError(
      file, line: failure.line, column: failure.column, .malformedObject(expected: failure.expected))
    // A recorder that was stopped leaves half a record at the end; anything before it is a mistake.
    guard !found.records.isEmpty, failure.isAtEnd else { throw error }
    return (
      found.records,
      [Trace.Cleaning(what: "cut end of the file left out: \(error)", count: 1, lines: [failure.line])]
    )
  }
}
