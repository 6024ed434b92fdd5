import Testing

@testable import LeastSquares

struct CurveBandTests {
  @Test func referenceOfMisra1a() throws {
    let reference = try EstimationReference.read()
    let set = try #require(reference.profile("Misra1a"))
    let degreesOfFreedom = Double(set.y.count - 2)
    let covariance = Covariance(
      jacobian: set.problem.linearized(at: set.estimates).jacobian, rows: set.y.count, columns: 2,
      variance: set.sumOfSquares / degreesOfFreedom)
    let band = CurveBand(covariance, degreesOfFreedom: degreesOfFreedom, confidence: 0.95)
    for point in reference.bands where point.x > 0 {
      #expect(digits(band.halfWidth(gradient: point.gradient) ?? .nan, point.pointwise) > 9)
      #expect(
        digits(band.halfWidth(gradient: point.gradient, coverage: .simultaneous) ?? .nan, point.simultaneous)
          > 9)
      #expect(digits(band.predictionHalfWidth(gradient: point.gradient) ?? .nan, point.prediction) > 9)
    }
    // The curve passes through 0: only an observation scatters there.
    #expect(band.halfWidth(gradient: [0, 0]) == 0)
    #expect(digits(band.predictionHalfWidth(gradient: [0, 0]) ?? .nan, reference.bands[0].prediction) > 9)
    let louder = band.predictionHalfWidth(gradient: [0, 0], ownVariance: 4 * covariance.variance)
    #expect(digits(louder ?? .nan, 2 * reference.bands[0].prediction) > 9)
  }

  @Test("A straight line's band: t s √(1/n + (x − x̄)²/Sxx), and Working and Hotelling's √(2F) for t")
  func straightLine() throws {
    let x = [0.5, 1.25, 2, 4.5, 6, 7]
    let covariance = Covariance(jacobian: x.map { _ in 1 } + x, rows: 6, columns: 2, variance: 0.36)
    let band = CurveBand(covariance, degreesOfFreedom: 4, confidence: 0.95)
    let centre = x.reduce(0, +) / 6
    let spread = x.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
    let error = 0.6 * (1 / 6 + (3 - centre) * (3 - centre) / spread).squareRoot()
    // Table values: t(0.975; 4) = 2.7764, F(0.95; 2, 4) = 6.9443.
    #expect(abs((band.halfWidth(gradient: [1, 3]) ?? 0) / error - 2.776445) < 1e-5)
    let simultaneous = try #require(band.halfWidth(gradient: [1, 3], coverage: .simultaneous))
    #expect(abs(simultaneous / error - (2 * 6.944272).squareRoot()) < 1e-5)
    let known = CurveBand(covariance, degreesOfFreedom: .infinity, confidence: 0.95)
    // χ²(0.95; 2) = 5.9915.
    let wide = try #require(known.halfWidth(gradient: [1, 3], coverage: .simultaneous))
    #expect(abs(wide / error - 5.991465.squareRoot()) < 1e-6)
  }

  @Test func whereTheCurveIsNotDetermined() {
    let covariance = Covariance(jacobian: [1, 2, 3, 2, 4, 6], rows: 3, columns: 2, variance: 1)
    let band = CurveBand(covariance, degreesOfFreedom: 2, confidence: 0.95)
    #expect(band.halfWidth(gradient: [1, 0]) == nil && band.predictionHalfWidth(gradient: [1, 0]) == nil)
    #expect(band.halfWidth(gradient: [1, 2]) != nil)
    for confidence in [0, 1, -3, .nan] {
      let none = CurveBand(covariance, degreesOfFreedom: 2, confidence: confidence)
      #expect(none.halfWidth(gradient: [1, 2]) == nil)
    }
    #expect(CurveBand(covariance, degreesOfFreedom: 0, confidence: 0.9).halfWidth(gradient: [1, 2]) == nil)
  }
}
