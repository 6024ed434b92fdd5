/// The exact decimal digits of a finite double: ± 0.d₁d₂d₃… · 10^exponent.
///
/// Every double is m · 2^e, a finite decimal; from its digits each rounding is exact, with ties to the even digit.
struct DecimalDigits: Equatable {
  private(set) var isNegative: Bool
  /// 0 … 9, without zeros at either end; empty for zero.
  private(set) var digits: [UInt8]
  /// The position of the decimal point, counted from before the first digit; 0 for zero.
  private(set) var exponent: Int

  /// The digits of `value`; nil where it is not finite.
  init?(_ value: Double) {
    guard value.isFinite else { return nil }
    isNegative = value.sign == .minus
    digits = []
    exponent = 0
    guard value != 0 else { return }
    // value = significand · 2^shift with an odd significand.
    let fraction = value.significandBitPattern | (value.isNormal ? 1 << 52 : 0)
    let zeros = fraction.trailingZeroBitCount
    let shift = (value.isNormal ? Int(value.exponentBitPattern) : 1) - 1075 + zeros
    // m · 2^−s = m · 5^s / 10^s: only multiplications remain.
    var integer = Self.limbs(of: fraction >> UInt64(zeros))
    Self.multiply(&integer, by: shift < 0 ? 5 : 2, times: abs(shift))
    digits = Self.digits(of: integer)
    exponent = digits.count + min(shift, 0)
    trim()
  }

  /// Rounded to that many digits after the decimal point; before it where negative (−2: to hundreds).
  func rounded(fractionDigits: Int) -> DecimalDigits { rounded(keeping: exponent + fractionDigits) }

  /// Rounded to that many digits, the first of which is not 0.
  func rounded(significantDigits: Int) -> DecimalDigits { rounded(keeping: significantDigits) }

  /// Times 10^power.
  func scaled(byPowerOfTen power: Int) -> DecimalDigits {
    var scaled = self
    if !digits.isEmpty { scaled.exponent += power }
    return scaled
  }

  /// Without exponent, with that many digits after the point; a negative count is none. Digits beyond are cut off:
  /// round first. Zero has no sign.
  func fixed(fractionDigits: Int) -> String {
    // Position 0 is the first digit; a number below 1 begins with zeros before it.
    func characters(_ positions: Range<Int>) -> String {
      String(positions.map { digits.indices.contains($0) ? Character(Unicode.Scalar(48 + digits[$0])) : "0" })
    }
    let sign = isNegative && !digits.isEmpty ? "-" : ""
    let whole = exponent > 0 ? characters(0..<exponent) : "0"
    guard fractionDigits > 0 else { return sign + whole }
    return sign + whole + "." + characters(exponent..<exponent + fractionDigits)
  }

  private func rounded(keeping count: Int) -> DecimalDigits {
    guard count < digits.count else { return self }
    var rounded = self
    guard count >= 0 else {
      rounded.digits = []
      rounded.exponent = 0
      return rounded
    }
    rounded.digits.removeLast(digits.count - count)
    if roundsUp(at: count) {
      var index = count - 1
      while index >= 0, rounded.digits[index] == 9 {
        rounded.digits[index] = 0
        index -= 1
      }
      if index >= 0 {
        rounded.digits[index] += 1
      } else {
        rounded.digits.insert(1, at: 0)
        rounded.exponent += 1
      }
    }
    rounded.trim()
    return rounded
  }

  /// Returns true if what is cut off before `count` is more than half a unit, or just half beside an odd digit.
  private func roundsUp(at count: Int) -> Bool {
    guard digits[count] == 5, count == digits.count - 1 else { return digits[count] >= 5 }
    return count > 0 && !digits[count - 1].isMultiple(of: 2)
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
  }
}

/// Whole numbers of any size as limbs to the base 10⁹, the lowest first.
extension DecimalDigits {
  private static let base: UInt64 = 1_000_000_000

  private static func limbs(of value: UInt64) -> [UInt64] {
    var rest = value, limbs: [UInt64] = []
    while rest > 0 {
      limbs.append(rest % base)
      rest /= base
    }
    return limbs
  }

  private static func multiply(_ limbs: inout [UInt64], by factor: UInt64, times: Int) {
    for _ in 0..<times {
      var carry: UInt64 = 0
      for index in limbs.indices {
        let product = limbs[index] * factor + carry
        limbs[index] = product % base
        carry = product / base
      }
      if carry > 0 { limbs.append(carry) }
    }
  }

  private static func digits(of limbs: [UInt64]) -> [UInt8] {
    var digits: [UInt8] = []
    for limb in limbs.reversed() {
      var divisor = base / 10
      while divisor > 0 {
        let digit = UInt8(limb / divisor % 10)
        if !(digits.isEmpty && digit == 0) { digits.append(digit) }
        divisor /= 10
      }
    }
    return digits
  }
}
