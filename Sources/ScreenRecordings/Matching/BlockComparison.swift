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
  /// - Parameter selection: the blocks to compare; the others keep what they have.
  /// - Complexity: O(compared pixels).
  mutating func compare(
    _ frame: GrayFrame, with key: GrayFrame, shift: Int, in selection: BlockSelection
  ) {
    precondition(frame.hasSize(of: grid) && key.hasSize(of: grid))
    self.shift = shift
    let inside = selection.places(of: grid.blocks(inside: shift))
    let grid = grid
    mismatches.withUnsafeMutableBufferPointer { mismatches in
      energies.withUnsafeMutableBufferPointer { energies in
        textures.withUnsafeMutableBufferPointer { textures in
          for place in selection.numbers.indices where !inside.contains(place) {
            let block = selection.numbers[place]
            (mismatches[block], energies[block], textures[block]) = (.nan, 0, 0)
          }
          grid.withSums(of: selection.blocks[inside], frame, key, shift: shift) { sums in
            for (block, sums) in zip(selection.numbers[inside], sums) {
              (mismatches[block], energies[block], textures[block]) =
                sums.moments(count: grid.comparedPixels(block))
            }
          }
        }
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
