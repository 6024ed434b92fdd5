/// A model whose every sample is divided by its standard deviation: its least squares are the weighted ones,
/// Σ ((yᵢ − f(xᵢ))/σᵢ)², once the observations are divided alike.
public struct WeightedModel<Model: SeparableModel>: SeparableModel {
  private let model: Model
  /// 1/σᵢ; empty where all are 1.
  private let factors: [Double]

  /// - Parameter standardDeviations: σᵢ, positive and finite, one for each sample; empty where all are 1.
  public init(_ model: Model, standardDeviations: [Double]) {
    self.model = model
    factors = standardDeviations.map { 1 / $0 }
  }

  public var linear: [Parameter] { model.linear }
  public var nonlinear: [Parameter] { model.nonlinear }

  public func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    model.evaluate(alpha, at: x, basis: &basis, derivatives: &derivatives)
    guard !factors.isEmpty else { return }
    scale(&basis)
    scale(&derivatives)
  }

  private func scale(_ columns: inout MutableSpan<Double>) {
    let count = factors.count
    for first in stride(from: 0, to: columns.count, by: count) {
      for i in 0..<count { columns[first + i] *= factors[i] }
    }
  }
}
