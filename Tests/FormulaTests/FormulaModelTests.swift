import Foundation
import LeastSquares
import LinearAlgebra
import TestSupport
import Testing

@testable import Formula

/// Formulas as models, on all of NIST's nonlinear sets and on formulas made to be awkward.
struct FormulaModelTests {
  @Test(arguments: CertifiedFormula.all)
  func linearParametersAreFound(_ set: CertifiedFormula) throws {
    let model = FormulaModel(try Formula(set.text).bound(to: set.data().columns))
    #expect(model.linear.map(\.name) == set.linear + (set.hasOffset ? ["offset"] : []))
    #expect(model.fixed == (set.hasOffset ? [set.linear.count: 1] : [:]))
    let names = (model.linear + model.nonlinear).map(\.name)
    #expect(
      model.order.map { names[$0] } == (try Formula(set.text).parameters(columns: ["x", "y", "x1", "x2"])))
  }

  /// At the certified parameters the sum of squares is the certified one.
  @Test(arguments: CertifiedFormula.all)
  func residualsAreCertified(_ set: CertifiedFormula) throws {
    let (columns, certified, sumOfSquares) = try set.data()
    let formula = try Formula(set.text).bound(to: columns)
    let problem = FormulaProblem(formula)
    let point = formula.parameters.map { certified[$0] ?? .nan }
    let (residuals, jacobian) = problem.linearized(at: point)
    let sum = residuals.reduce(0) { $0 + $1 * $1 }
    // Eleven digits of the parameters are too few for Lanczos1, whose residuals are 1e-14 of the data.
    if set.name != "Lanczos1" {
      #expect(relativeError(sum, sumOfSquares) < (set.name == "Lanczos2" ? 1e-4 : 1e-8))
    }

    // And the residuals to 30 digits round to those in doubles.
    let extended = problem.residuals(at: point.map { DoubleDouble($0) })
    let size = formula.response.reduce(0) { max($0, abs($1)) }
    for (a, b) in zip(residuals, extended) { #expect(abs(a - b.value) <= 2e-13 * size) }

    // Central differences of 30-digit residuals leave some 20 digits of the derivative.
    for j in point.indices {
      let step = abs(point[j]) * 0x1p-40
      var (ahead, behind) = (point.map { DoubleDouble($0) }, point.map { DoubleDouble($0) })
      ahead[j] += DoubleDouble(step)
      behind[j] -= DoubleDouble(step)
      let slopes = zip(problem.residuals(at: ahead), problem.residuals(at: behind)).map {
        (($0 - $1) / DoubleDouble(2 * step)).value
      }
      let own = Array(jacobian[(j * residuals.count)..<((j + 1) * residuals.count)])
      let largest = slopes.reduce(0) { max($0, abs($1)) }
      for (a, b) in zip(own, slopes) { #expect(abs(a - b) <= 1e-13 * largest, "∂/∂\(formula.parameters[j])") }
    }
  }

  /// Φ c is the model, and Σ cⱼ ∂φⱼ/∂α its derivative.
  @Test(arguments: CertifiedFormula.all)
  func basisAddsUpToTheLaw(_ set: CertifiedFormula) throws {
    let (columns, certified, _) = try set.data()
    try checkModel(Formula(set.text).bound(to: columns)) { certified[$0] ?? .nan }
  }

  private static let awkward: [(text: String, linear: [String], hasOffset: Bool)] = [
    ("y = a*b*x + a*c", ["b", "c"], false), ("y = a*b*x", ["a"], false),
    ("y = a + b*x + 3", ["a", "b"], true),
    ("y = (a + b*x)*(c + d*x)", ["a", "b"], false), ("y = (a + k*x)/(1 + exp(-k*x)) - 2*a", ["a"], true),
    ("y = a*x - (b - 2*c)/3 + a", ["a", "b", "c"], false), ("y = exp(a*x)*0 + b", ["b"], true),
    ("y = a^1 + b**2 + 1**c", ["a"], true), ("y = min(a, x) + max(b, c, x)", [], true),
    ("y = x/a + x*b/2", ["b"], true),
    ("y = -a*-x + [b]*exp(-(k*x)^2)", ["a", "b"], false),
    ("y = a*(b + c*(d + e*x))", ["b", "d", "e"], false),
    ("y = a - a*exp(-k*x)", ["a"], false), ("y = a*a*x + b", ["b"], true),
    ("y = k + x*0 + log(1 + k*x)", [], true),
    ("y = a*sin(w*x) + b*cos(w*x) + m", ["a", "b", "m"], false), ("y = a + 0", ["a"], false),
  ]

  @Test(
    "Formulas with unusual linear parts are split into linear and nonlinear parameters",
    arguments: awkward.indices)
  func awkwardFormulas(_ index: Int) throws {
    let (text, linear, hasOffset) = Self.awkward[index]
    let columns = Columns([("x", [0.25, 0.7, 1.5, 3]), ("y", [1, 2, 3, 4])])
    let formula = try Formula(text).bound(to: columns)
    let model = FormulaModel(formula)
    #expect(model.linear.map(\.name) == linear + (hasOffset ? ["offset"] : []), "\(text)")
    checkModel(formula) { name in 0.4 + Double(name.unicodeScalars.reduce(0) { $0 + Int($1.value) } % 7) / 5 }
    let kept = FormulaModel(formula, keepingNonlinear: Set(linear.prefix(1)))
    #expect(!kept.linear.map(\.name).contains(linear.first ?? "none"))
  }

  @Test("A long formula is taken apart in seconds, or stays whole where its parts would be long")
  func longFormulas() throws {
    func names(_ letter: String, _ count: Int) -> [String] { (0..<count).map { "\(letter)\($0)" } }
    func sum(_ letter: String, _ count: Int) -> String {
      "(" + names(letter, count).joined(separator: "+") + ")"
    }
    let begun = ThreadProcessorTime.now
    let columns = Columns([("x", [0.25, 1.01]), ("y", [1, 2])])
    let pairs = zip(names("a", 4000), names("b", 4000)).map { "\($0)*\($1)" }
    for (right, linear) in [
      (sum("a", 300) + String(repeating: "*x", count: 100), names("a", 300)),
      (sum("a", 2000) + String(repeating: "*x", count: 4000), ["offset"]),
      (sum("a", 4000) + "*" + sum("b", 4000), ["offset"]),
      (sum("a", 4000) + "*" + names("b", 4000).joined(separator: "*"), ["offset"]),
      (pairs.joined(separator: "+"), names("a", 4000)),
    ] {
      let formula = try Formula("y = " + right).bound(to: columns)
      let model = FormulaModel(formula)
      #expect(model.linear.map(\.name) == linear)
      #expect(model.nonlinear.count == formula.parameters.count - (model.fixed.isEmpty ? linear.count : 0))
      if formula.parameters.count <= 300 { checkModel(formula) { _ in 0.5 } }
    }
    let spent = ThreadProcessorTime.now - begun
    #expect(spent < 30, "\(spent) s of the processor")
  }

  private func checkModel(_ formula: BoundFormula, _ value: (String) -> Double) {
    let model = FormulaModel(formula)
    let (rows, count) = (formula.response.count, model.linear.count)
    let point = formula.parameters.map(value)
    var all = [Double](repeating: 0, count: count + model.nonlinear.count)
    for (index, number) in model.fixed { all[index] = number }
    for (position, number) in zip(model.order, point) { all[position] = number }
    let alpha = Array(all[count...])
    var basis = [Double](repeating: .nan, count: rows * count)
    var derivatives = [Double](repeating: .nan, count: rows * count * alpha.count)
    model.evaluate(alpha, at: model.abscissas, basis: &basis, derivatives: &derivatives)

    let (residuals, jacobian) = FormulaProblem(formula).linearized(at: point)
    for row in 0..<rows {
      let terms = (0..<count).map { basis[$0 * rows + row] * all[$0] }
      let size = terms.reduce(0) { $0 + abs($1) } + abs(formula.response[row])
      let scrollModel = terms.reduce(0, +)
      #expect(abs(scrollModel - formula.response[row] - residuals[row]) <= 4e-15 * size, "row \(row)")
    }
    for (parameter, position) in model.order.enumerated() {
      let column = (0..<rows).map { row in
        position < count
          ? basis[position * rows + row]
          : (0..<count).reduce(0) {
            $0 + derivatives[((position - count) * count + $1) * rows + row] * all[$1]
          }
      }
      let own = Array(jacobian[(parameter * rows)..<((parameter + 1) * rows)])
      let largest = own.reduce(0) { max($0, abs($1)) }
      for (a, b) in zip(column, own) {
        #expect(abs(a - b) <= 1e-13 * largest, "\(formula.parameters[parameter])")
      }
    }
  }

  @Test func projectionFitsALaw() throws {
    let times = (0..<40).map { 0.05 * Double($0) }
    let offsets = times.map { 12 + 900 / 2.3 * (1 - exp(-2.3 * $0)) }
    let formula = try Formula("y = x0 + v0/k*(1 - exp(-k*t))").bound(
      to: Columns([("t", times), ("y", offsets)]))
    let model = FormulaModel(formula)
    #expect(model.linear.map(\.name) == ["x0", "v0"])
    let problem = ProjectedProblem(
      model, fixed: model.fixed, abscissas: model.abscissas, observations: formula.response)
    let minimum = LevenbergMarquardt().minimize(problem, from: [1])
    let answer = problem.modelParameters(minimum.parameters)
    for (position, expected) in zip(model.order, [12, 900, 2.3]) {
      #expect(relativeError(answer[position], expected) < 1e-10)
    }
  }

  @Test func anAbscissaWithoutRowIsNotANumber() throws {
    let formula = try Formula("y = a*exp(-k*x)").bound(to: Columns([("x", [1, 2]), ("y", [1, 2])]))
    var (basis, derivatives) = ([0.0, 0, 0, 0], [0.0, 0, 0, 0])
    FormulaModel(formula).evaluate([1], at: [0, 2, -1, 0.5], basis: &basis, derivatives: &derivatives)
    #expect(basis[0] == exp(-1) && basis[1...].allSatisfy(\.isNaN))
    #expect(derivatives[0] == -exp(-1) && derivatives[1...].allSatisfy(\.isNaN))
  }

  @Test func undefinedValuesAreOutsideOfTheDomain() throws {
    let formula = try Formula("y = log(a - x)").bound(to: Columns([("x", [1, 2]), ("y", [1, 2])]))
    let bounded = [Parameter("a", unit: "pt", domain: 0...9)]
    let problem = FormulaProblem(formula, parameters: bounded)
    #expect(problem.parameters == bounded)
    #expect(problem.linearized(at: [1.5]).residuals[1].isNaN)
    #expect(problem.linearized(at: [3]).jacobian == [0.5, 1])
  }

  @Test func aCurveIsTheLawAtOtherData() throws {
    let formula = try Formula("y = a*x + b*z").bound(
      to: Columns([("x", [1, 2]), ("y", [1, 2]), ("z", [3, 4])]))
    #expect(formula.variables == ["x", "z"])
    #expect(try formula.values([2.0, 10.0]) == [32, 44])
    let other = Columns([("z", [1, 0, -1]), ("x", [0, 5, 0.5])])
    #expect(try formula.values([Dual(2, lane: 0), Dual(10, lane: 1)], at: other)[2].tangent[0] == 0.5)
    let error = failure { () throws(FormulaError) in
      try formula.values([1.0, 1.0], at: Columns([("x", [1])]))
    }
    #expect(error?.problem == .unknownName("z", known: ["x"]))
  }
}
