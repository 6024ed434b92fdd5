/// The picture of a QR code under one mask.
struct QRDrawing {
  private(set) var modules: [[Bool]]
  /// The modules that data does not use.
  private var isFunction: [[Bool]]
  private let version: QRVersion
  private var size: Int { version.size }

  init(_ version: QRVersion, _ codewords: [UInt8], mask: Int) {
    self.version = version
    modules = Array(repeating: Array(repeating: false, count: version.size), count: version.size)
    isFunction = modules
    drawPatterns()
    drawFormat(mask)
    drawVersion()
    drawData(codewords, mask)
  }

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
    modules[row][column] = isDark
    isFunction[row][column] = true
  }

  private mutating func drawPatterns() {
    for index in 0..<size {
      set(6, index, index.isMultiple(of: 2))
      set(index, 6, index.isMultiple(of: 2))
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(row, column) }
    let centers = version.alignmentCenters
    for row in centers {
      for column in centers where !isFinder(row, column) { drawSquare(row, column, reach: 2) { $0 != 1 } }
    }
  }

  /// True for a center of alignment where a finder is.
  private func isFinder(_ row: Int, _ column: Int) -> Bool {
    (row == 6 && column == 6) || (row == 6 && column == size - 7) || (row == size - 7 && column == 6)
  }

  private mutating func drawFinder(_ row: Int, _ column: Int) {
    drawSquare(row, column, reach: 4) { $0 != 2 && $0 != 4 }
  }

  /// Squares around a center, dark by their distance from it; what lies outside is cut.
  private mutating func drawSquare(
    _ row: Int, _ column: Int, reach: Int, isDark: (_ distance: Int) -> Bool
  ) {
    for down in -reach...reach {
      for across in -reach...reach {
        guard modules.indices.contains(row + down), modules.indices.contains(column + across) else {
          continue
        }
        set(row + down, column + across, isDark(max(abs(down), abs(across))))
      }
    }
  }

  /// Level L and the mask, with their BCH(15, 5) code, twice.
  private mutating func drawFormat(_ mask: Int) {
    let data = 0b01 << 3 | mask
    let bits = (data << 10 | Self.remainder(data, degree: 10, generator: 0x537)) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0..<15 {
      // Around the upper left finder, past the timing patterns.
      switch index {
      case 0...5: set(index, 8, bit(index))
      case 6, 7: set(index + 1, 8, bit(index))
      case 8: set(8, 7, bit(index))
      default: set(8, 14 - index, bit(index))
      }
      if index < 8 { set(8, size - 1 - index, bit(index)) } else { set(size - 15 + index, 8, bit(index)) }
    }
    set(size - 8, 8, true)
  }

  /// The version with its BCH(18, 6) code, twice; small versions are without.
  private mutating func drawVersion() {
    guard version.number >= 7 else { return }
    let bits = version.number << 12 | Self.remainder(version.number, degree: 12, generator: 0x1F25)
    for index in 0..<18 {
      let isDark = bits >> index & 1 == 1
      set(index / 3, size - 11 + index % 3, isDark)
      set(size - 11 + index % 3, index / 3, isDark)
    }
  }

  private static func remainder(_ data: Int, degree: Int, generator: Int) -> Int {
    var value = data << degree
    for bit in (0..<8).reversed() where value >> (bit + degree) & 1 == 1 { value ^= generator << bit }
    return value
  }

  /// Pairs of columns from the right, upward and downward in turn; the timing column is passed over.
  private mutating func drawData(_ codewords: [UInt8], _ mask: Int) {
    var index = 0
    for right in [Int](stride(from: size - 1, to: 6, by: -2)) + [5, 3, 1] {
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<size {
        let row = isUpward ? size - 1 - step : step
        for column in [right, right - 1] where !isFunction[row][column] {
          // The last bits are of no codeword.
          let bit = index < codewords.count * 8 && codewords[index / 8] >> UInt8(7 - index % 8) & 1 == 1
          modules[row][column] = bit != Self.isMasked(mask, row, column)
          index += 1
        }
      }
    }
  }

  private static func isMasked(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }
}

extension QRDrawing {
  /// The penalty of ISO/IEC 18004, 7.8.3: runs, squares, what looks like a finder, and an unequal share of dark modules.
  var penalty: Int {
    let columns = modules.indices.map { column in modules.map { $0[column] } }
    let lines = modules + columns
    let dark = modules.joined().count { $0 }
    let share = Double(abs(dark * 2 - modules.count * modules.count)) / Double(modules.count * modules.count)
    return lines.map(Self.runs).reduce(0, +) + squares + lines.map(Self.finders).reduce(0, +)
      + Int(share * 10) * 10
  }

  /// 3 for five modules of one color in a line, 1 for each more.
  private static func runs(_ line: [Bool]) -> Int {
    var penalty = 0, length = 0
    for (index, module) in line.enumerated() {
      length = index > 0 && line[index - 1] == module ? length + 1 : 1
      penalty += length == 5 ? 3 : length > 5 ? 1 : 0
    }
    return penalty
  }

  /// 3 for each square of two by two modules of one color.
  private var squares: Int {
    var count = 0
    for row in 1..<modules.count {
      for column in 1..<modules.count {
        let color = modules[row][column]
        let isSquare =
          modules[row - 1][column] == color && modules[row][column - 1] == color
          && modules[row - 1][column - 1] == color
        count += isSquare ? 1 : 0
      }
    }
    return 3 * count
  }

  /// 40 for each 1011101 with four light modules before or after it.
  private static func finders(_ line: [Bool]) -> Int {
    let finder = [true, false, true, true, true, false, true]
    let light = [Bool](repeating: false, count: 4)
    let patterns = [finder + light, light + finder]
    let count = line.indices.dropLast(10).count { start in
      patterns.contains { $0.elementsEqual(line[start..<start + 11]) }
    }
    return 40 * count
  }
}
