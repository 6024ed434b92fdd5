import Elementary
import LeastSquares

/// The range of initial values of a formula's nonlinear parameters without other information: they may be rates, times, places or pure
/// numbers, so magnitudes of every size and both signs are looked at, and values within the columns' ranges.
struct FormulaSearch {
  /// The smallest and the largest value of each column of the formula.
  let ranges: [ClosedRange<Double>]
  let seed: UInt64

  /// Points looked at.
  private static let trials = 2000
  /// The number of starts that are followed to a minimum.
  private static let followed = 8

  /// The starts worth following, the lowest cost first.
  ///
  /// - Parameters:
  ///   - problem: in the free nonlinear parameters.
  ///   - starts: the values the user gave, by index in them.
  func starts(of problem: some LeastSquaresProblem, given starts: [Int: Double]) -> [[Double]] {
    let values = problem.parameters.enumerated().map { index, parameter in
      starts[index].map { [$0] } ?? scale.filter(parameter.domain.contains)
    }
    guard !values.isEmpty, values.allSatisfy({ !$0.isEmpty }) else { return [] }
    let count = values.reduce(1) {
      $0.multipliedReportingOverflow(by: $1.count).overflow ? .max : $0 * $1.count
    }
    if count <= Self.trials {
      return GridScan(values: values).minima(of: problem).prefix(Self.followed).map(\.point)
    }
    var random = SplitMix64(seed: seed)
    let ones = zip(problem.parameters.indices, problem.parameters).map { index, parameter in
      starts[index] ?? min(max(1, parameter.domain.lowerBound), parameter.domain.upperBound)
    }
    let draws = (0..<Self.trials).map { _ in
      values.map { $0[Int(random.next() % UInt64($0.count))] }
    }
    let samples = ([ones] + draws).compactMap { GridScan(values: $0.map { [$0] }).minima(of: problem).first }
    return samples.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
      .prefix(Self.followed).map(\.element.point)
  }

  /// Half decades of both signs from 1e−4 to 1e4, and seven places of each column's range; increasing.
  private var scale: [Double] {
    let magnitudes = (-8...8).map { exponential(Double($0) * 1.151292546497023) }
    let positions = ranges.flatMap { (range: ClosedRange<Double>) -> [Double] in
      let width = range.upperBound - range.lowerBound
      return (0...6).map { range.lowerBound + width * Double($0) / 6 }
    }
    return Set(magnitudes + magnitudes.map { -$0 } + positions).sorted()
  }
}
