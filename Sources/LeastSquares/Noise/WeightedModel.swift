/// A separable model with every row of Φ and ∂Φ/∂α divided by its observation's standard deviation, for
/// observations divided likewise.
///
/// Every view and every solver of a ``SeparableModel`` then minimizes Σ ((f(xᵢ) − yᵢ)/σᵢ)². It is defined at
/// the samples alone: to draw the curve, evaluate the model itself.
package struct WeightedModel<Model: SeparableModel>: SeparableModel {
  package let model: Model
  /// 1/σᵢ; empty where all are 1.
  private let factors: [Double]

  /// - Throws: ``WeightError`` as ``Weights/factors(count:)``.
  package init(_ model: Model, weights: Weights, count: Int) throws(WeightError) {
    self.model = model
    factors = try weights.factors(count: count)
  }

  /// - Parameter factors: 1/σᵢ, known to be weights; empty where all are 1.
  package init(_ model: Model, factors: [Double]) {
    self.model = model
    self.factors = factors
  }

  package var linear: [Parameter] { model.linear }
  package var nonlinear: [Parameter] { model.nonlinear }

  /// yᵢ/σᵢ: the observations to fit the weighted model to.
  package func scaled(_ observations: [Double]) -> [Double] {
    precondition(
      observations.count == factors.count, "\(observations.count) observations, \(factors.count) weights")
    return zip(observations, factors).map { $0 * $1 }
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    model.evaluate(alpha, at: x, basis: &basis, derivatives: &derivatives)
    guard !factors.isEmpty else { return }
    precondition(x.count == factors.count, "\(x.count) abscissas, \(factors.count) weights")
    scaleRows(of: &basis)
    scaleRows(of: &derivatives)
  }

  private func scaleRows(of columns: inout MutableSpan<Double>) {
    let scales = factors.span
    for start in stride(from: 0, to: columns.count, by: max(1, scales.count)) {
      for i in 0..<scales.count { columns[start + i] *= scales[i] }
    }
  }
}
