/// A QR code of a text (ISO/IEC 18004): byte mode, error correction level L, versions 1 to 9.
package struct QRCode: Equatable, Sendable {
  /// Rows of modules, true where dark.
  package let modules: [[Bool]]

  /// Nil for a text longer than 230 bytes. Of the eight masks the one whose picture is the easiest to read is taken.
  package init?(_ text: String) { self.init(text, masks: Array(0..<8)) }

  init?(_ text: String, masks: [Int]) {
    let bytes = Array(text.utf8)
    guard let version = QRVersion(holding: bytes.count) else { return nil }
    let codewords = Self.codewords(bytes, version)
    let drawings = masks.map { mask in
      let drawing = QRDrawing(version, codewords, mask: mask)
      return (modules: drawing.modules, penalty: drawing.penalty)
    }
    guard let best = drawings.min(by: { $0.penalty < $1.penalty }) else { return nil }
    modules = best.modules
  }

  /// Data and error correction, the blocks interleaved.
  private static func codewords(_ text: [UInt8], _ version: QRVersion) -> [UInt8] {
    // Mode 0100, the length, the text, the end 0000: everything is shifted by half a byte.
    let length = UInt8(text.count)
    var nibbles: [UInt8] = [4, length >> 4, length & 15]
    for byte in text { nibbles += [byte >> 4, byte & 15] }
    nibbles.append(0)
    var data: [UInt8] = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    for index in 0..<(version.dataLength - data.count) { data.append(index.isMultiple(of: 2) ? 0xEC : 0x11) }
    return interleaved(data, version)
  }

  private static func interleaved(_ data: [UInt8], _ version: QRVersion) -> [UInt8] {
    let length = version.dataLength / version.blockCount
    let blocks = (0..<version.blockCount).map { Array(data[$0 * length..<($0 + 1) * length]) }
    let corrections = blocks.map { ReedSolomon.codewords(of: $0, count: version.correctionLength) }
    return (0..<length).flatMap { index in blocks.map { $0[index] } }
      + (0..<version.correctionLength).flatMap { index in corrections.map { $0[index] } }
  }
}

extension QRCode {
  /// The code as lines of half blocks, dark on light with its margin, in the colors of the terminal's escape sequences.
  package var terminalText: String {
    let margin = 2
    let size = modules.count + 2 * margin
    func isDark(_ row: Int, _ column: Int) -> Bool {
      let (row, column) = (row - margin, column - margin)
      return modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
    }
    return stride(from: 0, to: size, by: 2).map { row in
      let cells = (0..<size).map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (false, false): " "
        case (true, false): "▀"
        case (false, true): "▄"
        case (true, true): "█"
        }
      }
      // Black on bright white, whatever the terminal's own colors are.
      return "\u{1B}[30;107m\(cells.joined())\u{1B}[0m\n"
    }.joined()
  }
}

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

/// Error correction codewords of ISO/IEC 18004: Reed and Solomon's code over GF(256) with the polynomial 0x11D.
enum ReedSolomon {
  /// The remainder of the data by the generator ∏ (x − αⁱ), i < count.
  static func codewords(of data: [UInt8], count: Int) -> [UInt8] {
    let generator = generator(degree: count)
    var remainder = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ remainder[0]
      remainder.removeFirst()
      remainder.append(0)
      for index in remainder.indices { remainder[index] ^= product(generator[index], factor) }
    }
    return remainder
  }

  /// Coefficients from the second highest power down; the highest is 1.
  private static func generator(degree: Int) -> [UInt8] {
    var coefficients = [UInt8](repeating: 0, count: degree)
    coefficients[degree - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in coefficients.indices {
        coefficients[index] = product(coefficients[index], root)
        if index + 1 < degree { coefficients[index] ^= coefficients[index + 1] }
      }
      root = product(root, 2)
    }
    return coefficients
  }

  private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var product: UInt8 = 0
    for bit in (0..<8).reversed() {
      product = (product << 1) ^ (product & 0x80 == 0 ? 0 : 0x1D)
      if second >> UInt8(bit) & 1 == 1 { product ^= first }
    }
    return product
  }
}
