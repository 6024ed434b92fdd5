import Formula
import LeastSquares
import ScrollModels

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
