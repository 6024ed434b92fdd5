/// A map of the numbers an estimator moves to a model's (c, α): the identity, one with some of them fixed, or a smooth
/// change of variables.
package protocol Parametrization: Sendable {
  /// The free variables, with the values allowed.
  var parameters: [Parameter] { get }
  /// c, then α; NaN where `point` has none.
  func modelParameters(_ point: [Double]) -> [Double]
  /// ∂(c, α)/∂point: row i, column j at `[j·rows + i]`, where rows is the count of (c, α).
  func jacobian(_ point: [Double]) -> [Double]
  /// The indices in (c, α) of the variables, where each is one of them and the rest is constant; nil else.
  var selection: [Int]? { get }
}

extension Parametrization {
  package var selection: [Int]? { nil }
}

/// The model's own (c, α), some of them fixed.
package struct DirectParametrization: Parametrization {
  package let parameters: [Parameter]
  /// As long as (c, α); the free entries are not read.
  private let values: [Double]
  /// The indices in (c, α) of the free ones.
  private let free: [Int]

  package var selection: [Int]? { free }

  /// - Parameters:
  ///   - all: the model's parameters, c before α.
  ///   - fixed: index in `all` to value.
  package init(_ all: [Parameter], fixed: [Int: Double] = [:]) {
    free = all.indices.filter { fixed[$0] == nil }
    parameters = free.map { all[$0] }
    values = all.indices.map { fixed[$0] ?? 0 }
  }

  package func modelParameters(_ point: [Double]) -> [Double] {
    var model = values
    for (value, index) in zip(point, free) { model[index] = value }
    return model
  }

  package func jacobian(_ point: [Double]) -> [Double] {
    var jacobian = [Double](repeating: 0, count: values.count * free.count)
    for (j, index) in free.enumerated() { jacobian[j * values.count + index] = 1 }
    return jacobian
  }
}
