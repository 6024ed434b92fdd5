/// Reads many traces from lines of JSON, `{"id":"a","model":"decel","t":[…],"y":[…]}`: the fast way in for
/// those who have a million of them.
///
/// Keys may come in any order; others are passed over.
package struct TraceLines: ~Copyable {
  private var cursor: LineCursor
  private var abscissas = NumberRoom()
  private var observations = NumberRoom()

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
    var id = Bytes(cursor.p, cursor.p), model = id
    abscissas.count = 0
    observations.count = 0
    try cursor.expect(Ascii.openBrace, "'{'")
    while true {
      let key = try cursor.key()
      switch (key.count, key.first) {
      case (1, UInt8(ascii: "t")): try cursor.numbers(&abscissas)
      case (1, UInt8(ascii: "y")): try cursor.numbers(&observations)
      case (2, _) where key.elementsEqual("id".utf8): id = try cursor.value()
      case (5, _) where key.elementsEqual("model".utf8): model = try cursor.value()
      default: _ = try cursor.value()
      }
      if try cursor.isLast(Ascii.closeBrace, "',' or '}'") { break }
    }
    try cursor.endLine()
    guard abscissas.count == observations.count else {
      throw cursor.malformed("as many numbers in 't' as in 'y'")
    }
    return Trace(id: id, model: model, abscissas: abscissas.numbers, observations: observations.numbers)
  }

  /// The error of a trace whose model the caller does not know.
  package func unknownModel(_ trace: Trace, known: [String]) -> ReadingError {
    ReadingError(cursor.file, line: cursor.line, .unknownModel(trace.model.text, known: known))
  }
}
