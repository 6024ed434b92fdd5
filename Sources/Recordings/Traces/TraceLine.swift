internal import Synchronization

/// A whole recording as one JSON object on a line: columns are arrays of numbers, or of dates or times of
/// day as texts, all of one length, under the names that columns of a table have; texts and single numbers describe the recording.
///
///     {"id": "a7", "device": "iPhone 16", "t": [0, 0.008, …], "y": [0, 3.1, …]}
package struct TraceLine {
  private let bytes: [UInt8]
  private let source: String
  private let number: Int
  private let columns: [Column]
  /// The facts that are no column: `device`, `model`, … as text, by key.
  package let facts: [String: String]

  private struct Column {
    let name: String
    let numbers: [Double]
    /// True if the elements are dates or times of day.
    let isClock: Bool
    /// The position at which it stands in the line.
    let position: Int
    /// The first number, where it is written as an integer.
    let origin: Int64?
    /// The error of the first element that is no finite number.
    let fieldError: ReadingError?
  }

  /// - Parameters:
  ///   - bytes: the line without its end.
  ///   - number: of the line, from 1.
  /// - Throws: a line that is no object, or has no column.
  package init(_ bytes: [UInt8], number: Int, source: String) throws(ReadingError) {
    self.bytes = bytes
    self.source = source
    self.number = number
    var columns: [Column] = []
    var facts: [String: String] = [:]
    var keys: [String] = []
    try LineCursor.over(bytes, file: source, line: number) { line throws(ReadingError) in
      let start = line.p
      var buffer = NumberBuffer()
      _ = line.nextLine()
      guard try line.beginObject() else { return try line.endText() }
      repeat {
        buffer.count = 0
        let member = try line.member(&buffer)
        let key = JSONText.unescaped(member.key)
        keys.append(key)
        switch member.value {
        case .column(let column) where !column.numbers.isEmpty:
          columns.append(
            Column(
              name: key, numbers: Array(buffer.numbers), isClock: column.isClock,
              position: column.start - start,
              origin: column.origin,
              fieldError: column.fieldError.map { line.fieldError(at: $0, column: member.key) }))
        case .text(let text): facts[key] = JSONText.unescaped(text)
        case .number(let text): facts[key] = text.text
        case .column, .other: break
        }
      } while try !line.isLast(Ascii.closeBrace, "',' or '}'")
      try line.endText()
    }
    guard !columns.isEmpty else {
      throw ReadingError(source, line: number, .noUsableColumn(found: keys, projection: false))
    }
    self.columns = columns
    self.facts = facts
  }

  package func hasColumn(_ name: String) -> Bool { columns.contains { $0.name == name } }

  /// The recording; several where its time starts again.
  package func traces(_ options: ReadingOptions) throws(ReadingError) -> [Trace] {
    var header = Header(
      format: .ndjson, names: columns.map(\.name), isNumeric: columns.map { !$0.isClock },
      metadata: Dictionary(
        facts.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first }),
      clocks: Set(columns.indices.filter { columns[$0].isClock }))
    let label = ColumnRole.seriesNames.first { facts[$0] != nil }
    if let label {
      header.names.append(label)
      header.isNumeric.append(false)
    }
    let count = (columns.first { !$0.isClock } ?? columns[0]).numbers.count
    try check(columns.filter { !$0.isClock }, count)
    let (roles, selection) = try KnownRoles.find(in: header, options, file: source)
    var kept = [[Double]](repeating: [], count: header.names.count)
    for index in selection.numbers {
      guard columns.indices.contains(index) else {
        throw ReadingError(
          source, line: number,
          .notANumber(text: facts[header.names[index]] ?? "", column: header.names[index]))
      }
      if let fieldError = columns[index].fieldError { throw fieldError }
      if columns[index].isClock { try check([columns[index]], count) }
      kept[index] = index == selection.stamps ? try stamps(columns[index]) : columns[index].numbers
    }
    var table = Table(
      source: source, format: .ndjson, metadata: header.metadata, names: header.names, columns: kept,
      rowCount: count, labels: label.map { [facts[$0] ?? ""] } ?? [],
      labelOfRow: label == nil ? [] : [Int32](repeating: 0, count: count),
      lines: LineNumbers(repeating: number, count: count),
      origin: selection.stamps.flatMap { columns[$0].origin },
      cleaning: [])
    let builder = TraceBuilder(table, roles: roles, selection: selection, options: options)
    return try builder.traces(&table)
  }

  private func check(_ columns: [Column], _ count: Int) throws(ReadingError) {
    for column in columns where column.numbers.count != count {
      throw ReadingError(
        source, line: number, .recording(.lengths(times: count, column: column.numbers.count)))
    }
  }

  /// A column's numbers since its first where that is an integer, read again: which column has the times is
  /// known only at the line's end.
  private func stamps(_ column: Column) throws(ReadingError) -> [Double] {
    guard let origin = column.origin, origin != 0 else { return column.numbers }
    return try LineCursor.over(bytes, file: source, line: number) { line throws(ReadingError) in
      line.p += column.position
      var buffer = NumberBuffer()
      _ = try line.column(&buffer, since: origin)
      return Array(buffer.numbers)
    }
  }
}

