import Foundation
import Testing

@testable import LeastSquares

struct NumericalGradientTests {
  @Test("exp(p₁)·sin(p₂) + p₃⁻¹, whose parameters differ by nine orders of magnitude")
  func knownGradient() {
    let p = [0.7, 2.3, 4e8]
    let gradient = numericalGradient(at: p, sizes: [1, 1, 1]) { exp($0[0]) * sin($0[1]) + 1e8 / $0[2] }
    #expect(digits(gradient, [exp(0.7) * sin(2.3), exp(0.7) * cos(2.3), -1e8 / 16e16]) > 8.5)
  }

  /// Near zero the size decides the step, in the parameter's own unit.
  @Test(arguments: [1e-9, 1, 1e7]) func sizeDecidesNearZero(size: Double) {
    let gradient = numericalGradient(at: [0], sizes: [size]) { sin($0[0] / size) }
    #expect(digits(gradient[0] * size, 1) > 9)
  }

  /// A quadratic's central difference is exact but for rounding.
  @Test func quadraticsAreExact() {
    let gradient = numericalGradient(at: [3, -2], sizes: [1, 1]) { $0[0] * $0[0] * 5 + $0[0] * $0[1] }
    #expect(digits(gradient, [28, 3]) > 9.5)
  }
}
