/// √(Σe²/n) and the ratios built on it, scaled so that no square overflows or vanishes.
enum ResidualScale {
  /// The residuals over the largest of them, and that one; nil where every residual is 0 or one is not
  /// finite.
  static func normalised(_ residuals: [Double]) -> (residuals: [Double], largest: Double)? {
    guard residuals.allSatisfy(\.isFinite) else { return nil }
    let largest = residuals.reduce(0) { max($0, abs($1)) }
    guard largest > 0 else { return nil }
    return (residuals.map { $0 / largest }, largest)
  }

  /// √(Σe²/n): 0 for no residuals, NaN where one is not finite.
  static func rootMeanSquare(_ residuals: [Double]) -> Double {
    guard let (scaled, largest) = normalised(residuals) else {
      return residuals.allSatisfy(\.isFinite) ? 0 : .nan
    }
    return largest * (scaled.reduce(0) { $0 + $1 * $1 } / Double(scaled.count)).squareRoot()
  }
}
