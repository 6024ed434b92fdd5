import Testing

@testable import LeastSquares
@testable import LinearAlgebra

struct ProjectedProblemTests {
  /// r(α) in the samples' own coordinates, from LAPACK's best c alone.
  private func residuals(
    _ model: some SeparableModel, fixed: [Int: Double], _ point: [Double]
  ) throws -> [Double] {
    let (m, n) = (sampleAbscissas.count, model.linear.count)
    var free = point.makeIterator()
    let alpha = model.nonlinear.indices.map { fixed[n + $0] ?? free.next() ?? .nan }
    var basis = [Double](repeating: 0, count: m * n)
    var none: [Double] = []
    model.evaluate(alpha, at: sampleAbscissas, basis: &basis, derivatives: &none)
    func column(_ j: Int) -> ArraySlice<Double> { basis[(j * m)..<((j + 1) * m)] }
    var target = sampleObservations
    for (j, value) in fixed where j < n { target = zip(target, column(j)).map { $0 - $1 * value } }
    let kept = (0..<n).filter { fixed[$0] == nil }
    let matrix = Matrix(rows: m, columns: kept.count, elements: kept.flatMap(column))
    let x = try matrix.leastSquaresByQR(target).x
    return (0..<m).map { i in kept.indices.reduce(-target[i]) { $0 + matrix[i, $1] * x[$1] } }
  }

  /// The view's residuals stand in coordinates that turn with α; what does not turn are cost, Jᵀr and JᵀJ.
  private func check(_ model: some SeparableModel, fixed: [Int: Double] = [:], at point: [Double]) throws {
    let problem = ProjectedProblem(
      model, fixed: fixed, abscissas: sampleAbscissas, observations: sampleObservations)
    try #require(problem.parameters.count == point.count)
    let m = problem.residualCount
    let (r, jacobian) = problem.linearized(at: point)
    let own = try residuals(model, fixed: fixed, point)
    let expected = differences(at: point) { (try? residuals(model, fixed: fixed, $0)) ?? [] }
    #expect(abs(squares(r) - squares(own)) < 1e-13 * squares(own))
    #expect(abs(problem.cost(at: point) - squares(own)) < 1e-13 * squares(own))
    #expect(largestError(products(jacobian, r, rows: m), products(expected, own, rows: m)) < 1e-7)
    #expect(largestError(products(jacobian, jacobian, rows: m), products(expected, expected, rows: m)) < 1e-7)
  }

  @Test(arguments: [[0.4, 3.1], [0.05, 0.3], [2.2, 0.7]])
  func derivativesOfTwoExponentials(point: [Double]) throws { try check(TwoExponentials(), at: point) }

  @Test(arguments: [[0.7, 1.9, 2.4], [3, 0.2, 0.6]])
  func derivativesOfARationalFunction(point: [Double]) throws { try check(Rational(), at: point) }

  @Test(arguments: [
    ([1: -1.5], [0.4, 3.1]), ([0: 2, 2: 0.7], [0.4, 3.1]), ([3: 0.4], [3.1]), ([0: 2, 4: 3.1], [0.4]),
  ])
  func derivativesWithSomeParametersFixed(fixed: [Int: Double], point: [Double]) throws {
    try check(TwoExponentials(), fixed: fixed, at: point)
  }

  /// A scan goes on behind a point where the model has no finite value.
  @Test func scanBehindAPointWithoutValue() throws {
    let problem = ProjectedProblem(
      TwoExponentials(), abscissas: sampleAbscissas, observations: sampleObservations)
    let minima = GridScan(values: [[-1e5, 0.4], [3.1]]).minima(of: problem)
    let expected = squares(try residuals(TwoExponentials(), fixed: [:], [0.4, 3.1]))
    #expect(minima.map(\.point) == [[0.4, 3.1]])
    #expect(abs((minima.first?.cost ?? .nan) - expected) < 1e-13 * expected)
  }

  /// All of c fixed: nothing is projected out, and the view is the full one.
  @Test func withoutFreeLinearParametersNothingIsProjected() {
    let fixed = [0: 2, 1: -1.5, 2: 0.7]
    let model = TwoExponentials()
    let projected = ProjectedProblem(
      model, fixed: fixed, abscissas: sampleAbscissas, observations: sampleObservations)
    let full = FullProblem(
      model, map: DirectParametrization(model.linear + model.nonlinear, fixed: fixed),
      abscissas: sampleAbscissas,
      observations: sampleObservations)
    let (a, b) = (projected.linearized(at: [0.4, 3.1]), full.linearized(at: [0.4, 3.1]))
    #expect(largestError(a.residuals, b.residuals) < 1e-15)
    #expect(largestError(a.jacobian, b.jacobian) < 1e-15)
  }

  @Test func fullCostIsTheSameAndFlatAlongC() {
    let model = TwoExponentials()
    let projected = ProjectedProblem(
      model, fixed: [1: -1.5], abscissas: sampleAbscissas, observations: sampleObservations)
    let full = FullProblem(
      model, map: DirectParametrization(model.linear + model.nonlinear), abscissas: sampleAbscissas,
      observations: sampleObservations)
    let all = projected.modelParameters([0.4, 3.1])
    #expect(all[1] == -1.5 && all[3] == 0.4 && all[4] == 3.1)
    let (residuals, jacobian) = full.linearized(at: all)
    let cost = squares(projected.linearized(at: [0.4, 3.1]).residuals)
    #expect(abs(squares(residuals) - cost) < 1e-14 * cost)
    let gradient = products(jacobian, residuals, rows: residuals.count)
    #expect(abs(gradient[0]) < 1e-14 && abs(gradient[2]) < 1e-14)
    #expect(abs(gradient[1]) > 1e-3, "c₂ is fixed away from its best value")
  }

  /// Equal rates make two columns the same: the cost is that of one.
  @Test func dependentColumnsCostWhatOneDoes() throws {
    let problem = ProjectedProblem(
      TwoExponentials(), abscissas: sampleAbscissas, observations: sampleObservations)
    let one = ProjectedProblem(
      TwoExponentials(), fixed: [2: 0], abscissas: sampleAbscissas, observations: sampleObservations)
    let cost = squares(one.linearized(at: [0.6, 9]).residuals)
    #expect(abs(squares(problem.linearized(at: [0.6, 0.6]).residuals) - cost) < 1e-13 * cost)
  }

  @Test func outsideOfTheModelResidualsAreNotFinite() {
    let problem = ProjectedProblem(
      TwoExponentials(), abscissas: sampleAbscissas, observations: sampleObservations)
    #expect(!problem.linearized(at: [-1e4, 1]).residuals.contains { $0.isFinite })
    #expect(problem.modelParameters([-1e4, 1]).prefix(3).allSatisfy { $0.isNaN })
  }

  @Test func domainsNarrowTheModelsOwn() {
    let problem = ProjectedProblem(
      TwoExponentials(), fixed: [3: 1], domains: [4: 2...3], abscissas: sampleAbscissas,
      observations: sampleObservations)
    #expect(problem.parameters == [Parameter("fast", unit: "1/s", domain: 2...3)])
  }
}
