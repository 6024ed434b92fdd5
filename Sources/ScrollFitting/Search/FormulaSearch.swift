import Elementary
import Formula
import LeastSquares
import ScrollModels

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

/// A model typed by the user, with the data it is fitted to. Its abscissas are row numbers: the columns stand in the
/// model. What is tied is reported as following from the other parameters.
package struct TypedModel: ScrollModel {
  package let model = MotionModel.formula
  package let linear: [Parameter]
  package let nonlinear: [Parameter]
  package let derived: [DerivedQuantity]
  /// The part of the formula that no linear parameter multiplies counts once.
  let given: [String: Double]
  /// The places of the parameters, in the order in which the formula names them.
  package let reportOrder: [Int]
  package let columnRanges: [ClosedRange<Double>]?
  private let formula: FormulaModel

  /// No parameter of a formula can have this name.
  private static let remainder = "the rest of the formula"

  /// - Parameters:
  ///   - ranges: the smallest and the largest value of each of its columns.
  ///   - bounded: the parameters that have bounds: they are searched for, not solved for.
  /// - Throws: ``FormulaError`` where a tie uses what is no parameter.
  init(_ formula: BoundFormula, ranges: [ClosedRange<Double>], bounded: Set<String>) throws(FormulaError) {
    let model = FormulaModel(formula, keepingNonlinear: bounded)
    self.formula = model
    columnRanges = ranges
    linear = model.linear.enumerated().map { index, parameter in
      model.fixed[index] == nil ? parameter : Parameter(Self.remainder, unit: "")
    }
    nonlinear = model.nonlinear
    given = model.fixed.isEmpty ? [:] : [Self.remainder: 1]
    reportOrder = model.order
    let names = (linear + nonlinear).map(\.name)
    var derived: [DerivedQuantity] = []
    for tie in formula.formula.ties {
      let expression = try tie.expression.compiled(names: names)
      derived.append(DerivedQuantity(tie.name, unit: "") { expression.value($0) })
    }
    self.derived = derived
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    formula.evaluate(alpha, at: x, basis: &basis, derivatives: &derivatives)
  }
}
