/// The text between the numbers of a row: most rows of a file have the same there as the row before, and
/// are read by comparing it, without asking again what it means.
struct RowPattern {
  /// Eight bytes, those compared under the mask.
  private struct Word {
    let bits: UInt64
    let mask: UInt64
  }

  /// The bytes before a number, or behind the last.
  private struct Field {
    let wordsEnd: Int
    let length: Int
    /// The slot of the number; -1 for one that is not kept, nil for none.
    let slot: Int?
  }

  /// The longest pattern, bytes.
  private static let limit = 1024
  /// After so many rows in succession that did not fit, none is tried any more.
  private static let patience = 100

  private let mark: UInt8
  private var pieces: [Field] = []
  private var words: [Word] = []
  /// The positions of the numbers of the current row.
  private var found: [(start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, slot: Int)] = []
  private var misses = 0

  init(mark: UInt8) { self.mark = mark }

  /// Reads the rows of [start, end) as long as they are like the last one; returns where the first other
  /// begins.
  ///
  /// - Parameter line: that of the row at `start`; after it, that of the first other.
  mutating func readRows(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, line: inout Int, into store: inout ColumnStore
  ) -> UnsafePointer<UInt8> {
    guard !pieces.isEmpty else { return start }
    var p = start
    pieces.withUnsafeBufferPointer { pieces in
      words.withUnsafeBufferPointer { words in
        while p < end, let next = row(p, pieces, words, &store), next - p <= Window.lineLimit {
          store.endRow(line: line)
          line += 1
          p = next
        }
      }
    }
    misses = p == start ? misses + 1 : 0
    if misses == Self.patience { pieces = [] }
    return p
  }

  /// Reads a row, its end included, into the store's; returns what stands behind it. Nil where it is not like
  /// the last one: then anything may be in the store's row.
  @inline(__always)
  private func row(
    _ start: UnsafePointer<UInt8>, _ pieces: UnsafeBufferPointer<Field>, _ words: UnsafeBufferPointer<Word>,
    _ store: inout ColumnStore
  ) -> UnsafePointer<UInt8>? {
    var p = start
    var index = 0
    for piece in pieces {
      var position = p
      while index < piece.wordsEnd {
        let bits = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
        guard (bits ^ words[index].bits) & words[index].mask == 0 else { return nil }
        position += 8
        index &+= 1
      }
      p += piece.length
      guard let slot = piece.slot else { break }
      if slot >= 0, slot == store.stampSlot {
        let digits = p
        guard let decimal = Decimal.scanWords(&p, mark: mark),
          let value = decimal.finite(digits, p, mark: mark)
        else { return nil }
        store.put(value, decimal, slot: slot)
      } else {
        guard let (value, end) = Decimal.double(at: p, mark: mark) else { return nil }
        if slot >= 0 { store.put(value, slot: slot) }
        p = end
      }
    }
    return p
  }

  /// Begins to learn from a row.
  mutating func begin() { found.removeAll(keepingCapacity: true) }

  /// Notes a number of the row.
  mutating func note(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, slot: Int) {
    if misses < Self.patience { found.append((start, end, slot)) }
  }

  /// Notes a field that is not kept, where it is a number: the next row may have another.
  mutating func note(field: Bytes) {
    guard misses < Self.patience, let start = field.baseAddress, field.first != Ascii.quote,
      FieldCheck.isWhollyNumber(field, mark: mark)
    else { return }
    note(start, start + field.count, slot: -1)
  }

  /// Ends a row that was read whole: the next one is expected to be like it.
  mutating func end(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    guard misses < Self.patience else { return }
    pieces.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
    guard !found.isEmpty, end - start <= Self.limit else { return }
    var p = start
    for number in found {
      append(Bytes(p, number.start), slot: number.slot)
      p = number.end
    }
    append(Bytes(p, end), slot: nil)
  }

  private mutating func append(_ bytes: Bytes, slot: Int?) {
    for start in stride(from: 0, to: bytes.count, by: 8) {
      var bits: UInt64 = 0, mask: UInt64 = 0
      for (position, byte) in bytes[start..<min(start + 8, bytes.count)].enumerated() {
        bits |= UInt64(byte) << (8 * position)
        mask |= 0xFF << (8 * position)
      }
      words.append(Word(bits: UInt64(littleEndian: bits), mask: UInt64(littleEndian: mask)))
    }
    pieces.append(Field(wordsEnd: words.count, length: bytes.count, slot: slot))
  }
}
