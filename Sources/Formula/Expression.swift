/// A formula's right side alone, such as `2*pi/k`: what a tie gives a parameter.
///
/// | written                   | means                                                                    |
/// |---------------------------|--------------------------------------------------------------------------|
/// | `1`, `.5`, `1e-3`         | numbers                                                                  |
/// | `k`, `b1`, `contentOffset.y` | names: letters, digits and `_`, a letter first; `.` before a letter   |
/// | `+ - * /`                 | from the left; a product is always written                               |
/// | `^`, `**`                 | powers, from the right, above the sign before them: −x^2 = −(x²); 2^−1   |
/// | `( )`, `[ ]`              | the same thing                                                           |
/// | `exp(x)` …                | exp log log10 sqrt sin cos tan asin acos atan sinh cosh tanh abs         |
/// | `min(a, b, …)`, `max(a, b, …)` | of two or more                                                      |
/// | `pi`                      | π                                                                        |
///
/// Constants are computed to 30 digits. `1 - exp(u)`, `exp(u) - 1` and `log(1 + u)` are computed without the
/// cancellation they suggest.
package struct Expression: Equatable, Sendable {
  package let text: String
  /// The names in it, in the order of their first appearance.
  package let names: [String]
  /// The position at which each name appears first, in characters counted from 1.
  let columns: [Int]
  /// Every name is a parameter here, of its index in ``names``.
  let code: Code

  /// - Throws: ``FormulaError`` with the column of what cannot be read.
  package init(_ text: String) throws(FormulaError) {
    var parser = try Parser(text)
    let code = try parser.expression()
    self.init(text: text, names: parser.names, code: code)
  }

  init(text: String, names: Names, code: Code) {
    self.text = text
    self.names = names.all
    self.columns = names.columns
    self.code = code
  }

  /// A number, exactly: for a parameter that is held fixed.
  package init(_ value: Double) {
    self.init(text: "\(value)", names: Names(), code: Code(.constant(.init(value))))
  }

  /// Made ready to be evaluated where these names have the values of an array.
  /// - Throws: ``FormulaError`` where the expression has a name that is not among them.
  package func compiled(names: [String]) throws(FormulaError) -> CompiledExpression {
    var indices: [Int] = []
    for (name, column) in zip(self.names, columns) {
      guard let index = names.firstIndex(of: name) else {
        throw FormulaError(.unknownName(name, known: names), text: text, column: column)
      }
      indices.append(index)
    }
    return CompiledExpression(Program(code.replacingParameters { Code(.parameter(indices[$0])) }))
  }

  /// The value for the given values of its names; for a look, not for a loop.
  /// - Throws: ``FormulaError`` where a name has no value.
  package func evaluate<S: Scalar>(_ values: [String: S]) throws(FormulaError) -> S {
    let names = values.keys.sorted()
    return try compiled(names: names).value(names.compactMap { values[$0] })
  }
}

/// An expression of parameters that stand in an array.
package struct CompiledExpression: Sendable {
  private let program: Program

  init(_ program: Program) { self.program = program }

  /// The value at parameters in the order of the names it was compiled with; NaN where it is not defined.
  package func value<S: Scalar>(_ parameters: [S]) -> S {
    var stack: [S] = Program.stack(for: [program])
    return program.run(on: &stack, parameter: { parameters[$0] }, variable: { _ in S(Double.nan) })
  }

  /// The value and its gradient by all parameters: what the delta method needs.
  package func gradient(at parameters: [Double]) -> (value: Double, gradient: [Double]) {
    var gradient: [Double] = []
    for lanes in DualLanes(count: parameters.count) {
      let result = value(lanes.duals(parameters))
      for lane in 0..<lanes.range.count { gradient.append(result.tangent[lane]) }
    }
    return (value(parameters), gradient)
  }
}

/// The functions a formula may call, by the names it calls them.
enum Function: String, CaseIterable, Sendable {
  case exp, log, log10, sqrt, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, abs, min, max

  /// `min` and `max` take this many arguments or more, the others exactly this many.
  var argumentCount: Int { takesMore ? 2 : 1 }
  var takesMore: Bool { self == .min || self == .max }

  static let names = allCases.map(\.rawValue)
}

/// Returns true for names that a formula reserves: the functions and the constant.
func isReserved(_ name: String) -> Bool { name == "pi" || Function(rawValue: name) != nil }
