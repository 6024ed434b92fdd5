internal import CKernels

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
    precondition(frame.hasSize(of: grid) && key.hasSize(of: grid))
    self.shift = shift
    let inside = grid.blocks(inside: shift)
    for block in mismatches.indices where !inside.contains(block) {
      mismatches[block] = .nan
      energies[block] = 0
      textures[block] = 0
    }
    let grid = grid
    grid.withSums(of: inside, frame, key, shift: shift) { sums in
      for (block, sums) in zip(inside, sums) {
        (mismatches[block], energies[block], textures[block]) =
          sums.moments(count: grid.comparedPixels(block))
      }
    }
  }
}

extension scrollfit_block_sums {
  /// e, var a + var b and var a of ``BlockComparison``.
  ///
  /// - Parameter count: the pixels that were summed.
  func moments(count: Int) -> (mismatch: Float, energy: Float, texture: Float) {
    let n = Double(count)
    let (meanA, meanB) = (Double(a) / n, Double(b) / n)
    let texture = Double(aa) / n - meanA * meanA
    let energy = texture + Double(bb) / n - meanB * meanB
    let covariance = Double(ab) / n - meanA * meanB
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
      return scrollfit_block(
        offset: Int32((row * Self.rowsPerBlock + first) * width + left),
        columns: UInt16((column + 1) * width / Self.columns - left),
        rows: UInt16((Self.rowsPerBlock - first + step - 1) / step))
    }
  }

  static func == (one: Self, other: Self) -> Bool { one.width == other.width && one.height == other.height }

  var count: Int { blocks.count }

  /// The first compared row of a block: another one from column to column and from row to row, so that all rows of a line of text are
  /// compared somewhere. The same ones in all blocks would show a line's upper edge or its lower one only, and displace it.
  ///
  /// Rows and columns of blocks step through a period by irrational parts of it, so that neighbors differ at any `step`.
  private static func firstRow(_ row: Int, _ column: Int, step: Int) -> Int {
    (((49_471 * row + 37_345 * column) & 0xFFFF) * step) >> 16
  }

  /// The pixels of a block that are compared.
  func comparedPixels(_ block: Int) -> Int { Int(blocks[block].columns) &* Int(blocks[block].rows) }

  /// The blocks whose counterparts, `shift` rows below, are in the picture.
  func blocks(inside shift: Int) -> Range<Int> {
    let first = max(0, (-shift + Self.rowsPerBlock - 1) / Self.rowsPerBlock)
    let end = min(rows, (height - shift) / Self.rowsPerBlock)
    return first < end ? first * Self.columns..<end * Self.columns : 0..<0
  }

  /// Calls a body with the sums over each of some blocks that have counterparts.
  ///
  /// A block has fewer than 2^16 pixels, as no picture is wider than 2^15: 32 bits hold every sum.
  func withSums(
    of range: Range<Int>, _ frame: GrayFrame, _ key: GrayFrame, shift: Int,
    _ body: (UnsafeMutableBufferPointer<scrollfit_block_sums>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: scrollfit_block_sums.self, capacity: range.count) { sums in
      blocks[range].withUnsafeBufferPointer { blocks in
        frame.pixels.withUnsafeBufferPointer { frame in
          key.pixels.withUnsafeBufferPointer { key in
            guard let key = key.baseAddress else { return }
            scrollfit_sum_blocks(
              Self.path, blocks.baseAddress, blocks.count, frame.baseAddress, key + shift * width,
              step * width, sums.baseAddress)
          }
        }
      }
      body(sums)
    }
  }

  private static let path = scrollfit_fastest_path()
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

  /// Returns true if the picture has a grid's size.
  func hasSize(of grid: BlockGrid) -> Bool { width == grid.width && height == grid.height }

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
