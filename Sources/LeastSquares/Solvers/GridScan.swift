/// The cost on a grid of points, to find the local minima that a local solver should start in.
package struct GridScan: Sendable {
  /// The grid's values for each parameter, increasing.
  package let values: [[Double]]

  package init(values: [[Double]]) { self.values = values }

  /// A point of the grid and its cost.
  package struct Sample: Equatable, Sendable {
    package let point: [Double]
    package let cost: Double
  }

  /// The grid points that are not above any neighbor along an axis, lowest first; ties in grid order.
  ///
  /// - Complexity: one evaluation a grid point.
  package func minima<Problem: LeastSquaresProblem>(of problem: Problem) -> [Sample] {
    var evaluator = Evaluator(problem)
    var residuals = [Double](repeating: 0, count: problem.residualCount)
    let strides = values.indices.map { axis in values[..<axis].reduce(1) { $0 * $1.count } }
    let count = values.reduce(1) { $0 * $1.count }
    var costs = [Double](repeating: 0, count: count)
    for index in 0..<count {
      costs[index] = evaluator.glance(at: point(index, strides), residuals: &residuals)
    }
    var minima: [(index: Int, sample: Sample)] = []
    for index in 0..<count where costs[index].isFinite {
      var isLowest = true
      for axis in values.indices {
        let position = index / strides[axis] % values[axis].count
        if position > 0, costs[index - strides[axis]] < costs[index] { isLowest = false }
        if position < values[axis].count - 1, costs[index + strides[axis]] < costs[index] { isLowest = false }
      }
      if isLowest {
        minima.append((index, Sample(point: point(index, strides), cost: costs[index])))
      }
    }
    return minima.sorted { ($0.sample.cost, $0.index) < ($1.sample.cost, $1.index) }.map(\.sample)
  }

  private func point(_ index: Int, _ strides: [Int]) -> [Double] {
    values.indices.map { values[$0][index / strides[$0] % values[$0].count] }
  }
}
