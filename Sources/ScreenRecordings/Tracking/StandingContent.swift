/// The part of the content that stands while another part moves: above a row that expands, around a strip of cards.
///
/// Bars stand as well while content moves. What tells them apart is a key frame from before the content came to rest: content has been displaced since by as much as
/// the content's offset, bars have not. Where content has never been far from where it rests, there is none: then only what is known to scroll is taken for content.
struct StandingContent {
  private let grid: BlockGrid
  /// The comparisons with the key frame without shift, at rest, where most of the picture has moved to, and beside the rest.
  private var unmoved: BlockComparison
  private var resting: BlockComparison
  private var moved: BlockComparison
  private var neighbor: BlockComparison
  /// The comparisons with the picture of the rest itself, without shift and where most of the picture has moved to.
  private var since: BlockComparison
  private var movedSince: BlockComparison
  private var content = BlockSelection()
  private var standing = BlockSelection()
  /// The blocks of the last frame below all that moves, where many stand: such as a keyboard that came up with the content before it rested.
  var overlay: [Int] = []

  /// The least displacement, px, of what moves: below it encoders leave rows of a slow motion where they were.
  static let minimumShift = ScrollingRegion.minimumShift
  /// The least number of blocks that stand, and in a picture of little texture their least part: fewer may agree by chance.
  private static let leastBlocks = 12
  private static let leastShare = 16
  /// The part of the content that stands at least where nothing else in the picture is explained.
  private static let leastPart = 5
  /// The blocks of a row that stand for one that does not.
  private static let purity = 4
  /// The times that rows stand below rows that move at most: once beside a strip that moves. Lines of a list stand between all of its rows.
  private static let mostTurns = 1

  init(grid: BlockGrid) {
    self.grid = grid
    unmoved = BlockComparison(grid: grid)
    (resting, moved, neighbor, since, movedSince) = (unmoved, unmoved, unmoved, unmoved, unmoved)
  }

  /// The alignment of the content that stands where it rested before; nil where none does.
  ///
  /// Whole rows of blocks stand: encoders that leave single blocks where they were show others of the same row displaced. Some of them lie above what moves:
  /// content expands downwards, while a keyboard that has come up with the content stands below it (``overlay``).
  /// Blocks that the key frame does not show are judged by the comparison with the rest (``compare(_:since:step:region:)``), of the same frame.
  ///
  /// - Parameters:
  ///   - key: a key frame from before the rest.
  ///   - shift: the content's displacement at rest since the key frame.
  ///   - step: the displacement from the rest that suits most of the picture; nil where none does.
  ///   - region: the blocks that scroll.
  /// - Complexity: O(compared pixels).
  mutating func alignment(
    of frame: Picture, with key: Picture, shift: Int, step: Int?, region: ScrollingRegion
  ) -> Alignment? {
    compareAtRest(frame, key, shift, region)
    let textured = content.numbers.count { !resting.mismatches[$0].isNaN }
    let part = max(Self.leastBlocks, min(grid.minimumPart, textured / Self.leastShare))
    let least = max(part, step == nil ? textured / Self.leastPart : 0)
    guard agreeing >= least else { return nil }
    if isDisplaced { unmoved.compare(frame, with: key, shift: 0, in: content) }
    if let step { moved.compare(frame, with: key, shift: shift + step, in: content) }
    let rows = standingRows(besideMoved: step != nil)
    if step != nil, rows.blocks.count >= part, rows.above == 0,
      Self.purity * rows.changed <= rows.blocks.count, spansRows(rows.blocks[...]),
      let first = rows.blocks.first
    {
      overlay = content.numbers.filter { $0 / BlockGrid.columns >= first / BlockGrid.columns }
    }
    // Lines between rows, and what all rows of a list have in common, are where they were when the list has moved by whole rows.
    let above = step == nil ? rows.above : min(rows.above, rows.unchanged ?? rows.above)
    guard rows.turns <= Self.mostTurns, rows.blocks.count >= least, above >= part,
      spansRows(rows.blocks.prefix(above))
    else { return nil }
    return alignment(of: rows.blocks, frame, key, shift: shift, opposed: rows.opposed)
  }

