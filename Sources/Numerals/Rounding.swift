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
