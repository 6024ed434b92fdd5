/// A table of Instruments as `xctrace export --xpath` writes it: signposts and log messages with values inside text; times in ns.
///
/// A row's cells are elements named after their type; a cell that occurred before is a reference to it. A row whose message has no numbers is an
/// event by the signpost's name. Processes that write the same value are series.
enum XctraceFormat {
  static let root = Array("<trace-query-result".utf8)

  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    let result = text.bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(ReadingError) in
        var reader = RowReader(bytes, file: text.file)
        do throws(ReadingError) { try reader.read() } catch {
          guard reader.isCut, !reader.records.isEmpty else { throw error }
          reader.records.cleaning.append(
            Trace.Cleaning(what: "the end of the file is missing: used up to there", count: 1, lines: []))
        }
        reader.records.separateProcesses()
        return reader.records
      }
    }
    return try result.get()
  }

  /// The text of a cell: its own, or that of the cells inside it; and what Instruments shows for it.
  private struct Cell {
    var raw = ""
    var shown: String?
  }

  private struct RowReader {
    var records = ForeignRecords(.xctrace)
    /// True once the text ended inside of an element.
    private(set) var isCut = false
    private let file: String
    private var scanner: XMLScanner
    private let bytes: Bytes
    private var cells: [String: Cell] = [:]
    /// Bytes that cells may still take: references to references would multiply a text without end.
    private var room = ReadingLimits.maximumWholeSize
    private var line = 1
    private var counted = 0
    private var grouped: [Int] = []

    init(_ bytes: Bytes, file: String) {
      self.bytes = bytes
      self.file = file
      scanner = XMLScanner(bytes)
    }

    mutating func read() throws(ReadingError) {
      while records.excess == nil, let token = try next() {
        guard case .open("row", _) = token else { continue }
        countLines()
        try readRow()
      }
      if !grouped.isEmpty {
        records.cleaning.append(
          Trace.Cleaning(
            what: "message with digits grouped by commas left out", count: grouped.count,
            lines: Array(grouped.prefix(10))))
      }
    }

    private mutating func next() throws(ReadingError) -> XMLScanner.Token? {
      do {
        return try scanner.next()
      } catch {
        isCut = !bytes[min(error.position, bytes.count)...].contains(UInt8(ascii: ">"))
        countLines()
        let start = bytes[..<counted].lastIndex(of: Ascii.newline).map { $0 + 1 } ?? 0
        throw ReadingError(
          file, line: line, column: error.position - start + 1, .malformedElement(expected: error.expected))
      }
    }

    private mutating func countLines() {
      while counted < min(scanner.position, bytes.count) {
        if bytes[counted] == Ascii.newline { line += 1 }
        counted += 1
      }
    }

    private mutating func readRow() throws(ReadingError) {
      var row: [String: Cell] = [:]
      while let token = try next() {
        switch token {
        case .close("row"): return take(row)
        case .open(let name, let attributes):
          let cell = try readCell(name, attributes)
          // The first of a type: the start of an interval, not its end.
          if row[name] == nil { row[name] = cell }
        default: break
        }
      }
    }

    /// Reads up to the end of an element.
    private mutating func readCell(
      _ name: String, _ attributes: [String: String]
    ) throws(ReadingError) -> Cell {
      var cell = Cell(shown: attributes["fmt"])
      if let known = attributes["ref"].flatMap({ cells[$0] }) { cell = known }
      while let token = try next() {
        switch token {
        case .text(let text): cell.raw += text
        // The scanner bounds the depth.
        case .open(let name, let attributes): cell.raw += try readCell(name, attributes).raw
        case .close:
          if let id = attributes["id"] { try keep(cell, id: id) }
          return cell
        }
        guard cell.raw.utf8.count <= ReadingLimits.maximumLineLength else {
          countLines()
          throw ReadingError(file, line: line, .lineTooLong(limit: ReadingLimits.maximumLineLength))
        }
      }
      return cell
    }

    private mutating func keep(_ cell: Cell, id: String) throws(ReadingError) {
      // What a dictionary takes for an element is counted too.
      room -= cell.raw.utf8.count + (cell.shown?.utf8.count ?? 0) + 16
      guard room >= 0 else {
        throw ReadingError(file, .tooLarge(limit: ReadingLimits.maximumWholeSize))
      }
      cells[id] = cell
    }

    private mutating func take(_ row: [String: Cell]) {
      guard
        let time = (row["event-time"] ?? row["start-time"]).flatMap({ Int64($0.raw.filter { $0 != " " }) }),
        let time = Nanoseconds.of(time, unit: 1)
      else { return }
      let name = row["signpost-name"].map { $0.raw.isEmpty ? $0.shown ?? "" : $0.raw } ?? ""
      let metadata = row["os-log-metadata"]
      let message = metadata.map { $0.raw.isEmpty ? $0.shown ?? "" : $0.raw } ?? ""
      // Instruments shows 1234.5 as 1,234.5, or as 1234,5: neither is guessed.
      if metadata?.raw.isEmpty == true, Self.hasCommaInNumber(message) {
        grouped.append(line)
        return
      }
      let numbers = Array("\(name) \(message)".utf8).withUnsafeBufferPointer(NamedNumbers.all)
      if !numbers.isEmpty {
        let process = row["process"].map { $0.shown ?? $0.raw }
        records.add(line: line, time: time, label: process, numbers)
      } else if !name.isEmpty {
        let details = [("signpostType", row["event-type"]?.raw), ("eventMessage", message)]
        records.add(
          event: name, line: line, time: time,
          details.compactMap { key, text in
            text.flatMap { $0.isEmpty ? nil : JSONMember(key, .string($0)) }
          })
      }
    }

    private static func hasCommaInNumber(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      func isDigit(_ index: Int) -> Bool {
        bytes.indices.contains(index) && (0x30...0x39).contains(bytes[index])
      }
      return bytes.indices.contains { bytes[$0] == Ascii.comma && isDigit($0 - 1) && isDigit($0 + 1) }
    }
  }
}
