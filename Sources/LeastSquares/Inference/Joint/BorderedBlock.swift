/// One recording's residuals at a point, with their derivatives by its own parameters and by the shared ones.
public struct BorderedBlock: Equatable, Sendable {
  /// r, m numbers.
  public let residuals: [Double]
  /// A = ∂r/∂own, m × p, column-major.
  public let own: [Double]
  /// B = ∂r/∂shared, m × q, column-major.
  public let shared: [Double]

  public init(residuals: [Double], own: [Double], shared: [Double]) {
    self.residuals = residuals
    self.own = own
    self.shared = shared
  }
}