  /// The alignment of the content that stood in the frame before; nil where less than two thirds of it stand.
  ///
  /// - Complexity: O(compared pixels).
  mutating func continuation(of frame: Picture, with key: Picture, shift: Int) -> Alignment? {
    resting.compare(frame, with: key, shift: shift, in: standing)
    // What moves slowly has not left its place in the first frames.
    let still = standing.numbers.filter { resting.mismatches[$0] < FrameMatcher.agreeing }
    let opposed = standing.numbers.count - still.count
    guard still.count >= max(2 * opposed, Self.leastBlocks) else { return nil }
    return alignment(of: still, frame, key, shift: shift, opposed: opposed)
  }

  /// The alignment of some blocks at a displacement; nil where they prefer a neighboring pixel.
  ///
  /// - Complexity: O(compared pixels).
  mutating func alignment(
    of blocks: [Int], _ frame: Picture, _ key: Picture, shift: Int, opposed: Int
  ) -> Alignment? {
    grid.select(blocks, into: &standing)
    resting.compare(frame, with: key, shift: shift, in: standing)
    return aligned(frame, key, shift, opposed: opposed)
  }

  /// The alignment of the blocks that stand; nil where they prefer a neighboring pixel: then they move.
  private mutating func aligned(_ frame: Picture, _ key: Picture, _ shift: Int, opposed: Int) -> Alignment? {
    var found = Alignment(shift: shift, matched: standing.numbers.count, opposed: opposed)
    var correlations = [0.0, 0.0]
    for (side, step) in [-1, 1].enumerated() {
      neighbor.compare(frame, with: key, shift: shift + step, in: standing)
      found.margin = min(found.margin, resting.preference(over: neighbor, in: standing.numbers))
      correlations[side] = neighbor.correlation(of: standing.numbers)
    }
    guard found.margin > 0 else { return nil }
    found.correlation = resting.correlation(of: standing.numbers)
    found.fraction = FrameMatcher.fraction(correlations[0], found.correlation, correlations[1])
    return found
  }

  /// Returns true if two pictures differ, where content scrolls, in a part of it.
  ///
  /// - Complexity: O(compared pixels).
  mutating func differs(_ frame: Picture, from other: Picture) -> Bool {
    unmoved.compare(frame, with: other, shift: 0, in: content)
    let changed = content.numbers.count {
      unmoved.mismatches[$0] * unmoved.energies[$0] > FrameMatcher.changed
    }
    return changed >= grid.minimumPart
  }

  /// The blocks of content that do not show, in a picture, what they showed at rest.
  ///
  /// - Complexity: O(compared pixels).
  mutating func displaced(in frame: Picture, since key: Picture, shift: Int, region: ScrollingRegion) -> [Int]
  {
    compareAtRest(frame, key, shift, region)
    // NaN, where there is no texture any more, does not agree.
    return content.numbers.filter { !(resting.mismatches[$0] < FrameMatcher.agreeing) }
  }

  /// Compares the content with the picture of the rest, by which blocks are judged that a key frame does not show.
  ///
  /// - Parameter step: the displacement from the rest that suits most of the picture; nil where none does.
  /// - Complexity: O(compared pixels).
  mutating func compare(_ frame: Picture, since rested: Picture, step: Int? = nil, region: ScrollingRegion) {
    select(region)
    since.compare(frame, with: rested, shift: 0, in: content)
    if let step { movedSince.compare(frame, with: rested, shift: step, in: content) }
  }

  /// Returns true if a part of the content shows another picture than at rest, by more than coding explains.
  ///
  /// - Complexity: O(compared pixels).
  mutating func isRearranged(_ frame: Picture, since rested: Picture, region: ScrollingRegion) -> Bool {
    compare(frame, since: rested, region: region)
    return content.numbers.count(where: hasChanged) >= grid.minimumPart
  }

  /// Returns true if a block shows another picture than at rest.
  private func hasChanged(_ block: Int) -> Bool {
    since.mismatches[block] > FrameMatcher.disagreeing
      && since.mismatches[block] * since.energies[block] > FrameMatcher.coded
  }

  /// Returns true if the content has been displaced from the rest as a whole: what stands beside a part that moves lies above it, and the uppermost blocks that
  /// show one of both show it displaced.
  ///
  /// - Complexity: O(compared pixels).
  mutating func isDisplaced(_ frame: Picture, since rested: Picture, by step: Int, region: ScrollingRegion)
    -> Bool
  {
    compare(frame, since: rested, region: region)
    moved.compare(frame, with: rested, shift: step, in: content)
    var (displaced, standing) = (0, 0)
    for block in content.numbers where displaced + standing < Self.leastBlocks {
      if FrameMatcher.isPreferred(moved, to: since, block: block) { displaced += 1 }
      if FrameMatcher.isPreferred(since, to: moved, block: block) { standing += 1 }
    }
    return displaced + standing == Self.leastBlocks && displaced >= Self.purity * standing
  }

