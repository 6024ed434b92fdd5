/// The votes of frames in which two parts of the picture were displaced, each by a shift of its own.
struct PartVotes {
  private let grid: BlockGrid
  /// The frames in which a block belonged to the one part, less those in which it belonged to the other.
  private var votes: [Int]
  private var frames = 0

  /// The number of frames that show two parts before there are two.
  private static let minimumFrames = 4
  /// The part of the votes that may lie on the wrong side of a line.
  private static let maximumMisplaced = 0.1

  init(grid: BlockGrid) {
    self.grid = grid
    votes = [Int](repeating: 0, count: grid.count)
  }

  /// Adds the blocks of two parts; which of them is which is known from the frames before.
  mutating func add(_ one: [Int], _ other: [Int]) {
    let agreement = one.reduce(0) { $0 + votes[$1] } - other.reduce(0) { $0 + votes[$1] }
    let vote = agreement < 0 ? -1 : 1
    for block in one { votes[block] += vote }
    for block in other { votes[block] -= vote }
    frames += 1
  }

  /// The parts above and below a line, or beside it, the larger first; nil where no line divides them.
  ///
  /// - Complexity: O(blocks).
  var rectangles: [ScreenRecording.Region]? {
    guard frames >= Self.minimumFrames else { return nil }
    let rows = Self.line(grid.rows) { index in
      votes[index * BlockGrid.columns..<(index + 1) * BlockGrid.columns]
    }
    let columns = Self.line(BlockGrid.columns) { index in
      stride(from: index, to: votes.count, by: BlockGrid.columns).map { votes[$0] }
    }
    let total = Double(votes.reduce(0) { $0 + abs($1) })
    guard Double(min(rows.misplaced, columns.misplaced)) <= Self.maximumMisplaced * total else { return nil }
    let parts =
      rows.misplaced <= columns.misplaced
      ? grid.divided(atRow: rows.index * BlockGrid.rowsPerBlock)
      : grid.divided(atColumn: columns.index * grid.width / BlockGrid.columns)
    guard parts.allSatisfy({ min($0.width, $0.height) >= FrameLimits.minimumSide }) else { return nil }
    return parts.sorted { $0.width * $0.height > $1.width * $1.height }
  }

  /// The index of the first line behind the boundary with the fewest votes on the wrong side, and their number; of several boundaries the one in
  /// the middle: at its edge a part shows content that it has not shown before, which has no vote.
  private static func line(
    _ count: Int, _ votes: (Int) -> some Sequence<Int>
  ) -> (index: Int, misplaced: Int) {
    let sums = (0..<count).map { index in
      votes(index).reduce(into: (one: 0, other: 0)) { sums, vote in
        sums.one += max(0, vote)
        sums.other += max(0, -vote)
      }
    }
    let total = sums.reduce(into: (one: 0, other: 0)) { $0 = ($0.one + $1.one, $0.other + $1.other) }
    var before = (one: 0, other: 0)
    var best = (first: 0, last: 0, misplaced: min(total.one, total.other))
    for (index, sum) in sums.enumerated() {
      before = (before.one + sum.one, before.other + sum.other)
      let misplaced = min(
        before.other + total.one - before.one, before.one + total.other - before.other)
      if misplaced < best.misplaced { best = (index + 1, index + 1, misplaced) }
      if misplaced == best.misplaced { best.last = index + 1 }
    }
    return ((best.first + best.last + 1) / 2, best.misplaced)
  }
}

extension BlockGrid {
  fileprivate func divided(atRow row: Int) -> [ScreenRecording.Region] {
    [
      ScreenRecording.Region(x: 0, y: 0, width: width, height: row),
      ScreenRecording.Region(x: 0, y: row, width: width, height: height - row),
    ]
  }

  fileprivate func divided(atColumn column: Int) -> [ScreenRecording.Region] {
    [
      ScreenRecording.Region(x: 0, y: 0, width: column, height: height),
      ScreenRecording.Region(x: column, y: 0, width: width - column, height: height),
    ]
  }
}
