/// The best linear coefficients of a separable model at one α after another.
package struct LinearFit {
  private var model: LinearizedModel
  /// ‖r‖² up to which it may be rounding: a hundred millionth of ‖y‖, squared.
  private let smallCost: Double

  /// - Parameter fixed: index in (c, α) to value.
  package init(
    _ model: any SeparableModel, fixed: [Int: Double], abscissas: [Double], observations: [Double]
  ) {
    let (linear, all) = (model.linear.count, model.linear.count + model.nonlinear.count)
    self.model = LinearizedModel(
      model, free: (0..<linear).filter { fixed[$0] == nil }, values: (0..<all).map { fixed[$0] ?? 0 },
      abscissas: abscissas, observations: observations)
    smallCost = 1e-16 * observations.reduce(0) { $0 + $1 * $1 }
  }

  /// ‖r‖² with the best coefficients: 0 where it may be rounding, not finite where the model is not.
  ///
  /// - Parameter alpha: all of α.
  /// - Complexity: O(n·p²).
  package mutating func leastCost(at alpha: [Double]) -> Double {
    let cost = model.leastCost(at: alpha)
    return cost <= smallCost ? 0 : cost
  }
}
