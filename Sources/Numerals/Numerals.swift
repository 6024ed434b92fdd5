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
