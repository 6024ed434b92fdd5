/// The size of a QR code, 1 to 9, with error correction level L: as many modules as a terminal has room for.
struct QRVersion: Equatable {
  let number: Int

  /// Codewords of data, those of error correction of each block, blocks, and the centers of the alignment patterns
  /// (ISO/IEC 18004, tables 9 and E.1); all blocks of these sizes are equally long.
  private static let table: [(data: Int, correction: Int, blocks: Int, centers: [Int])] = [
    (19, 7, 1, []), (34, 10, 1, [6, 18]), (55, 15, 1, [6, 22]), (80, 20, 1, [6, 26]), (108, 26, 1, [6, 30]),
    (136, 18, 2, [6, 34]), (156, 20, 2, [6, 22, 38]), (194, 24, 2, [6, 24, 42]), (232, 30, 2, [6, 26, 46]),
  ]

  /// The smallest version that holds a text of so many bytes; nil where none does.
  init?(holding count: Int) {
    // Four bits of mode and eight of length go before.
    guard let index = Self.table.firstIndex(where: { $0.data >= count + 2 }) else { return nil }
    number = index + 1
  }

  var size: Int { 17 + 4 * number }
  var dataLength: Int { Self.table[number - 1].data }
  var correctionLength: Int { Self.table[number - 1].correction }
  var blockCount: Int { Self.table[number - 1].blocks }
  var alignmentCenters: [Int] { Self.table[number - 1].centers }
}
