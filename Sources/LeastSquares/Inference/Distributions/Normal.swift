import Elementary

/// The standard normal distribution, f(x) = e^(−x²/2) / √2π.
///
/// Tails by the C library's erfc (DLMF 7.2.2, Abramowitz & Stegun 26.2.29): P(X > x) = ½ erfc(x/√2).
package struct Normal: Distribution, Equatable {
  package init() {}

  package var support: ClosedRange<Double> { -Double.infinity...Double.infinity }

  package func density(_ x: Double) -> Double {
    exponential(-x * x / 2) / (2 * Double.pi).squareRoot()
  }

  package func cumulative(_ x: Double) -> Double { upperTail(-x) }

  package func upperTail(_ x: Double) -> Double {
    // x/√2 = h + l to twice the precision: erfc turns a relative error ε of its argument into h²·2ε of its
    // value, four digits at the far end. erfc(h + l) = erfc h − l·2/√π·e^(−h²) + O(l²).
    let h = x * Normal.inverseRootTwo
    let l = (-h).addingProduct(x, Normal.inverseRootTwo) + x * Normal.inverseRootTwoRest
    let tail = complementaryError(h)
    guard tail > 0, tail < 2 else { return tail / 2 }
    return (tail - l * 2 / Double.pi.squareRoot() * exponential(-h * h)) / 2
  }

  /// 1/√2 rounded, and what rounding left.
  private static let inverseRootTwo = 0.5.squareRoot()
  private static let inverseRootTwoRest = -4.833646656726457e-17
}
