public import LinearAlgebra

/// A number as a file writes it, with all its digits: `10.07E0`, `.11019`, `-0.358191792925910E-01`.
public struct DecimalNumber: Equatable, Sendable {
  /// The digits as they stand in the file.
  public let text: String
  /// The nearest double.
  public let value: Double
  /// The number to some 31 digits.
  public let extended: DoubleDouble

  /// Nil where the text is no decimal number (``LinearAlgebra/DoubleDouble/init(decimal:)``), or one beyond the largest
  /// double.
  public init?(_ text: String) {
    guard let extended = DoubleDouble(decimal: text), let value = Double(text), value.isFinite else {
      return nil
    }
    self.text = text
    self.value = value
    self.extended = extended
  }
}
