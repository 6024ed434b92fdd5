/// The comparison of each block of a frame with the block of a key frame that lies `shift` rows below.
///
/// With sums over the pixels of a block, a of the frame and b of the key frame, the block's mismatch is
/// e = 1 − 2 cov(a, b) / (var a + var b): 0 for equal blocks whatever their brightness, 1 for unrelated ones, 2 at most.
/// Normalized cross-correlation has √(var a · var b) instead of the mean of the variances; e also sees that the contrast
/// differs.
struct BlockComparison {
  let grid: BlockGrid
  private(set) var shift = 0
  /// e of each block; NaN where the key frame has no such rows or neither block has texture.
  private(set) var mismatches: [Float]
  /// var a + var b of each block, squared levels.
  private(set) var energies: [Float]

  /// var a of each block, squared levels: the texture of the frame itself.
  private(set) var textures: [Float]

  /// The variance of a block, squared levels, from which on it has texture: above what encoders do to plain areas.
  static let minimumVariance: Float = 9

  init(grid: BlockGrid) {
    self.grid = grid
    mismatches = [Float](repeating: .nan, count: grid.count)
    energies = [Float](repeating: 0, count: grid.count)
    textures = energies
  }

  /// Compares two pictures at a shift, without allocation.
  ///
  /// - Complexity: O(compared pixels).
  mutating func compare(_ frame: GrayFrame, with key: GrayFrame, shift: Int) {
    self.shift = shift
    let grid = grid
    frame.pixels.withUnsafeBufferPointer { frame in
      key.pixels.withUnsafeBufferPointer { key in
        mismatches.withUnsafeMutableBufferPointer { mismatches in
          energies.withUnsafeMutableBufferPointer { energies in
            textures.withUnsafeMutableBufferPointer { textures in
              guard let frame = frame.baseAddress, let key = key.baseAddress else { return }
              for row in 0..<grid.rows {
                let top = row &* BlockGrid.rowsPerBlock
                let isInside = top + shift >= 0 && top + shift + BlockGrid.rowsPerBlock <= grid.height
                for column in 0..<BlockGrid.columns {
                  let block = row &* BlockGrid.columns &+ column
                  guard isInside else {
                    mismatches[block] = .nan
                    energies[block] = 0
                    textures[block] = 0
                    continue
                  }
                  let left = grid.left(column)
                  let sums = Sums(
                    frame + (top * grid.width + left), key + ((top + shift) * grid.width + left),
                    columns: grid.left(column + 1) - left, stride: grid.width,
                    first: grid.firstRow(row, column),
                    step: grid.step)
                  (mismatches[block], energies[block], textures[block]) = sums.result
                }
              }
            }
          }
        }
      }
    }
  }
}

/// The first and second moments of two blocks.
private struct Sums {
  var a: UInt32 = 0
  var b: UInt32 = 0
  var aa: UInt32 = 0
  var bb: UInt32 = 0
  var ab: UInt32 = 0
  var count = 0

  /// A block has fewer than 2^16 pixels, as no picture is wider than 2^16: 32 bits hold every sum.
  init(
    _ frame: UnsafePointer<UInt8>, _ key: UnsafePointer<UInt8>, columns: Int, stride: Int, first: Int,
    step: Int
  ) {
    var row = first
    while row < BlockGrid.rowsPerBlock {
      let own = frame + row &* stride
      let other = key + row &* stride
      for column in 0..<columns {
        let x = UInt32(own[column])
        let y = UInt32(other[column])
        a &+= x
        b &+= y
        aa &+= x &* x
        bb &+= y &* y
        ab &+= x &* y
      }
      count &+= columns
      row &+= step
    }
  }

  /// e, var a + var b and var a of ``BlockComparison``.
  var result: (mismatch: Float, energy: Float, texture: Float) {
    let n = Double(count)
    let (a, b) = (Double(a) / n, Double(b) / n)
    let texture = Double(aa) / n - a * a
    let energy = texture + Double(bb) / n - b * b
    let covariance = Double(ab) / n - a * b
    let hasTexture = energy > 2 * Double(BlockComparison.minimumVariance)
    return (hasTexture ? Float(1 - 2 * covariance / energy) : .nan, Float(energy), Float(texture))
  }
}

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

/// A picture of luma values, one byte a pixel, row after row.
struct GrayFrame {
  let width: Int
  let height: Int
  var pixels: [UInt8]

  /// A black picture.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: 0, count: width * height)
  }

  /// Copies a rectangle of another picture that has this one's size, without allocation.
  ///
  /// - Complexity: O(pixels).
  mutating func copy(_ other: GrayFrame, left: Int = 0, top: Int = 0) {
    precondition(left + width <= other.width && top + height <= other.height)
    let (width, height) = (width, height)
    pixels.withUnsafeMutableBufferPointer { target in
      other.pixels.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in 0..<height {
          (target + row * width).update(
            from: source + (row + top) * other.width + left, count: width)
        }
      }
    }
  }
}