/// The roles of the last line's columns, which the next line of a file mostly has again.
private final class KnownRoles: Sendable {
  private let names: [String]
  private let isNumeric: [Bool]
  private let clocks: Set<Int>
  /// The unit that the line gives.
  private let unit: String?
  private let options: ReadingOptions
  private let roles: ColumnRoles
  private let selection: Selection

  private init(
    _ header: Header, unit: String?, options: ReadingOptions, roles: ColumnRoles
  ) {
    names = header.names
    isNumeric = header.isNumeric
    clocks = header.clocks
    self.unit = unit
    self.options = options
    self.roles = roles
    selection = roles.selection
  }

  private static let last = Mutex<KnownRoles?>(nil)

  /// The roles by ``RoleFinder``, which depend on nothing else of a line.
  static func find(
    in header: Header, _ options: ReadingOptions, file: String
  ) throws(ReadingError) -> (roles: ColumnRoles, selection: Selection) {
    let unit = header.metadata["unit"]
    let known = last.withLock { last -> KnownRoles? in
      guard let last, last.names == header.names, last.isNumeric == header.isNumeric,
        last.clocks == header.clocks, last.unit == unit, last.options == options
      else { return nil }
      return last
    }
    if let known { return (known.roles, known.selection) }
    let roles = try RoleFinder.find(in: header, options, file: file)
    let found = KnownRoles(header, unit: unit, options: options, roles: roles)
    last.withLock { $0 = found }
    return (found.roles, found.selection)
  }
}

extension TraceLine {
  /// Returns true if the first line of a text is a recording, judged as far as need be: an object with an array of
  /// numbers or dates that has a role, or with another array of numbers and no single number that has a role, as a row
  /// of a table has. Nil where the text ends before that is known.
  static func isFirst(in text: [UInt8]) -> Bool? {
    try? LineCursor.over(text, file: "", line: 1) { line throws(ReadingError) in
      guard line.nextLine() else { return nil }
      do throws(ReadingError) { return try line.isTrace() } catch {
        return line.lineEnd < line.end ? false : nil
      }
    }
  }
}

extension LineCursor {
  fileprivate mutating func isTrace() throws(ReadingError) -> Bool {
    guard try beginObject() else { return false }
    var buffer = NumberBuffer()
    var hasColumn = false, isRow = false
    repeat {
      var ahead = self
      let hasRole = ColumnRole.isOfSample(JSONText.unescaped(try ahead.key()))
      if hasRole, ahead.beginNumbers(), ahead.p.pointee != Ascii.closeBracket { return true }
      buffer.count = 0
      switch try member(&buffer).value {
      case .column(let column): hasColumn = hasColumn || !(column.isClock || column.numbers.isEmpty)
      case .number: isRow = isRow || hasRole
      case .text, .other: break
      }
    } while try !isLast(Ascii.closeBrace, "',' or '}'")
    return hasColumn && !isRow
  }
}

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
