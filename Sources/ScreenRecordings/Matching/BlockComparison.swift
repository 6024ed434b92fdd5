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

  /// Becomes one without shift, by which nothing is learned: it is of other pictures.
  mutating func forget() { shift = 0 }

  /// Compares two pictures at a shift, without allocation.
  ///
  /// A block has fewer than 2^16 pixels, as no picture is wider than 2^15: 32 bits hold every sum.
  ///
  /// - Parameter selection: the blocks to compare; the others keep what they have.
  /// - Complexity: O(compared pixels).
  mutating func compare(
    _ frame: Picture, with key: Picture, shift: Int, in selection: BlockSelection
  ) {
    precondition(frame.hasSize(of: grid) && key.hasSize(of: grid))
    self.shift = shift
    let inside = selection.places(of: grid.blocks(inside: shift))
    for place in selection.numbers.indices where !inside.contains(place) {
      let block = selection.numbers[place]
      (mismatches[block], energies[block], textures[block]) = (.nan, 0, 0)
    }
    let (width, step) = (grid.width, grid.step)
    mismatches.withUnsafeMutableBufferPointer { mismatches in
      energies.withUnsafeMutableBufferPointer { energies in
        textures.withUnsafeMutableBufferPointer { textures in
          var results = scrollfit_comparison(
            mismatches: mismatches.baseAddress, energies: energies.baseAddress, textures: textures.baseAddress
          )
          selection.blocks[inside].withUnsafeBufferPointer { blocks in
            frame.withLevels { frame in
              key.withLevels { key in
                scrollfit_compare_blocks(
                  Self.path, blocks.baseAddress, blocks.count, &frame, &key, shift, width, step,
                  2 * Double(Self.minimumVariance), &results)
              }
            }
          }
        }
      }
    }
  }

  private static let path = scrollfit_fastest_path()
}
