import Elementary

/// A ``Portfolio`` from a start and from seeded draws around it, to find out whether a lower minimum lies elsewhere.
///
/// A draw multiplies each starting value by 10^(s·u) with u of −1 ..< 1 for every parameter, and changes its sign one
/// time in eight where the domain has both. The draw's own s runs evenly from ``spread``/``draws`` to ``spread``, so
/// that near and far are looked at. A starting value of 0 is first replaced by what moves the residuals by their own
/// length, in either direction. A value that leaves its domain goes a random part of the way to the edge instead.
package struct MultiStart: Sendable {
  package var portfolio = Portfolio()
  /// The number of further starts.
  package var draws = 24
  /// For each draw's portfolio: a start from which the search creeps is given up.
  package var evaluationsPerDraw = 2_000
  /// The largest s: half a decade by default, 0.32 to 3.2 of each starting value.
  package var spread = 0.5
  /// Other seeds draw other starts; the same one the same, on every machine.
  package var seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  /// - Parameter start: moved into the parameters' domains where it is outside.
  package func search<Problem: LeastSquaresProblem>(_ problem: Problem, from start: [Double]) -> Minima {
    let domains = problem.parameters.map(\.domain)
    let here = portfolio.minimize(problem, from: start)
    let center = domains.nearest(to: start)
    let sizes = sizes(of: problem, at: center)
    var evaluations = here.evaluations
    var found: [Minimum] = here.termination.isMinimum ? [here] : []
    var lowest = here
    var brief = portfolio
    brief.evaluationLimit = min(evaluationsPerDraw, portfolio.evaluationLimit)
    var generator = SplitMix64(seed: seed)
    for draw in 0..<max(0, draws) {
      let reach = spread * Double(draw + 1) / Double(draws)
      let point = center.indices.map { j in
        Self.value(near: center[j], size: sizes[j], reach: reach, domain: domains[j], &generator)
      }
      let minimum = brief.minimize(problem, from: point)
      evaluations += minimum.evaluations
      if minimum.sumOfSquares < lowest.sumOfSquares { lowest = minimum }
      if minimum.termination.isMinimum, !found.contains(where: { $0.isSame(as: minimum) }) {
        found.append(minimum)
      }
    }
    // Of equal ones the first found stays first: the one from the start itself, whose labels the caller chose.
    let ordered = found.enumerated().sorted { a, b in
      a.element.isLevel(with: b.element)
        ? a.offset < b.offset : a.element.sumOfSquares < b.element.sumOfSquares
    }
    .map(\.element)
    return Minima(
      best: ordered.first ?? lowest, others: Array(ordered.dropFirst()), fromStart: here,
      evaluations: evaluations)
  }

  /// |p|, or for 0 the change that moves the residuals by their own length.
  private func sizes(of problem: some LeastSquaresProblem, at point: [Double]) -> [Double] {
    guard point.contains(0) else { return point.map { abs($0) } }
    var evaluator = Evaluator(problem)
    let linearization = evaluator.linearization(from: point)
    return point.indices.map { j in
      guard point[j] == 0 else { return abs(point[j]) }
      let size = linearization.cost.squareRoot() / linearization.columnNorm(j)
      return size.isFinite && size > 0 ? size : 1
    }
  }

  private static func value(
    near center: Double, size: Double, reach: Double, domain: ClosedRange<Double>,
    _ generator: inout SplitMix64
  ) -> Double {
    // Every value takes four numbers, so that one parameter's domain does not decide another's draw.
    let factor = exponential(reach * 2.302585092994046 * generator.signedUniform())
    let isFlipped = generator.uniform() < 0.125
    let isBelow = generator.uniform() < 0.5
    let part = generator.uniform()
    let sign: Double = center == 0 ? (isBelow ? -1 : 1) : (center < 0 ? -1 : 1)
    let value = sign * size * factor
    if isFlipped, domain.contains(-value) { return -value }
    if domain.contains(value) { return value }
    let edge = value < domain.lowerBound ? domain.lowerBound : domain.upperBound
    return center + part * (edge - center)
  }
}

/// The minima that a ``MultiStart`` found.
package struct Minima: Equatable, Sendable {
  /// The lowest proven minimum; where none was proven the lowest point, which then is not ``Termination/converged``.
  package let best: Minimum
  /// The other proven ones, lowest first, each once. Those that are as low as `best` exchange the roles of parameters.
  package let others: [Minimum]
  /// The minimum that the portfolio finds from the given start alone.
  package let fromStart: Minimum
  /// The number of evaluations of all starts together.
  package let evaluations: Int

  /// True if a start elsewhere led lower than the given one.
  package var isLowerElsewhere: Bool {
    best.sumOfSquares < fromStart.sumOfSquares && !best.isLevel(with: fromStart)
  }
}

extension Termination {
  /// True if a ``Portfolio``'s end is a proven minimum, inside of the domains or at their edge.
  fileprivate var isMinimum: Bool { converged || self == .bound }
}

extension Minimum {
  /// Returns true if both sums of squares are the same to 1e-8, or both zero to working precision.
  func isLevel(with other: Minimum) -> Bool {
    if termination == .exact, other.termination == .exact { return true }
    return abs(sumOfSquares - other.sumOfSquares) <= 1e-8 * max(sumOfSquares, other.sumOfSquares)
  }

  /// Returns true if both are one minimum: level, and every parameter the same to 1e-4 of its size.
  func isSame(as other: Minimum) -> Bool {
    isLevel(with: other)
      && zip(parameters, other.parameters).allSatisfy { abs($0 - $1) <= 1e-4 * max(abs($0), abs($1)) }
  }
}

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

  /// The grid points that are not above any neighbor along an axis, lowest first; ties in grid order. Of a cost that varies, those
  /// are left out that are as high as the highest point, to a millionth: a plateau, where the residuals feel no parameter.
  ///
  /// - Complexity: one evaluation a grid point.
  package func minima<Problem: LeastSquaresProblem>(of problem: Problem) -> [Sample] {
    var evaluator = Evaluator(problem)
    var residuals = [Double](repeating: 0, count: problem.residualCount)
    let strides = values.indices.map { axis in values[..<axis].reduce(1) { $0 * $1.count } }
    let count = values.reduce(1) { $0 * $1.count }
    var costs = [Double](repeating: 0, count: count)
    var point = [Double](repeating: 0, count: values.count)
    for index in 0..<count {
      for axis in point.indices { point[axis] = value(index, axis, strides) }
      costs[index] = evaluator.glance(at: point, residuals: &residuals)
    }
    let finite = costs.filter(\.isFinite)
    let (lowest, highest) = (finite.min() ?? 0, finite.max() ?? 0)
    let plateau = (1 - 1e-6) * highest
    var minima: [(index: Int, sample: Sample)] = []
    for index in 0..<count where costs[index].isFinite && (costs[index] < plateau || lowest >= plateau) {
      var isLowest = true
      for axis in values.indices {
        let position = index / strides[axis] % values[axis].count
        if position > 0, costs[index - strides[axis]] < costs[index] { isLowest = false }
        if position < values[axis].count - 1, costs[index + strides[axis]] < costs[index] { isLowest = false }
      }
      if isLowest {
        for axis in point.indices { point[axis] = value(index, axis, strides) }
        minima.append((index, Sample(point: point, cost: costs[index])))
      }
    }
    return minima.sorted { ($0.sample.cost, $0.index) < ($1.sample.cost, $1.index) }.map(\.sample)
  }

  private func value(_ index: Int, _ axis: Int, _ strides: [Int]) -> Double {
    values[axis][index / strides[axis] % values[axis].count]
  }
}