  private mutating func select(_ region: ScrollingRegion) {
    grid.select(region.votes.indices.lazy.filter { region.votes[$0] > 0 }, into: &content)
  }

  /// Compares what is known to scroll where it rested.
  private mutating func compareAtRest(
    _ frame: Picture, _ key: Picture, _ shift: Int, _ region: ScrollingRegion
  ) {
    select(region)
    resting.compare(frame, with: key, shift: shift, in: content)
  }

  /// True if content has been displaced since the key frame that it was compared with.
  private var isDisplaced: Bool { abs(resting.shift) >= Self.minimumShift }

  /// The number of blocks that show the content where it rested.
  private var agreeing: Int { content.numbers.count { resting.mismatches[$0] < FrameMatcher.agreeing } }

  /// The content that stands.
  private struct StandingRows {
    /// The blocks that stand in rows of which nearly all do.
    var blocks: [Int] = []
    /// The number of blocks in these rows that do not.
    var opposed = 0
    /// The number of standing blocks above the last row that moves.
    var above = 0
    /// The number of them above the first row that has changed; nil where none has.
    var unchanged: Int?
    /// The number of blocks that have changed from the first row that stands on.
    var changed = 0
    /// The number of times that rows stand below rows that move.
    var turns = 0
  }

  /// The rows of content that stand.
  ///
  /// - Parameter besideMoved: `moved` is where most of the picture has moved to.
  private func standingRows(besideMoved: Bool) -> StandingRows {
    var rows = StandingRows()
    var isMoving = false
    var first = content.numbers.startIndex
    while first < content.numbers.endIndex {
      let row = content.numbers[first] / BlockGrid.columns
      let ofRow = content.numbers[first...].prefix { $0 / BlockGrid.columns == row }
      first = ofRow.endIndex
      let standing = ofRow.filter { stands($0, besideMoved) }
      let moving = ofRow.count { moves($0, besideMoved) }
      let changed = ofRow.count(where: hasChanged)
      if rows.unchanged == nil, Self.purity * changed > standing.count { rows.unchanged = rows.blocks.count }
      if !rows.blocks.isEmpty || !standing.isEmpty { rows.changed += changed }
      guard Self.purity * moving <= standing.count else {
        rows.above = rows.blocks.count
        isMoving = true
        continue
      }
      if isMoving, !standing.isEmpty { (isMoving, rows.turns) = (false, rows.turns + 1) }
      rows.blocks += standing
      rows.opposed += moving
    }
    return rows
  }

  /// Returns true if blocks, in order, lie in two rows or more: encoders leave one row of a slow motion where it was, and a line across the picture is one edge.
  private func spansRows(_ blocks: some BidirectionalCollection<Int>) -> Bool {
    guard let first = blocks.first, let last = blocks.last else { return false }
    return first / BlockGrid.columns < last / BlockGrid.columns
  }

  /// Returns true if a block shows the content where it rested, as it did at rest, and neither the picture of the key frame nor what has moved.
  ///
  /// The content there may have been displaced after an earlier key frame, before the rest.
  private func stands(_ block: Int, _ besideMoved: Bool) -> Bool {
    resting.mismatches[block] < FrameMatcher.agreeing
      && since.mismatches[block] < FrameMatcher.agreeing
      && (!isDisplaced || FrameMatcher.isPreferred(resting, to: unmoved, block: block))
      && (!besideMoved
        || FrameMatcher.isPreferred(resting, to: moved, block: block) && !isMovedSince(block))
  }

  /// Returns true if a block shows as well what has moved since the rest: what all rows of a list have in common.
  private func isMovedSince(_ block: Int) -> Bool {
    movedSince.mismatches[block] < FrameMatcher.agreeing
      && !FrameMatcher.isPreferred(since, to: movedSince, block: block)
  }

  /// Returns true if a block shows what has moved, or without such something else than the content where it rested.
  private func moves(_ block: Int, _ besideMoved: Bool) -> Bool {
    if resting.mismatches[block].isNaN { return hasChanged(block) }
    return besideMoved
      ? FrameMatcher.isPreferred(moved, to: resting, block: block)
      : resting.mismatches[block] > FrameMatcher.disagreeing
  }
}
