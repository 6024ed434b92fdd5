import LinearAlgebra

extension DoubleDouble {
  /// NaN for what is no decimal.
  init(exactly decimal: String) { self = DoubleDouble(decimal: decimal) ?? DoubleDouble(.nan) }

  /// Relative to a decimal of more digits than a double has.
  func difference(from decimal: String) -> Double {
    let expected = DoubleDouble(exactly: decimal)
    return ((self - expected) / expected).magnitude.value
  }
}

/// e^x to about 30 digits: Taylor's series of x reduced by multiples of ln 2 and by 2⁻⁸.
func exp(_ x: DoubleDouble) -> DoubleDouble {
  let logarithmOfTwo = DoubleDouble(sumOf: 0.6931471805599453, 2.3190468138462996e-17)
  let multiple = (x.high / 0.6931471805599453).rounded()
  let small = (x - logarithmOfTwo * DoubleDouble(multiple)) * DoubleDouble(0x1p-8)
  // e^s − 1, squared as (1 + a)² − 1 = 2a + a², which keeps the digits of a.
  var sum = DoubleDouble(0)
  for n in stride(from: 14.0, through: 1, by: -1) {
    sum = (small / DoubleDouble(n)) * (DoubleDouble(1) + sum)
  }
  for _ in 0..<8 { sum = sum + sum + sum * sum }
  return (sum + DoubleDouble(1)) * DoubleDouble(Double(sign: .plus, exponent: Int(multiple), significand: 1))
}
