/// The blocks of the picture that scroll and those that never move: headers, footers, indicators, bars.
///
/// Each frame that has moved by more than a few pixels votes: a block that equals the one at its place in the key frame and not the one
/// that moved there is fixed, one of which the opposite holds scrolls.
struct ScrollingRegion {
  /// Votes for scrolling less votes for being fixed, bounded so that a change of layout is learned within a second.
  private(set) var votes: [Int8]
  private let grid: BlockGrid
  private static let maximumVotes: Int8 = 12
  /// A shift below this, px, moves a block so little that both may be equal to it.
  private static let minimumShift = 4

  init(grid: BlockGrid) {
    self.grid = grid
    votes = [Int8](repeating: 0, count: grid.count)
  }

  /// True if a motion has shown any scrolling block.
  var isKnown: Bool { votes.contains { $0 > 0 } }

  /// Counts the votes of a verified motion.
  ///
  /// - Parameters:
  ///   - unmoved: the comparison with the key frame without shift.
  ///   - moved: the comparison at the verified shift.
  mutating func learn(unmoved: BlockComparison, moved: BlockComparison) {
    guard abs(moved.shift) >= Self.minimumShift else { return }
    for block in votes.indices {
      let (still, shifted) = (unmoved.mismatches[block], moved.mismatches[block])
      // NaN fails every comparison: a block without texture has no vote.
      if still > 0.3, shifted < 0.2 {
        votes[block] = min(Self.maximumVotes, votes[block] + 1)
      } else if still < 0.1, shifted > 0.3 {
        votes[block] = max(-Self.maximumVotes, votes[block] - 1)
      }
    }
  }

  /// The rows and bands that hold the scrolling blocks; the whole picture while none is known.
  var window: ShiftSearch.Window {
    guard let (rows, columns) = extent else {
      return ShiftSearch.Window(rows: 0..<grid.height, bands: 0..<RowSignature.bands)
    }
    let bandsPerColumn = RowSignature.bands / BlockGrid.columns
    // What lies behind the last whole block belongs to the last row of blocks.
    let bottom = rows.upperBound == grid.rows ? grid.height : rows.upperBound * BlockGrid.rowsPerBlock
    return ShiftSearch.Window(
      rows: rows.lowerBound * BlockGrid.rowsPerBlock..<bottom,
      bands: columns.lowerBound * bandsPerColumn..<columns.upperBound * bandsPerColumn)
  }

  /// The rows and columns of blocks from the first that scrolls to the last; nil while none is known.
  var extent: (rows: Range<Int>, columns: Range<Int>)? {
    let scrolling = votes.indices.filter { votes[$0] > 0 }
    let rows = scrolling.map { $0 / BlockGrid.columns }
    let columns = scrolling.map { $0 % BlockGrid.columns }
    guard let top = rows.min(), let bottom = rows.max(), let left = columns.min(), let right = columns.max()
    else { return nil }
    return (top..<bottom + 1, left..<right + 1)
  }
}
