@testable import Formula
@testable import LeastSquares
@testable import LinearAlgebra

/// Reads any text as a formula, ties in the lines after the first, and compares the ways to evaluate it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFormula(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  do { _ = try Token.all(in: text) } catch { check(error) }
  do {
    let expression = try Expression(lines[0])
    let compiled = try expression.compiled(names: expression.names)
    for point in points(expression.names.count) {
      let (value, gradient) = compiled.gradient(at: point)
      precondition(gradient.count == point.count && value.isEqual(compiled.value(point)))
    }
  } catch { check(error) }
  do {
    var formula = try Formula(lines[0])
    for line in lines.dropFirst() {
      let sides = line.split(separator: "=", maxSplits: 1).map(String.init)
      if sides.count == 2 { formula = try formula.replacing(sides[0], with: Expression(sides[1])) }
    }
    try evaluate(formula)
  } catch { check(error) }
  return 0
}

/// An error's column lies in its text, and its sentence has one line.
private func check(_ error: some Error) {
  guard let error = error as? FormulaError else { preconditionFailure("\(error)") }
  if let column = error.column { precondition((1...error.text.count + 1).contains(column), "column") }
  let sentence = error.description
  precondition(!sentence.isEmpty && !sentence.unicodeScalars.contains { $0.value < 0x20 }, "sentence")
}

/// Values of parameters: common ones, zeros, and numbers of every size.
private func points(_ count: Int) -> [[Double]] {
  let sizes: [Double] = [0, -0.0, 1e-300, -1e9, 1e155, .greatestFiniteMagnitude, .infinity, .nan]
  // No two are equal: at min(a, b) there would be no slope.
  let common: [Double] = (0..<count).map { index in
    let ninth = Double(index % 16) / 9
    return ninth + 0.7310585786 + Double(index) / 1618
  }
  let zeros = [Double](repeating: 0, count: count)
  return [common, zeros, (0..<count).map { sizes[$0 % sizes.count] }]
}

