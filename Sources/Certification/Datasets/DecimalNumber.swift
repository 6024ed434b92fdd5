import LinearAlgebra

/// A number as a file writes it, with all its digits: `10.07E0`, `.11019`, `-0.358191792925910E-01`.
package struct DecimalNumber: Equatable, Sendable {
  /// The digits as they stand in the file.
  package let text: String
  /// The nearest double.
  package let value: Double
  /// The number to some 31 digits.
  package let extended: DoubleDouble

  /// Nil where the text is no decimal number (``LinearAlgebra/DoubleDouble/init(decimal:)``), or one beyond the largest
  /// double.
  package init?(_ text: String) {
    guard let extended = DoubleDouble(decimal: text), let value = Double(text), value.isFinite else {
      return nil
    }
    self.text = text
    self.value = value
    self.extended = extended
  }
}
