import LinearAlgebra
import Testing

@testable import Formula

/// Parameters given by expressions of others.
struct TieTests {
  private let scrollModel = "y = x0 + v0/k*(1 - exp(-k*t))"
  private let data = Columns([("t", [0, 0.5, 1]), ("y", [1, 2, 3]), ("rate", [1, 1, 1])])

  @Test func tiedNamesDropOut() throws {
    let formula = try Formula(scrollModel).replacing("k", with: Expression("-1000*log(r)")).replacing(
      "x0", with: Expression(2.5))
    let bound = try formula.bound(to: data)
    #expect(bound.parameters == ["v0", "r"])
    #expect(try formula.parameters(columns: ["t", "y"]) == ["v0", "r"])
    let direct = try FormulaProblem(Formula(scrollModel).bound(to: data))
    let point = [120, 0.998]
    let k = try formula.ties[0].expression.evaluate(["r": 0.998])
    let residuals = FormulaProblem(bound).linearized(at: point).residuals
    for (a, b) in zip(residuals, direct.linearized(at: [2.5, 120, k]).residuals) {
      #expect(abs(a - b) < 1e-12)
    }
  }

  @Test func tiesBuildOnEachOtherInAnyOrder() throws {
    let ties = [("x0", "2*v0"), ("v0", "k^2 + c"), ("c", "k")]
    for order in [[0, 1, 2], [1, 2, 0], [0, 2, 1].filter { $0 != 2 } + [2]] {
      var formula = try Formula(scrollModel)
      for index in order { formula = try formula.replacing(ties[index].0, with: Expression(ties[index].1)) }
      #expect(try formula.parameters(columns: ["t", "y"]) == ["k"])
      for tie in formula.ties {
        let expected = ["x0": 24.0, "v0": 12, "c": 3][tie.name]
        #expect(try tie.expression.evaluate(["k": 3.0]) == expected)
        #expect(
          try tie.expression.compiled(names: ["k"]).gradient(at: [3]).gradient == [
            ["x0": 14.0, "v0": 7, "c": 1][tie.name]
          ])
      }
    }
  }

  @Test func aTieToAConstantMakesOthersLinear() throws {
    let formula = try Formula("y = a*k*t").replacing("a", with: Expression(2))
    #expect(FormulaModel(try formula.bound(to: data)).linear.map(\.name) == ["k"])
  }

  @Test(
    "Ties that contradict each other are refused",
    arguments: [
      ([("q", "2")], .unknownTie("q", parameters: ["x0", "v0", "k", "t"]), nil),
      ([("k", "2*k")], .contradictoryTie(["k"]), 3),
      ([("k", "x0"), ("x0", "v0 + k")], .contradictoryTie(["x0", "k"]), 6),
      ([("k", "x0"), ("v0", "k"), ("x0", "2*v0")], .contradictoryTie(["x0", "v0"]), 3),
      ([("k", "2"), ("k", "3")], .secondTie("k"), nil),
    ] as [([(String, String)], FormulaError.Problem, Int?)])
  func contradictions(_ ties: [(String, String)], _ problem: FormulaError.Problem, _ column: Int?) throws {
    var formula = try Formula(scrollModel)
    for (name, text) in ties.dropLast() { formula = try formula.replacing(name, with: Expression(text)) }
    let last = try #require(ties.last)
    let expression = try Expression(last.1)
    let error = try #require(
      failure { () throws(FormulaError) in try formula.replacing(last.0, with: expression) })
    #expect(error.problem == problem)
    #expect(error.column == column)
  }

  @Test("The sentence of a circular tie names it") func sentences() throws {
    let formula = try Formula(scrollModel).replacing("k", with: Expression("x0"))
    let expression = try Expression("v0 + k")
    let error = failure { () throws(FormulaError) in try formula.replacing("x0", with: expression) }
    #expect(
      error?.description
        == "column 6 of the expression: contradictory tie: 'x0' is given by 'k', which is given by 'x0'")
  }

  @Test func columnsAreNoPartOfATie() throws {
    let formula = try Formula(scrollModel).replacing("k", with: Expression("2 + rate"))
    let error = try #require(failure { () throws(FormulaError) in try formula.bound(to: data) })
    #expect(error.problem == .columnInTie("rate", parameter: "k"))
    #expect(error.column == 5)
    let tied = try Formula(scrollModel).replacing("t", with: Expression("2*k"))
    #expect(
      failure { () throws(FormulaError) in try tied.bound(to: data) }?.problem
        == .unknownTie("t", parameters: ["x0", "v0", "k"]))
  }

  @Test func everythingTiedIsNoFit() throws {
    let formula = try Formula("y = a*t").replacing("a", with: Expression(2))
    #expect(failure { () throws(FormulaError) in try formula.bound(to: data) }?.problem == .noParameter)
  }

  @Test func tiesThatGrowWithoutEndAreAnError() throws {
    var formula = try Formula("y = a0*t")
    var last: FormulaError?
    for index in 0..<40 where last == nil {
      let doubled = try Expression("a\(index + 1) + a\(index + 1)")
      last = failure { () throws(FormulaError) in formula = try formula.replacing("a\(index)", with: doubled)
      }
    }
    #expect(last?.problem == .tooLong(limit: 10_000))
  }

  @Test func unknownNamesOfAnExpression() throws {
    let expression = try Expression("a + bc")
    let error = failure { () throws(FormulaError) in try expression.compiled(names: ["a", "b"]) }
    #expect(error?.problem == .unknownName("bc", known: ["a", "b"]))
    #expect(error?.column == 5)
    #expect(try Expression("a + 2").evaluate(["a": DoubleDouble(1)]) == DoubleDouble(3))
  }
}
