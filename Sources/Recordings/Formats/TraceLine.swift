/// A whole recording as one JSON object on a line: columns are arrays of numbers, all of one length, under the names
/// that columns of a table have; texts and single numbers tell of the recording.
///
///     {"id": "a7", "device": "iPhone 16", "t": [0, 0.008, …], "y": [0, 3.1, …]}
public struct TraceLine {
  private let source: String
  private let number: Int
  private let columns: [(name: String, numbers: [JSONValue])]
  /// What is no column: `device`, `model`, … as text, by key.
  public let facts: [String: String]

  /// - Parameters:
  ///   - bytes: the line without its end.
  ///   - number: of the line, from 1.
  /// - Throws: a line that is no object, or has no column.
  public init(_ bytes: [UInt8], number: Int, source: String) throws(ReadingError) {
    self.source = source
    self.number = number
    let object: JSONValue
    do { object = try JSONValue(json: bytes) } catch {
      throw ReadingError(
        source, line: number, column: error.column, .malformedObject(expected: error.expected))
    }
    guard let members = object.members else {
      throw ReadingError(source, line: number, column: 1, .malformedObject(expected: "'{'"))
    }
    columns = members.compactMap { member in
      member.value.elements.flatMap { $0.isEmpty || $0[0].double == nil ? nil : (member.key, $0) }
    }
    facts = Dictionary(
      members.compactMap { member in (member.value.text ?? member.value.number).map { (member.key, $0) } },
      uniquingKeysWith: { _, last in last })
    guard !columns.isEmpty else {
      throw ReadingError(
        source, line: number, .noUsableColumn(found: members.map(\.key), projection: false))
    }
  }

  public func hasColumn(_ name: String) -> Bool { columns.contains { $0.name == name } }

  /// Whether a line is such a recording.
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.first == Ascii.openBrace && bytes.contains(Ascii.openBracket)
      && (try? TraceLine(bytes, number: 1, source: "")) != nil
  }

  /// The recording; several where its time starts again.
  public func traces(_ options: ReadingOptions) throws(ReadingError) -> [Trace] {
    var header = Header(
      format: .ndjson, names: columns.map(\.name), isNumeric: columns.map { _ in true },
      metadata: Dictionary(
        facts.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first }))
    let label = ColumnRole.seriesNames.first { facts[$0] != nil }
    if let label {
      header.names.append(label)
      header.isNumeric.append(false)
    }
    let count = columns[0].numbers.count
    for column in columns where column.numbers.count != count {
      throw ReadingError(
        source, line: number, .recording(.lengths(times: count, column: column.numbers.count)))
    }
    let roles = try RoleFinder.find(in: header, options, file: source)
    let selection = roles.selection
    var kept = [[Double]](repeating: [], count: header.names.count)
    var origin: Int64?
    for index in selection.numbers {
      if index == selection.stamps { origin = columns[index].numbers[0].integer }
      kept[index] = try doubles(
        columns[index].name, columns[index].numbers, from: index == selection.stamps ? origin : nil)
    }
    var table = Table(
      source: source, format: .ndjson, metadata: header.metadata, names: header.names, columns: kept,
      rowCount: count, labels: label.map { [facts[$0] ?? ""] } ?? [],
      labelOfRow: label == nil ? [] : [Int32](repeating: 0, count: count),
      lines: LineNumbers(repeating: number, count: count), origin: origin, cleaning: [])
    var builder = TraceBuilder(roles: roles, options: options)
    return try builder.traces(&table)
  }

  /// - Parameter origin: what whole numbers are subtracted from before they become doubles, so that 19 digits of
  ///   nanoseconds lose nothing.
  private func doubles(
    _ name: String, _ numbers: [JSONValue], from origin: Int64?
  ) throws(ReadingError) -> [Double] {
    var doubles: [Double] = []
    doubles.reserveCapacity(numbers.count)
    for value in numbers {
      if let origin, let stamp = value.integer {
        let (difference, overflow) = stamp.subtractingReportingOverflow(origin)
        if !overflow {
          doubles.append(Double(difference))
          continue
        }
      }
      guard let double = value.double else {
        throw ReadingError(source, line: number, .notANumber(text: value.json, column: name))
      }
      doubles.append(double - Double(origin ?? 0))
    }
    return doubles
  }
}

extension JSONValue {
  /// The number as it is written.
  fileprivate var number: String? {
    if case .number(let text) = self { text } else { nil }
  }

  /// The whole number that is written without a point or an exponent.
  fileprivate var integer: Int64? { number.flatMap { Int64($0) } }
}
