/// The noise model of the samples.
public enum NoiseModel: String, CaseIterable, Sendable {
  /// All samples alike; their variance is estimated from the residuals.
  case none
  /// σᵢ² = s² grid²/12 + (v(tᵢ) σ_t)², with s ≥ 1 and σ_t, the noise of the recorded times, estimated.
  case estimated
  /// All samples alike, of the known variance grid²/12.
  case grid
  /// The exact likelihood of offsets rounded to the grid, with Gaussian noise of unknown size.
  case interval

  /// The name on the command line; reports keep the raw value.
  package var optionName: String { self == .interval ? "censored" : rawValue }
}

/// The method of confidence intervals.
public enum IntervalKind: String, CaseIterable, Sendable {
  /// ± a quantile of the standard error, from the curvature at the minimum.
  case wald
  /// The value at which the best cost with the parameter fixed has risen by the quantile's square.
  case profile
  /// The spread of fits to the curve with its residuals drawn anew.
  case bootstrap
  /// The spread of fits to samples drawn anew.
  case bootstrapCases = "bootstrap-cases"
}
