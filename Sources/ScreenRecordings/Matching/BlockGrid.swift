/// The division of a picture into blocks of 16 rows and a sixteenth of the width, by which the picture is compared.
struct BlockGrid: Equatable {
  static let rowsPerBlock = 16
  static let columns = 16
  /// Pixels that a comparison of two pictures reads at most, up to rounding.
  private static let comparedPixels = 300_000

  let width: Int
  let height: Int
  /// Blocks from top to bottom; a rest of fewer than 16 rows is not compared.
  let rows: Int
  /// Rows from one compared row of a block to the next.
  let step: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    rows = height / Self.rowsPerBlock
    step = min(8, max(1, width * height / Self.comparedPixels))
  }

  var count: Int { rows * Self.columns }

  /// The first compared row of a block: another one from column to column and from row to row, so that all rows of a line of text are
  /// compared somewhere. The same ones in all blocks would show a line's upper edge or its lower one only, and displace it.
  ///
  /// Rows and columns of blocks step through a period by irrational parts of it, so that neighbors differ at any `step`.
  func firstRow(_ row: Int, _ column: Int) -> Int {
    (((49_471 * row + 37_345 * column) & 0xFFFF) * step) >> 16
  }

  func left(_ column: Int) -> Int { column * width / Self.columns }
}
