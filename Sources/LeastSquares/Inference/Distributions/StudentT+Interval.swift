extension StudentT {
  /// Returns the number of standard errors to each side of a two-sided interval: P(|T| ≤ t) = `confidence`.
  ///
  /// - Parameter confidence: 0 < confidence < 1; NaN otherwise.
  public func criticalValue(confidence: Double) -> Double {
    guard confidence > 0, confidence < 1 else { return .nan }
    return quantile(upperTail: (1 - confidence) / 2)
  }

  /// value ± t · standardError, t the ``criticalValue(confidence:)``. Known variance is ν = ∞.
  ///
  /// Nil where there is none: a value or standard error that is not finite, a negative standard error, ν that
  /// is not > 0, a confidence outside 0…1. An end beyond the largest double is infinite.
  public func interval(around value: Double, standardError: Double, confidence: Double) -> ClosedRange<
    Double
  >? {
    let reach = criticalValue(confidence: confidence) * standardError
    guard value.isFinite, standardError.isFinite, standardError >= 0, reach >= 0 else { return nil }
    return (value - reach)...(value + reach)
  }
}
