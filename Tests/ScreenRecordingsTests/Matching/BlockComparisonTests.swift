import CKernels
import Testing

@testable import ScreenRecordings

/// The comparison of blocks on every instruction set of the processor against that of one pixel after the other.
struct BlockComparisonTests {
  private static func picture(_ frame: GrayFrame) -> Picture {
    var rows = RowSignature(rows: frame.height)
    rows.fill(from: frame)
    return Picture(frame: frame, rows: rows)
  }

  /// The moments of some pixels, a of the frame and b of the key frame.
  private static func moments(_ a: [Double], _ b: [Double]) -> (
    mismatch: Double, energy: Double, texture: Double
  ) {
    let n = Double(a.count)
    let (meanA, meanB) = (a.reduce(0, +) / n, b.reduce(0, +) / n)
    let texture = a.reduce(0) { $0 + ($1 - meanA) * ($1 - meanA) } / n
    let energy = texture + b.reduce(0) { $0 + ($1 - meanB) * ($1 - meanB) } / n
    let covariance = zip(a, b).reduce(0) { $0 + ($1.0 - meanA) * ($1.1 - meanB) } / n
    return (energy > 18 ? 1 - 2 * covariance / energy : .nan, energy, texture)
  }

  @Test(
    "Blocks of all widths have the moments of their compared pixels",
    arguments: [64, 100, 112, 127, 128, 255, 256, 257, 480, 511, 528, 1170, 1184, 4100], [false, true])
  func moments(width: Int, isWhite: Bool) throws {
    let height = 48
    var (frame, key) = (GrayFrame(width: width, height: height), GrayFrame(width: width, height: height))
    frame.pixels = levels(width * height, seed: 1, isWhite: isWhite)
    key.pixels = levels(width * height, seed: 2)
    let grid = BlockGrid(width: width, height: height)
    var selection = BlockSelection()
    grid.select(0..<grid.count, into: &selection)
    let (own, other) = (Self.picture(frame), Self.picture(key))
    let shift = 7
    let inside = selection.blocks.filter { grid.blocks(inside: shift).contains(Int($0.number)) }
    #expect(inside.count == 32)
    for path in paths {
      var (mismatches, energies, textures) = (
        [Float](repeating: 0, count: grid.count), [Float](repeating: 0, count: grid.count),
        [Float](repeating: 0, count: grid.count)
      )
      mismatches.withUnsafeMutableBufferPointer { mismatches in
        energies.withUnsafeMutableBufferPointer { energies in
          textures.withUnsafeMutableBufferPointer { textures in
            var results = scrollfit_comparison(
              mismatches: mismatches.baseAddress, energies: energies.baseAddress,
              textures: textures.baseAddress)
            own.withLevels { own in
              other.withLevels { other in
                scrollfit_compare_blocks(
                  path, inside, inside.count, &own, &other, shift, width, grid.step, 18, &results)
              }
            }
          }
        }
      }
      for block in inside {
        let rows = (0..<Int(block.rows)).map { Int(block.row) + $0 * grid.step }
        let left = Int(block.offset) % width
        let places = rows.flatMap { row in (left..<left + Int(block.columns)).map { row * width + $0 } }
        let expected = Self.moments(
          places.map { Double(frame.pixels[$0]) }, places.map { Double(key.pixels[$0 + shift * width]) })
        let number = Int(block.number)
        #expect(abs(Double(mismatches[number]) - expected.mismatch) < 1e-5, "\(path) \(number)")
        #expect(abs(Double(energies[number]) / expected.energy - 1) < 1e-6, "\(path) \(number)")
        #expect(
          abs(Double(textures[number]) - expected.texture) <= 1e-6 * expected.texture, "\(path) \(number)")
      }
    }
  }

  @Test("Blocks without texture in either picture have no mismatch")
  func plain() {
    var (frame, key) = (GrayFrame(width: 64, height: 64), GrayFrame(width: 64, height: 64))
    frame.pixels = [UInt8](repeating: 200, count: 64 * 64)
    key.pixels = (0..<64 * 64).map { 100 + UInt8($0 % 4) }
    let grid = BlockGrid(width: 64, height: 64)
    var comparison = BlockComparison(grid: grid)
    var selection = BlockSelection()
    grid.select(0..<grid.count, into: &selection)
    comparison.compare(Self.picture(frame), with: Self.picture(key), shift: 0, in: selection)
    // The variance of 0, 1, 2, 3 is 1.25.
    #expect(comparison.mismatches.allSatisfy { $0.isNaN })
    #expect(comparison.energies.allSatisfy { $0 == 1.25 })
    #expect(comparison.textures.allSatisfy { $0 == 0 })
  }

  @Test("A block of a grid is compared with the one that lies a shift below")
  func shifted() {
    // 70 rows: six are behind the last whole block.
    let (width, height) = (67, 70)
    let grid = BlockGrid(width: width, height: height)
    var (frame, key) = (GrayFrame(width: width, height: height), GrayFrame(width: width, height: height))
    frame.pixels = levels(width * height, seed: 3)
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
      comparison.compare(Self.picture(frame), with: Self.picture(key), shift: shift, in: selection)
      for (block, mismatch) in comparison.mismatches.enumerated() {
        let top = block / BlockGrid.columns * BlockGrid.rowsPerBlock + shift
        let isInside = top >= 0 && top + BlockGrid.rowsPerBlock <= height
        let isCompared = isInside && block % 3 > 0
        #expect(isCompared ? abs(mismatch) < 1e-6 : mismatch.isNaN, "\(shift) \(block)")
      }
    }
  }
}
