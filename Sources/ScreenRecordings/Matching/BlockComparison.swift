internal import CKernels
internal import Foundation

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

  /// The mean of ln(e of `other` / e of this one) over some blocks: the logarithm of the likelihood ratio of a block's pixels, per half
  /// pixel, where each block has noise of its own. Blocks that the encoder blurred or displaced have about 0, exact ones a lot.
  func preference(over other: BlockComparison, in blocks: [Int]) -> Double {
    var sum = 0.0
    var count = 0
    for block in blocks {
      let ratio = (other.mismatches[block] + 0.003) / (mismatches[block] + 0.003)
      guard !ratio.isNaN, energies[block] > 60 else { continue }
      sum += log(Double(ratio))
      count += 1
    }
    return count == 0 ? 0 : sum / Double(count)
  }

  /// Σ energy · (1 − e) / Σ energy over some blocks; 0 without texture.
  func correlation(of blocks: [Int]) -> Double {
    var explained = 0.0
    var energy = 0.0
    for block in blocks where !mismatches[block].isNaN {
      let weight = weight(of: block)
      explained += weight * Double(1 - mismatches[block])
      energy += weight
    }
    return energy > 0 ? explained / energy : 0
  }

  /// The weight of a block in a correlation: a few blocks of the largest contrast are not all that counts.
  func weight(of block: Int) -> Double { Double(min(energies[block], 2000)) }

  private static var path: scrollfit_path { scrollfit_fastest_path() }
}
