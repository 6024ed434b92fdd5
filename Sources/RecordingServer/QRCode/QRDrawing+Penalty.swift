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
