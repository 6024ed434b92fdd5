internal import CKernels

/// The division of a picture into blocks of 16 rows and a sixteenth of the width, by which the picture is compared.
struct BlockGrid: Equatable {
  static let rowsPerBlock = 16
  static let columns = SCROLLFIT_BLOCK_COLUMNS
  /// Pixels that a comparison of two pictures reads at most, up to rounding.
  private static let comparedPixels = 300_000

  let width: Int
  let height: Int
  /// Blocks from top to bottom; a rest of fewer than 16 rows is not compared.
  let rows: Int
  /// Rows from one compared row of a block to the next.
  let step: Int
  /// The compared pixels of each block.
  private let blocks: [scrollfit_block]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    let rows = height / Self.rowsPerBlock
    let step = min(8, max(1, width * height / Self.comparedPixels))
    (self.rows, self.step) = (rows, step)
    blocks = (0..<rows * Self.columns).map { block in
      let (row, column) = block.quotientAndRemainder(dividingBy: Self.columns)
      let first = Self.firstRow(row, column, step: step)
      let left = column * width / Self.columns
      let top = row * Self.rowsPerBlock + first
      return scrollfit_block(
        number: Int32(block), offset: Int32(top * width + left), row: Int32(top),
        columns: UInt16((column + 1) * width / Self.columns - left),
        rows: UInt16((Self.rowsPerBlock - first + step - 1) / step))
    }
  }

  static func == (one: Self, other: Self) -> Bool { one.width == other.width && one.height == other.height }

  var count: Int { blocks.count }

  /// The least number of blocks of a part: fewer may agree by chance, or belong to a spinner or to content at an edge that has not been shown before.
  var minimumPart: Int { max(12, count / 32) }

  /// The first compared row of a block: another one from column to column and from row to row, so that all rows of a line of text are
  /// compared somewhere. The same ones in all blocks would show a line's upper edge or its lower one only, and displace it.
  ///
  /// Rows and columns of blocks step through a period by irrational parts of it, so that neighbors differ at any `step`.
  private static func firstRow(_ row: Int, _ column: Int, step: Int) -> Int {
    (((49_471 * row + 37_345 * column) & 0xFFFF) * step) >> 16
  }

  /// The blocks whose counterparts, `shift` rows below, are in the picture.
  func blocks(inside shift: Int) -> Range<Int> {
    let first = max(0, (-shift + Self.rowsPerBlock - 1) / Self.rowsPerBlock)
    let end = min(rows, (height - shift) / Self.rowsPerBlock)
    return first < end ? first * Self.columns..<end * Self.columns : 0..<0
  }

  /// The rows and columns of blocks from the first of some blocks to the last; nil where there is none.
  func extent(of blocks: some Sequence<Int>) -> (rows: ClosedRange<Int>, columns: ClosedRange<Int>)? {
    let rows = blocks.map { $0 / Self.columns }
    let columns = blocks.map { $0 % Self.columns }
    guard let top = rows.min(), let bottom = rows.max(), let left = columns.min(), let right = columns.max()
    else { return nil }
    return (top...bottom, left...right)
  }

  /// The rows and bands of an extent; the whole picture where there is none.
  func window(of blocks: some Sequence<Int>) -> ShiftSearch.Window {
    guard let extent = extent(of: blocks) else {
      return ShiftSearch.Window(rows: 0..<height, bands: 0..<RowSignature.bands)
    }
    let bandsPerColumn = RowSignature.bands / Self.columns
    // What lies behind the last whole block belongs to the last row of blocks.
    let bottom =
      extent.rows.upperBound + 1 == rows ? height : (extent.rows.upperBound + 1) * Self.rowsPerBlock
    return ShiftSearch.Window(
      rows: extent.rows.lowerBound * Self.rowsPerBlock..<bottom,
      bands: extent.columns.lowerBound * bandsPerColumn..<(extent.columns.upperBound + 1) * bandsPerColumn)
  }

  /// Returns true if a block begins in some rows and bands.
  func isInside(_ window: ShiftSearch.Window, _ block: Int) -> Bool {
    window.rows.contains(block / Self.columns * Self.rowsPerBlock)
      && window.bands.contains(block % Self.columns * (RowSignature.bands / Self.columns))
  }

  /// Selects the blocks of some numbers, which increase, without allocation after the first time.
  func select(_ numbers: some Sequence<Int>, into selection: inout BlockSelection) {
    selection.numbers.removeAll(keepingCapacity: true)
    selection.blocks.removeAll(keepingCapacity: true)
    for number in numbers {
      selection.numbers.append(number)
      selection.blocks.append(blocks[number])
    }
  }
}

/// Some blocks of a grid, from the first to the last.
struct BlockSelection {
  fileprivate(set) var numbers: [Int] = []
  fileprivate(set) var blocks: [scrollfit_block] = []

  /// The places in the selection of the blocks in a range.
  ///
  /// - Complexity: O(log blocks).
  func places(of range: Range<Int>) -> Range<Int> {
    let first = numbers.partitioningIndex { $0 >= range.lowerBound }
    return first..<max(first, numbers.partitioningIndex { $0 >= range.upperBound })
  }
}

extension [Int] {
  /// The index of the first element, of those in increasing order, that a condition holds for.
  fileprivate func partitioningIndex(where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
