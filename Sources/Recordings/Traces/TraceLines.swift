/// Reads many traces from lines of JSON, `{"id":"a","model":"decel","t":[…],"y":[…]}`: the way in for those
/// who have a million of them. Takes no memory for a trace: the room of one serves the next.
///
/// Keys may come in any order; others are passed over, and of one that comes again the last counts.
package struct TraceLines: ~Copyable {
  private var cursor: LineCursor
  private var buffer = NumberBuffer()

  /// One trace; what it points to is valid until the next is read.
  package struct Trace {
    /// Texts as they stand between their quotes.
    package let id: UnsafeBufferPointer<UInt8>
    package let model: UnsafeBufferPointer<UInt8>
    package let abscissas: UnsafeBufferPointer<Double>
    package let observations: UnsafeBufferPointer<Double>
  }

  /// - Parameters:
  ///   - start: where a line begins.
  ///   - end: behind a newline, or behind the last byte, where ``MappedFile`` has one.
  ///   - file: the name that errors carry.
  ///   - line: the line, from 1, that stands at `start`.
  package init(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, file: String, line: Int = 1) {
    cursor = LineCursor(start, end, file: file, line: line)
  }

  /// The next trace; nil at the end.
  ///
  /// - Throws: a line that is no such object, with its number.
  package mutating func next() throws(ReadingError) -> Trace? {
    guard cursor.nextLine() else { return nil }
    buffer.count = 0
    var id = Bytes(cursor.p, cursor.p), model = id
    var times: LineMember?, offsets: LineMember?
    if try cursor.beginObject() {
      repeat {
        let member = try cursor.member(&buffer)
        switch member.value {
        case .column where member.isNamed("t"): times = member
        case .column where member.isNamed("y"): offsets = member
        case .text(let text) where member.isNamed("id"), .number(let text) where member.isNamed("id"):
          id = text
        case .text(let text) where member.isNamed("model"): model = text
        default: break
        }
      } while try !cursor.isLast(Ascii.closeBrace, "',' or '}'")
    }
    try cursor.endLine()
    let abscissas = try numbers(times, "an array 't'"), observations = try numbers(offsets, "an array 'y'")
    guard abscissas.count == observations.count else {
      throw cursor.malformed("as many numbers in 't' as in 'y'")
    }
    return Trace(id: id, model: model, abscissas: abscissas, observations: observations)
  }

  private func numbers(
    _ member: LineMember?, _ expected: String
  ) throws(ReadingError) -> UnsafeBufferPointer<Double> {
    guard let member, case .column(let column) = member.value, !column.isClock else {
      throw cursor.malformed(expected)
    }
    if let fieldError = column.fieldError { throw cursor.fieldError(at: fieldError, column: member.key) }
    return UnsafeBufferPointer(rebasing: buffer.numbers[column.numbers])
  }

  /// The error of a trace whose model the caller does not know.
  package func unknownModel(_ trace: Trace, known: [String]) -> ReadingError {
    ReadingError(cursor.file, line: cursor.line, .unknownModel(trace.model.text, known: known))
  }
}
