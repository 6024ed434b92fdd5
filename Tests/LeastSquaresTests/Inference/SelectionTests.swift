import Testing

@testable import LeastSquares

struct InformationCriteriaTests {
  @Test("AICc and BIC follow their definitions") func definition() throws {
    let criteria = InformationCriteria(sumOfSquares: 25, count: 10, freeParameters: 3, resolvedVariance: 0.1)
    // 10 ln 2.5 + 6 + 24/6 and 10 ln 2.5 + 3 ln 10.
    #expect(try abs(#require(criteria.aicc) - 19.162907318741551) < 1e-13)
    #expect(abs(criteria.bic - 16.070662597723688) < 1e-13)
  }

  @Test(
    "The rubber band's drag recorded on iOS 26.5 (29 samples), rms and AICc as an independent script gives them",
    arguments: [(0.106, 1, -128.2), (0.335, 3, -56)])
  func recordedDrag(rms: Double, parameters: Int, aicc: Double) throws {
    let criteria = InformationCriteria(
      sumOfSquares: 29 * rms * rms, count: 29, freeParameters: parameters, resolvedVariance: 0)
    #expect(try abs(#require(criteria.aicc) - aicc) < 0.5)
  }

  @Test func resolutionIsTheFloor() {
    let resolved = InformationCriteria.resolvedVariance(grid: 0.5, largest: 3000)
    #expect(abs(resolved - (0.25 / 12 + 9e-12)) < 1e-17)
    func criteria(_ sumOfSquares: Double) -> InformationCriteria {
      InformationCriteria(
        sumOfSquares: sumOfSquares, count: 20, freeParameters: 2, resolvedVariance: resolved)
    }
    #expect(criteria(0) == criteria(20 * resolved))
    #expect(criteria(1e-20) == criteria(0.4))
    #expect(criteria(0.5).bic > criteria(0.4).bic)
    #expect(criteria(0).bic.isFinite)
  }

  @Test(arguments: [(4, 3), (3, 3), (1, 0), (0, 2)])
  func noCorrectionWithoutSamples(count: Int, parameters: Int) {
    let criteria = InformationCriteria(
      sumOfSquares: 2, count: count, freeParameters: parameters, resolvedVariance: 0)
    #expect(criteria.aicc == nil)
  }
}

struct AkaikeWeightsTests {
  @Test("Akaike weights follow their definition; a model without a criterion has none") func definition() {
    let weights = akaikeWeights([-100, -98, nil, -90])
    // 1, e⁻¹ and e⁻⁵ over their sum.
    let expected = [0.72747516, 0.26762315, 0, 0.00490169]
    for (weight, value) in zip(weights, expected) { #expect(abs(weight - value) < 1e-8) }
    #expect(abs(weights.reduce(0, +) - 1) < 1e-15)
  }

  @Test("Weights of far criteria neither overflow nor vanish") func nothingOverflows() {
    #expect(akaikeWeights([1e308, -1e308]) == [0, 1])
    #expect(akaikeWeights([-1e6, -1e6 + 3000]) == [1, 0])
    #expect(akaikeWeights([-.infinity, 4, -.infinity]) == [0.5, 0, 0.5])
    #expect(akaikeWeights([.infinity, 4]) == [0, 1])
    #expect(akaikeWeights([.nan, 4, nil]) == [0, 1, 0])
    #expect(akaikeWeights([nil, nil]) == [0, 0])
    #expect(akaikeWeights([.infinity]) == [0])
    #expect(akaikeWeights([]).isEmpty)
  }
}

struct CenteredRSquaredTests {
  @Test("The rubber band's four points and their parabola: 80 left of the total 94 965 (R² 0.99915833)")
  func parabola() throws {
    let rSquared = try #require(centeredRSquared(sumOfSquares: 80, observed: [0, 205, 328, 409]))
    #expect(abs(rSquared - 0.99915833) < 1e-8)
  }

  @Test func aFarOriginChangesNothing() throws {
    let far = try #require(
      centeredRSquared(sumOfSquares: 80, observed: [0, 205, 328, 409].map { $0 + 1e12 }))
    #expect(abs(far - 0.99915833) < 1e-8)
    let huge = try #require(centeredRSquared(sumOfSquares: 0, observed: [1e200, 3e200]))
    #expect(huge == 1)
  }

  @Test(arguments: [[], [3], [0.1, 0.1, 0.1], [1, .nan], [1, .infinity]])
  func nothingToExplain(_ observed: [Double]) {
    #expect(centeredRSquared(sumOfSquares: 1, observed: observed) == nil)
  }
}

struct NestedModelTestTests {
  typealias Model = NestedModelTest.Model

