import CKernels
import Testing

@testable import ScreenRecordings

/// The sums over blocks on every instruction set of the processor against those of one pixel after the other.
struct BlockSumsTests {
  private static let paths = [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512].filter {
    $0.rawValue <= scrollfit_fastest_path().rawValue
  }

  /// A picture of pseudo-random levels, or of the largest one.
  private static func picture(_ count: Int, seed: UInt64, isWhite: Bool) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return isWhite ? 255 : UInt8(state >> 56)
    }
  }

  @Test(
    "Blocks of all widths have the sums of their pixels",
    arguments: [1, 4, 7, 8, 9, 15, 16, 17, 30, 31, 32, 33, 73, 74, 2048], [false, true])
  func sums(columns: Int, isWhite: Bool) {
    // Two blocks side by side in 5 rows, every second of which is compared, up to the last level of the pictures.
    let width = 2 * columns
    let (frame, key) = (
      Self.picture(5 * width, seed: 1, isWhite: isWhite), Self.picture(5 * width, seed: 2, isWhite: isWhite)
    )
    let blocks = [0, columns].map {
      scrollfit_block(offset: Int32($0), columns: UInt16(columns), rows: 3)
    }
    for path in Self.paths {
      var found = [scrollfit_block_sums](repeating: scrollfit_block_sums(), count: 2)
      scrollfit_sum_blocks(path, blocks, 2, frame, key, 2 * width, &found)
      for (block, sums) in zip(blocks, found) {
        var expected = [UInt32](repeating: 0, count: 5)
        for row in [0, 2, 4] {
          for column in 0..<columns {
            let index = row * width + Int(block.offset) + column
            let (a, b) = (UInt32(frame[index]), UInt32(key[index]))
            for (sum, term) in [a, b, a * a, b * b, a * b].enumerated() { expected[sum] += term }
          }
        }
        #expect([sums.a, sums.b, sums.aa, sums.bb, sums.ab] == expected, "\(path)")
      }
    }
  }

  @Test("A block of a grid is compared with the one that lies a shift below")
  func shifted() {
    // 70 rows: six are behind the last whole block.
    let (width, height) = (67, 70)
    let grid = BlockGrid(width: width, height: height)
    var (frame, key) = (GrayFrame(width: width, height: height), GrayFrame(width: width, height: height))
    frame.pixels = Self.picture(width * height, seed: 3, isWhite: false)
    for shift in [-69, -17, -16, -1, 0, 1, 6, 7, 23, 69, 400] {
      // What the frame shows in a row is in the key frame `shift` rows below.
      for row in 0..<height {
        for column in 0..<width {
          let source = row - shift
          key.pixels[row * width + column] =
            (0..<height).contains(source) ? frame.pixels[source * width + column] : 0
        }
      }
      var comparison = BlockComparison(grid: grid)
      var selection = BlockSelection()
      // Every third block is not compared, and keeps what it has.
      grid.select((0..<grid.count).filter { $0 % 3 > 0 }, into: &selection)
      comparison.compare(frame, with: key, shift: shift, in: selection)
      for (block, mismatch) in comparison.mismatches.enumerated() {
        let top = block / BlockGrid.columns * BlockGrid.rowsPerBlock + shift
        let isInside = top >= 0 && top + BlockGrid.rowsPerBlock <= height
        let isCompared = isInside && block % 3 > 0
        #expect(isCompared ? abs(mismatch) < 1e-6 : mismatch.isNaN, "\(shift) \(block)")
      }
    }
  }
}
