import LeastSquares
import ScrollModels
import TestSupport
import Testing

@testable import ScrollAnalysis
@testable import ScrollFitting

/// One damping for the three recorded bounces, and whether they share it.
struct JointBounceFigures {
  private static let intervals = [("0.0167", 0.0167), ("1/60", 1.0 / 60)]

  @Test("The shared damping is the reference's", arguments: intervals) func sharedDamping(
    name: String, interval: Double
  ) throws {
    let reference = try JSONNode("reference/bounce.json")[name, "joint"]
    let series = try BounceSeries.all(.embedded, interval: interval)
    let joint = BounceSeries.joint(series)
    expect(joint.shared[0], reference["damping"], name)
    #expect(agree(joint.sumOfSquares, reference["sumOfSquares"].number, 1e-10))
    #expect(144 - joint.freeParameters == Int(reference["degreesOfFreedom"].number))

    let separate = NestedModelTest.Model(
      sumOfSquares: series.reduce(0) { $0 + $1.fit.residuals.sumOfSquares }, freeParameters: 9)
    let equal = NestedModelTest(
      restricted: .init(sumOfSquares: joint.sumOfSquares, freeParameters: joint.freeParameters),
      full: separate,
      count: 144)
    check(equal, reference["equalDamping"])
  }

  @Test(arguments: intervals) func sharedDampingRatio(name: String, interval: Double) throws {
    let reference = try JSONNode("reference/bounce.json")[name, "joint"]
    let spring = reference["spring"]
    let series = try BounceSeries.all(.embedded, interval: interval)
    let critical = BounceSeries.joint(series)
    let joint = JointFit(
      SpringModel(), samples: series.map(\.samples), fixed: series.map { [0: $0.rest] }, start: [10.9, 1])
    expect(joint.shared[0], spring["naturalFrequency"], "\(name) ω₀")
    expect(joint.shared[1], spring["dampingRatio"], "\(name) ζ")
    #expect(agree(joint.sumOfSquares, spring["sumOfSquares"].number, 1e-10))

    let together = NestedModelTest.Model(
      sumOfSquares: joint.sumOfSquares, freeParameters: joint.freeParameters)
    check(
      NestedModelTest(
        restricted: .init(sumOfSquares: critical.sumOfSquares, freeParameters: critical.freeParameters),
        full: together, count: 144), spring["againstCritical"])
    let own = try bounces(interval: interval).map { try fit($0, "spring").residuals.sumOfSquares }
    check(
      NestedModelTest(
        restricted: together, full: .init(sumOfSquares: own.reduce(0, +), freeParameters: 12), count: 144),
      spring["equalAcrossSeries"])
  }

  private func check(_ test: NestedModelTest?, _ reference: JSONNode) {
    #expect(agree(test?.statistic ?? .nan, reference["f"].number, 1e-8))
    #expect(
      [test?.numerator, test?.denominator].map { Double($0 ?? 0) } == reference["degreesOfFreedom"].numbers)
    #expect(agree(test?.pValue ?? .nan, reference["p"].number, 1e-6))
  }
}