  @Test(
    "Recorded bounces: one damping for three series against three, then with a shared departure from the critical curve",
    arguments: [(16.8, 2, 135, 3.0524135932694403e-07), (2.32, 4, 132, 0.060215260405952375)])
  func recordedBounces(statistic: Double, freed: Int, left: Int, pValue: Double) throws {
    let test = try #require(
      NestedModelTest(
        restricted: Model(
          sumOfSquares: 3 * (1 + statistic * Double(freed) / Double(left)), freeParameters: 9 - freed),
        full: Model(sumOfSquares: 3, freeParameters: 9), count: left + 9))
    #expect(abs(test.statistic - statistic) < 1e-12)
    #expect((test.numerator, test.denominator) == (freed, left))
    #expect(abs(test.pValue / pValue - 1) < 1e-12)
  }

  @Test("With one and two degrees of freedom the tail is elementary: P(F > f) = (1 + 2f/ν)^(−ν/2) for ν₁ = 2")
  func elementaryTail() throws {
    let test = try #require(
      NestedModelTest(
        restricted: Model(sumOfSquares: 7, freeParameters: 1),
        full: Model(sumOfSquares: 5, freeParameters: 3),
        count: 11))
    #expect(abs(test.statistic - 1.6) < 1e-15)
    #expect(abs(test.pValue - 0.26030820491461892) < 1e-14)  // (5/7)⁴
  }

  @Test("Models that are not nested have no test") func edges() throws {
    let (small, large) = (
      Model(sumOfSquares: 4, freeParameters: 2), Model(sumOfSquares: 4, freeParameters: 3)
    )
    #expect(NestedModelTest(restricted: large, full: small, count: 20) == nil)
    #expect(NestedModelTest(restricted: small, full: small, count: 20) == nil)
    #expect(NestedModelTest(restricted: small, full: large, count: 3) == nil)
    let same = try #require(NestedModelTest(restricted: small, full: large, count: 20))
    #expect((same.statistic, same.pValue) == (0, 1))
    let worse = Model(sumOfSquares: 5, freeParameters: 3)
    #expect(try #require(NestedModelTest(restricted: small, full: worse, count: 20)).pValue == 1)
    let exact = Model(sumOfSquares: 0, freeParameters: 3)
    let perfect = try #require(NestedModelTest(restricted: small, full: exact, count: 20))
    #expect((perfect.statistic, perfect.pValue) == (.infinity, 0))
    let both = NestedModelTest(restricted: Model(sumOfSquares: 0, freeParameters: 2), full: exact, count: 20)
    #expect(both == nil)
    for bad in [Double.nan, .infinity, -1] {
      let model = Model(sumOfSquares: bad, freeParameters: 3)
      #expect(NestedModelTest(restricted: small, full: model, count: 20) == nil)
    }
  }
}

struct IntervalTests {
  /// The slope of distance over velocity of four flings: 0.49965418 ± 0.0000414 s at 2 degrees of freedom has
  /// the 95 % interval 0.49947605 … 0.49983231.
  @Test("The slope of four flings has the printed 95 % interval") func fourFlings() throws {
    let interval = try #require(
      StudentT(degreesOfFreedom: 2).interval(around: 0.49965418, standardError: 0.0000414, confidence: 0.95))
    #expect(abs(interval.lowerBound - 0.49947605) < 3e-7)
    #expect(abs(interval.upperBound - 0.49983231) < 3e-7)
  }

  @Test("Critical values are those of the tables") func criticalValues() {
    #expect(abs(StudentT(degreesOfFreedom: 1).criticalValue(confidence: 0.95) - 12.706204736174705) < 1e-13)
    #expect(
      abs(StudentT(degreesOfFreedom: .infinity).criticalValue(confidence: 0.95) - 1.959963984540054) < 1e-14)
    #expect(abs(StudentT(degreesOfFreedom: 46).criticalValue(confidence: 0.99) - 2.687013) < 1e-6)
    for confidence in [0, 1, -0.5, 2, .nan] {
      #expect(StudentT(degreesOfFreedom: 5).criticalValue(confidence: confidence).isNaN)
    }
  }

  @Test func noIntervalWithoutAnError() {
    let t = StudentT(degreesOfFreedom: 5)
    #expect(t.interval(around: 3, standardError: .nan, confidence: 0.95) == nil)
    #expect(t.interval(around: 3, standardError: .infinity, confidence: 0.95) == nil)
    #expect(t.interval(around: 3, standardError: -1, confidence: 0.95) == nil)
    #expect(t.interval(around: .nan, standardError: 1, confidence: 0.95) == nil)
    #expect(t.interval(around: 3, standardError: 1, confidence: 1) == nil)
    #expect(StudentT(degreesOfFreedom: 0).interval(around: 3, standardError: 1, confidence: 0.95) == nil)
    #expect(t.interval(around: 3, standardError: 0, confidence: 0.95) == 3...3)
    #expect(t.interval(around: 1e308, standardError: 1e308, confidence: 0.95)?.upperBound == .infinity)
  }
}
