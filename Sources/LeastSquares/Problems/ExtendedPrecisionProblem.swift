import LinearAlgebra

/// A problem that can tell its residuals to about 32 digits.
///
/// Data that a model fits to all of a double's digits leave residuals that are the data's own rounding: what stands
/// there, and with it every standard deviation, is known only where data and model are read and evaluated with more.
package protocol ExtendedPrecisionProblem: LeastSquaresProblem {
  /// r(p): ``LeastSquaresProblem/residualCount`` numbers. Not finite outside of the model's domain.
  func residuals(at point: [DoubleDouble]) -> [DoubleDouble]
}
