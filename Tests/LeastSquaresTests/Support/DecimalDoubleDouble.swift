import Foundation
import LinearAlgebra

extension DoubleDouble {
  /// A decimal of at most 15 digits and a power of ten below 10²², to all digits.
  init(exactly decimal: String) {
    let parts = decimal.uppercased().split(separator: "E")
    let digits = parts[0].split(separator: ".")
    let exponent =
      (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
      - (digits.count > 1 && decimal.contains(".") ? digits[1].count : 0)
    let whole = DoubleDouble(Double(digits.joined()) ?? .nan)
    let power = DoubleDouble(pow(10, Double(abs(exponent))))
    self = exponent < 0 ? whole / power : whole * power
  }

  /// As a decimal with all of its 32 digits, rounding included: high and low are exact decimals themselves.
  func difference(from decimal: String) -> Double {
    let words = decimal.replacingOccurrences(of: "e", with: "E").split(separator: "E")
    let exponent = words.count > 1 ? Int(words[1]) ?? 0 : 0
    var sum = DoubleDouble(0)
    var fraction = 0
    var isFraction = false
    for character in words[0] where character != "-" {
      if character == "." {
        isFraction = true
        continue
      }
      sum = sum * DoubleDouble(10) + DoubleDouble(Double(character.wholeNumberValue ?? 0))
      if isFraction { fraction += 1 }
    }
    var shift = exponent - fraction
    while shift < 0 {
      let part = min(-shift, 22)
      sum = sum / DoubleDouble(pow(10, Double(part)))
      shift += part
    }
    if decimal.hasPrefix("-") { sum = -sum }
    return ((self - sum) / sum).magnitude.value
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
