import LeastSquares
import Testing

struct WeightsTests {
  private let deviations = sampleAbscissas.map { 0.1 + 0.03 * $0 }
  private var weights: Weights { .known(standardDeviations: deviations) }

  @Test func knownVariancesTakeTheNormalDistribution() {
    #expect(weights.variance(sumOfSquares: 12, degreesOfFreedom: 4) == 1)
    #expect(abs(weights.distribution(degreesOfFreedom: 4).quantile(0.975) - 1.959963984540054) < 1e-14)
    #expect(weights.variance(sumOfSquares: 12, degreesOfFreedom: 0) == 1)
  }

  @Test(arguments: [Weights.equal, .relative(standardDeviations: [1, 2])])
  func unknownScaleIsEstimated(weights: Weights) {
    #expect(weights.variance(sumOfSquares: 12, degreesOfFreedom: 4) == 3)
    #expect(abs(weights.distribution(degreesOfFreedom: 4).quantile(0.975) - 2.7764451051977987) < 1e-13)
    #expect(weights.variance(sumOfSquares: 12, degreesOfFreedom: 0) == nil)
  }

  @Test(arguments: [0, -2, .infinity, .nan, .leastNonzeroMagnitude])
  func deviationsThatWeightNothingAreNamed(deviation: Double) throws {
    for weights in [
      Weights.known(standardDeviations: [1, deviation]), .relative(standardDeviations: [1, deviation]),
    ] {
      do {
        _ = try weights.factors(count: 2)
        Issue.record("accepted")
      } catch WeightError.notPositive(let index, let found) {
        #expect(index == 1 && (found == deviation || found.isNaN))
      }
    }
    #expect(throws: WeightError.count(deviations: 1, observations: 2)) {
      try Weights.relative(standardDeviations: [1]).factors(count: 2)
    }
    #expect("\(WeightError.notPositive(index: 3, deviation: 0))".contains("sample 3"))
  }

  /// Dividing residuals by σᵢ in the problem and dividing rows in the model are the same fit, by both views.
  @Test func weightedModelAndWeightedProblemAgree() throws {
    let model = TwoExponentials()
    let weighted = try WeightedModel(model, weights: weights, count: deviations.count)
    let observations = weighted.scaled(sampleObservations)
    let map = DirectParametrization(model.linear + model.nonlinear)
    let byModel = FullProblem(weighted, map: map, abscissas: sampleAbscissas, observations: observations)
    let byProblem = try WeightedProblem(
      FullProblem(model, map: map, abscissas: sampleAbscissas, observations: sampleObservations),
      weights: weights)
    let point = [2, -1.5, 0.7, 0.4, 3.1]
    let (a, b) = (byModel.linearized(at: point), byProblem.linearized(at: point))
    #expect(largestError(a.residuals, b.residuals) < 1e-14)
    #expect(largestError(a.jacobian, b.jacobian) < 1e-14)
    #expect(abs(byModel.residualRounding / byProblem.residualRounding - 1) < 0.5)

    let projected = ProjectedProblem(weighted, abscissas: sampleAbscissas, observations: observations)
    let best = projected.modelParameters([0.4, 3.1])
    #expect(
      abs(
        squares(projected.linearized(at: [0.4, 3.1]).residuals)
          - squares(byProblem.linearized(at: best).residuals))
        < 1e-12)
  }

  @Test("A weighted mean in closed form: Σ wᵢ yᵢ / Σ wᵢ, wᵢ = 1/σᵢ², and its error (Σ wᵢ)^(−½)")
  func weightedMean() throws {
    let model = try WeightedModel(Powers(exponents: [0]), weights: weights, count: deviations.count)
    let problem = FullProblem(
      model, map: DirectParametrization(model.linear), abscissas: sampleAbscissas,
      observations: model.scaled(sampleObservations))
    let minimum = LevenbergMarquardt().minimize(problem, from: [0])
    let w = deviations.map { 1 / ($0 * $0) }
    let total = w.reduce(0, +)
    let mean = zip(w, sampleObservations).reduce(0) { $0 + $1.0 * $1.1 } / total
    #expect(digits(minimum.parameters[0], mean) > 13)
    let covariance = Covariance(
      jacobian: problem.linearized(at: minimum.parameters).jacobian, rows: w.count, columns: 1,
      variance: try #require(
        weights.variance(sumOfSquares: minimum.sumOfSquares, degreesOfFreedom: w.count - 1)))
    #expect(digits(try #require(covariance.standardError([1])), 1 / total.squareRoot()) > 14)
  }
}
