import CKernels
import Testing

@testable import LinearAlgebra

/// The loops in C that narrow matrices are factored by.
struct HouseholderTests {
  private static let paths = [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512].filter {
    $0.rawValue <= scrollfit_fastest_path().rawValue
  }

  /// R, the reflectors, the pivots and Qᵀb.
  private struct Factors: Equatable {
    var matrix: [Double]
    var scales: [Double]
    var pivots: [Int]
    var rotated: [Double]
    var restored: [Double]
  }

  private func factors(_ path: scrollfit_path, _ matrix: Matrix, beside right: [Double]) -> Factors {
    let (rows, columns) = (matrix.rows, matrix.columns)
    var found = Factors(
      matrix: matrix.elements, scales: [Double](repeating: 0, count: columns),
      pivots: [Int](repeating: 0, count: columns), rotated: right, restored: right)
    scrollfit_householder(path, &found.matrix, rows, columns, &found.scales, &found.pivots)
    scrollfit_rotate(path, found.matrix, rows, columns, found.scales, 1, &found.rotated)
    found.restored = found.rotated
    scrollfit_rotate(path, found.matrix, rows, columns, found.scales, 0, &found.restored)
    return found
  }

  @Test(
    "Every instruction set finds the same digits",
    arguments: [(1, 1), (8, 4), (9, 3), (61, 4), (154, 7), (40, 16)])
  func sameDigits(rows: Int, columns: Int) {
    let matrix = Matrix.random(rows, columns)
    let right = randomNumbers(rows, seed: 5)
    let portable = factors(SCROLLFIT_PORTABLE, matrix, beside: right)
    #expect(largestDifference(portable.restored, right) < 1e-14)
    for path in Self.paths { #expect(factors(path, matrix, beside: right) == portable) }
  }
}
