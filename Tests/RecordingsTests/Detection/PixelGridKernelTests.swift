import CKernels
import Testing

@testable import Recordings

/// The kernel that looks at the offsets of a grid, on every instruction set of the processor.
struct PixelGridKernelTests {
  private static let paths = [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512].filter {
    $0.rawValue <= scrollfit_fastest_path().rawValue
  }

  /// The answers of all instruction sets.
  private static func lieOnGrid(_ offsets: [Double], _ grid: Double, decimals: Int) -> Set<Bool> {
    let power = PowersOfTen.doubles[decimals]
    return Set(paths.map { scrollfit_lie_on_grid($0, offsets, offsets.count, grid, power) != 0 })
  }

  /// Multiples of a grid, written with some decimals.
  private static func offsets(_ count: Int, _ grid: Double, decimals: Int) -> [Double] {
    let power = PowersOfTen.doubles[decimals]
    return (0..<count).map { sample in
      (Double(sample * sample * 7 - 5000) * grid * power).rounded() / power
    }
  }

  @Test(
    "Offsets lie on their grid at any count, and not where one is an eighth of the grid and more away from it",
    arguments: [1, 0.5, 1.0 / 3, 1 / 2.625], [3, 6])
  func offAtOnePlace(grid: Double, decimals: Int) {
    for count in 8...25 {
      let offsets = Self.offsets(count, grid, decimals: decimals)
      #expect(Self.lieOnGrid(offsets, grid, decimals: decimals) == [true], "\(count)")
      for place in offsets.indices {
        var moved = offsets
        moved[place] += 0.2 * grid
        #expect(Self.lieOnGrid(moved, grid, decimals: decimals) == [false], "\(count), \(place)")
      }
    }
  }

  @Test("What is farther away than a unit of the last decimal lies on no grid, on every instruction set")
  func decimals() {
    let thirds = Self.offsets(16, 1.0 / 3, decimals: 2)
    #expect(Self.lieOnGrid(thirds, 1.0 / 3, decimals: 2) == [true])
    #expect(Self.lieOnGrid(thirds, 1.0 / 3, decimals: 3) == [false])
    #expect(Self.lieOnGrid(thirds.map { $0 + 0.02 }, 1.0 / 3, decimals: 2) == [false])
    #expect(Self.lieOnGrid([Double](repeating: 1e300, count: 8), 1.0 / 3, decimals: 2) == [true])
  }
}
