extension Double {
  /// Euler's number, for the formulas in which it is a constant of its own.
  static let euler = 2.718281828459045

  /// The number, or 0 where it is negative: a time that lies before the start. NaN stays NaN.
  var notNegative: Double { self < 0 ? 0 : self }
}