/// The formula with data: the columns `t`, `x` and those of the left side.
private func evaluate(_ formula: Formula) throws(FormulaError) {
  var names = formula.left.names
  for name in ["t", "x"] where !names.contains(name) { names.append(name) }
  let rows = 4
  let columns = names.indices.map { index in
    (names[index], (0..<rows).map { 0.25 * Double($0) + 0.577 * Double(index + 1) })
  }
  let bound = try formula.bound(to: Columns(columns))
  let points = points(bound.parameters.count)
  let problem = FormulaProblem(bound)
  var workspace = problem.makeWorkspace()
  var residuals = [Double](repeating: 0, count: rows)
  var jacobian = [Double](repeating: 0, count: rows * bound.parameters.count)
  for point in points.reversed() {
    // Eight derivatives take a pass.
    var none: [Double] = []
    if point.count > 64 {
      problem.evaluate(point, residuals: &residuals, jacobian: &none, workspace: &workspace)
    } else {
      problem.evaluate(point, residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
    }
    let values: [Double] = try bound.values(point)
    let duals: [Dual] = try bound.values(point.map { Dual($0) })
    for row in 0..<rows {
      precondition((values[row] - bound.response[row]).isEqual(residuals[row]), "residual")
      precondition(duals[row].value.isEqual(values[row]), "dual")
    }
  }
  let traced: [Traced] = try bound.values(points[0].map { Traced($0) })
  compareModel(FormulaModel(bound), at: points[0], with: traced)
  guard points[0].count <= 64 else { return }
  for parameter in points[0].indices.prefix(4) {
    let slopes = Array(jacobian[parameter * rows..<(parameter + 1) * rows])
    try compareSlopes(bound, slopes, parameter, at: points[0], with: traced)
  }
}

/// Compares a separable model with the formula's values.
private func compareModel(_ model: FormulaModel, at point: [Double], with traced: [Traced]) {
  let (rows, count) = (model.abscissas.count, model.linear.count)
  var all = [Double](repeating: 0, count: count + model.nonlinear.count)
  for (index, value) in model.fixed { all[index] = value }
  for (index, value) in zip(model.order, point) { all[index] = value }
  let alpha = Array(all[count...])
  var basis = [Double](repeating: 0, count: rows * count)
  var derivatives = [Double](repeating: 0, count: alpha.count > 64 ? 0 : rows * count * alpha.count)
  do {
    let abscissas = model.abscissas
    var values = basis.mutableSpan
    var slopes = derivatives.mutableSpan
    model.evaluate(alpha.span, at: abscissas.span, basis: &values, derivatives: &slopes)
  }
  for row in 0..<rows where traced[row].isExact {
    let terms = (0..<count).map { all[$0] * basis[$0 * rows + row] }
    guard terms.allSatisfy({ $0.magnitude < Traced.limit }) else { continue }
    precondition(abs(terms.reduce(0, +) - traced[row].value) <= 1e-6, "model")
  }
}

/// Compares derivatives with difference quotients of double-doubles, where two steps agree about those.
private func compareSlopes(
  _ bound: BoundFormula, _ slopes: [Double], _ parameter: Int, at point: [Double], with traced: [Traced]
) throws(FormulaError) {
  var quotients: [[Double?]] = []
  for step in [1e-8, 1e-9] {
    var (ahead, behind) = (point, point)
    ahead[parameter] += step
    behind[parameter] -= step
    let width = DoubleDouble(ahead[parameter]) - DoubleDouble(behind[parameter])
    let (above, below): ([Traced], [Traced]) = try (
      bound.values(ahead.map { Traced($0) }), bound.values(behind.map { Traced($0) })
    )
    quotients.append(
      zip(above, below).map { above, below in
        above.isExact && below.isExact ? ((above.extended - below.extended) / width).value : nil
      })
  }
  for row in slopes.indices where traced[row].isExact && slopes[row].isFinite {
    guard let coarse = quotients[0][row], let fine = quotients[1][row] else { continue }
    let scale = 1 + abs(fine)
    guard abs(coarse - fine) <= 1e-6 * scale else { continue }
    precondition(abs(slopes[row] - fine) <= 1e-4 * scale, "slope")
  }
}

extension Double {
  fileprivate func isEqual(_ other: Double) -> Bool { self == other || isNaN && other.isNaN }
}

/// A double beside its double-double, with the largest number on the way to it.
struct Traced: Scalar {
  static let limit = 1e4

  let value: Double
  let extended: DoubleDouble
  let largest: Double

  /// True if too few digits are lost to hide an error.
  var isExact: Bool { largest <= Self.limit && (extended.high - value).magnitude <= 1e-11 }

  private init(_ value: Double, _ extended: DoubleDouble, _ operands: Traced...) {
    self.value = value
    self.extended = extended
    let largest = operands.reduce(value.magnitude) { Swift.max($0, $1.largest) }
    self.largest = largest.isNaN ? .infinity : largest
  }

  init(_ value: Double) { self.init(value, DoubleDouble(value)) }
  init(_ value: DoubleDouble) { self.init(value.high, value) }

  static prefix func - (a: Traced) -> Traced { Traced(-a.value, -a.extended, a) }
  static func + (a: Traced, b: Traced) -> Traced { Traced(a.value + b.value, a.extended + b.extended, a, b) }
  static func - (a: Traced, b: Traced) -> Traced { Traced(a.value - b.value, a.extended - b.extended, a, b) }
  static func * (a: Traced, b: Traced) -> Traced { Traced(a.value * b.value, a.extended * b.extended, a, b) }
  static func / (a: Traced, b: Traced) -> Traced { Traced(a.value / b.value, a.extended / b.extended, a, b) }

  static func exp(_ x: Traced) -> Traced { Traced(.exp(x.value), .exp(x.extended), x) }
  static func expm1(_ x: Traced) -> Traced { Traced(.expm1(x.value), .expm1(x.extended), x) }
  static func log(_ x: Traced) -> Traced { Traced(.log(x.value), .log(x.extended), x) }
  static func log1p(_ x: Traced) -> Traced { Traced(.log1p(x.value), .log1p(x.extended), x) }
  static func log10(_ x: Traced) -> Traced { Traced(.log10(x.value), .log10(x.extended), x) }
  static func sqrt(_ x: Traced) -> Traced { Traced(.sqrt(x.value), .sqrt(x.extended), x) }
  static func sin(_ x: Traced) -> Traced { Traced(.sin(x.value), .sin(x.extended), x) }
  static func cos(_ x: Traced) -> Traced { Traced(.cos(x.value), .cos(x.extended), x) }
  static func tan(_ x: Traced) -> Traced { Traced(.tan(x.value), .tan(x.extended), x) }
  static func asin(_ x: Traced) -> Traced { Traced(.asin(x.value), .asin(x.extended), x) }
  static func acos(_ x: Traced) -> Traced { Traced(.acos(x.value), .acos(x.extended), x) }
  static func atan(_ x: Traced) -> Traced { Traced(.atan(x.value), .atan(x.extended), x) }
  static func sinh(_ x: Traced) -> Traced { Traced(.sinh(x.value), .sinh(x.extended), x) }
  static func cosh(_ x: Traced) -> Traced { Traced(.cosh(x.value), .cosh(x.extended), x) }
  static func tanh(_ x: Traced) -> Traced { Traced(.tanh(x.value), .tanh(x.extended), x) }
  static func abs(_ x: Traced) -> Traced { Traced(.abs(x.value), .abs(x.extended), x) }

  static func power(_ a: Traced, _ b: Traced) -> Traced {
    Traced(.power(a.value, b.value), .power(a.extended, b.extended), a, b)
  }
}
