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

  func left(_ column: Int) -> Int { column * width / Self.columns }
}
