/// Numbers as a person reads them: a full stop, no groups, no locale. What is not finite is a word.
package enum Numerals {
  /// With that many digits after the decimal point, correctly rounded: `fixed(9.995, 2)` is `9.99`, for the double
  /// lies below.
  package static func fixed(_ value: Double, _ fractionDigits: Int) -> String {
    guard let digits = DecimalDigits(value) else { return word(value) }
    return digits.rounded(fractionDigits: fractionDigits).fixed(fractionDigits: fractionDigits)
  }

  /// With at most that many significant digits, zeros at the end left out; the digits before the point are kept.
  /// Scientific (`1.5e-7`) below 1e-4, and from 1e9 where the digits end before the point.
  package static func significant(_ value: Double, _ count: Int = 6) -> String {
    guard let digits = DecimalDigits(value) else { return word(value) }
    let rounded = digits.rounded(significantDigits: count)
    guard isReadable(exponent: rounded.exponent) || (1...count).contains(rounded.exponent) else {
      let shift = rounded.exponent - 1
      let mantissa = rounded.scaled(byPowerOfTen: -shift)
      return mantissa.fixed(fractionDigits: mantissa.digits.count - 1) + "e\(shift)"
    }
    let whole = digits.rounded(significantDigits: max(count, digits.exponent))
    return whole.fixed(fractionDigits: whole.digits.count - whole.exponent)
  }

  /// Every digit of the shortest text that reads back to the same double: `10.9`, `500`, `1e300`.
  package static func plain(_ value: Double) -> String {
    // The description has the fewest digits that read back; beside a power of two their rounding may need one more.
    let digits = value.description.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
    let count = max(1, digits.reversed().drop { $0 == "0" }.count)
    let shortest = (count...17).lazy.map { significant(value, $0) }.first { Double($0) == value }
    return shortest ?? significant(value, 17)
  }

  /// With its sign, also where positive: `+0.0038`.
  package static func signed(_ text: String) -> String { text.hasPrefix("-") ? text : "+" + text }

  /// Numbers of one column: as many digits after the point for all, so that the largest has `count` significant ones.
  package static func column(_ values: [Double], significantDigits count: Int) -> [String] {
    let exponents = values.compactMap(DecimalDigits.init).map(\.exponent)
    guard let largest = exponents.max(), isReadable(exponent: largest) else {
      return values.map { significant($0, count) }
    }
    return values.map { fixed($0, max(0, count - largest)) }
  }

  /// A share of 1 in per cent.
  package static func percent(_ share: Double) -> String { significant(share * 100, 4) + " %" }

  /// A probability: below 0.001 as such.
  package static func probability(_ value: Double) -> String { value < 0.001 ? "< 0.001" : fixed(value, 3) }

  /// Returns true if a number 0.d₁d₂… · 10^exponent is written without exponent: 1e-4 ≤ |value| < 1e9.
  package static func isReadable(exponent: Int) -> Bool { (-3...9).contains(exponent) }

  private static func word(_ value: Double) -> String {
    if value.isNaN { return "undefined" }
    return value < 0 ? "-infinite" : "infinite"
  }
}

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
      String(unsafeUninitializedCapacity: positions.count) { bytes in
        for (place, position) in zip(bytes.indices, positions) {
          bytes[place] = UInt8(ascii: "0") + (digits.indices.contains(position) ? digits[position] : 0)
        }
        return positions.count
      }
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
    var left = times
    while left > 0 {
      // Twelve factors at once are less than the base, and so is each carry.
      let count = min(left, 12)
      let power = repeatElement(factor, count: count).reduce(1, *)
      var carry: UInt64 = 0
      for index in limbs.indices {
        let product = limbs[index] * power + carry
        limbs[index] = product % base
        carry = product / base
      }
      if carry > 0 { limbs.append(carry) }
      left -= count
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

/// The rounding of a value, its error and its interval: all at the decimal place of the error's second digit.
package struct Rounding {
  /// Digits after the point of a number divided by 10^``power``; nil without an error that decides which digits mean something.
  private let fractionDigits: Int?
  /// The power of ten that all numbers are written with; 0 for none.
  private let power: Int

  /// - Parameter error: nil, 0 and what is not finite mean that every digit of the value may be shown.
  package init(value: Double, error: Double?) {
    guard let error, error > 0, let value = DecimalDigits(value),
      let error = DecimalDigits(error)?.rounded(significantDigits: 2)
    else {
      fractionDigits = nil
      power = 0
      return
    }
    let rounded = value.rounded(fractionDigits: 2 - error.exponent)
    let largest = rounded.digits.isEmpty ? error.exponent : max(rounded.exponent, error.exponent)
    power = Numerals.isReadable(exponent: largest) ? 0 : largest - 1
    let position = 2 - error.exponent + power
    // A double has no digits to show beside an error that small.
    fractionDigits = largest - power + position <= 15 ? position : nil
  }

  /// A number at the common place.
  package func text(_ value: Double) -> String {
    guard let fractionDigits, let digits = DecimalDigits(value) else { return Numerals.significant(value, 6) }
    let scaled = digits.scaled(byPowerOfTen: -power).rounded(fractionDigits: fractionDigits)
    return scaled.fixed(fractionDigits: fractionDigits) + (power == 0 ? "" : "e\(power)")
  }

  /// `10.9038 ± 0.0057`; without an error the value alone.
  package static func text(_ value: Double, error: Double?) -> String {
    guard let error, !error.isNaN else { return Numerals.significant(value) }
    let rounding = Rounding(value: value, error: error)
    guard rounding.fractionDigits != nil else {
      // Digits beyond the twelfth are rounding errors of the fit.
      return "\(Numerals.significant(value, 12)) ± \(Numerals.significant(error, 2))"
    }
    return "\(rounding.text(value)) ± \(rounding.text(error))"
  }
}
