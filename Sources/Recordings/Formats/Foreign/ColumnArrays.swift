/// The columns of an object that has them as arrays: `{"t": [0, 0.016], "y": [0, 3.5]}`. Arrays of another length than the
/// times' (the limits of phases, touches) are none of its columns.
struct ColumnArrays {
  private(set) var numbers: [Column] = []
  /// Dates and times of day, in seconds.
  private(set) var clocks: [Column] = []
  let count: Int
  /// True if a column is named as a time or an offset is.
  private let isNamed: Bool

  typealias Column = (name: String, values: [Double])

  /// The recordings of a document, each with the key that it stands under: the document itself, or else the objects in it
  /// whose columns are named.
  static func recordings(
    in document: JSONValue, _ file: String
  ) throws(ReadingError) -> [(name: String?, columns: ColumnArrays)] {
    if let columns = try ColumnArrays(document, file, line: 1) { return [(nil, columns)] }
    return try named(in: document, file)
  }

  private static func named(
    in object: JSONValue, _ file: String
  ) throws(ReadingError) -> [(name: String?, columns: ColumnArrays)] {
    var found: [(name: String?, columns: ColumnArrays)] = []
    for member in object.members ?? [] where member.value.members != nil {
      if let columns = try ColumnArrays(member.value, file, line: 1), columns.isNamed {
        found.append((member.key, columns))
      } else {
        found += try named(in: member.value, file)
      }
    }
    return found
  }

  /// Nil for an object without two such arrays, and for one that has longer ones if no column is named.
  ///
  /// - Throws: where an offset has another length than the times.
  init?(_ object: JSONValue, _ file: String, line: Int) throws(ReadingError) {
    var longest = 0
    for member in object.members ?? [] {
      guard let elements = member.value.elements, elements.count > 1 else { continue }
      longest = max(longest, elements.count)
      if elements.allSatisfy({ $0.double != nil }) {
        numbers.append((member.key, elements.compactMap(\.double)))
        continue
      }
      let times = elements.compactMap { $0.text.flatMap { WallClock.seconds($0) } }
      if times.count == elements.count { clocks.append((member.key, times)) }
    }
    let times = numbers.first { ColumnRole(ColumnName($0.name)) == .time } ?? clocks.first
    let offsets = numbers.filter {
      if case .offset? = ColumnRole(ColumnName($0.name)) { true } else { false }
    }
    isNamed = times != nil || !offsets.isEmpty
    count = times?.values.count ?? offsets.first?.values.count ?? longest
    for offset in offsets where offset.values.count != count {
      throw ReadingError(
        file, line: line, .recording(.lengths(times: count, column: offset.values.count)))
    }
    let count = count
    numbers.removeAll { $0.values.count != count }
    clocks.removeAll { $0.values.count != count }
    guard numbers.count + clocks.count > 1 else { return nil }
  }
}
