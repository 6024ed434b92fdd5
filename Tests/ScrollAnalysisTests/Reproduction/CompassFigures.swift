import LeastSquares
import ScrollModels
import TestSupport
import Testing

@testable import ScrollAnalysis
@testable import ScrollFitting

/// The points at which the damping article's own search stops.
struct CompassFigures {
  @Test(
    "The original compass search stops where the reference does",
    arguments: [("0.0167", 0.0167), ("1/60", 1.0 / 60)])
  func stops(name: String, interval: Double) throws {
    for series in try BounceSeries.all(.embedded, interval: interval) {
      let reference = try JSONNode("reference/bounce.json")[name, "compassSearch", series.name]
      let minimum = ArticleBounceProblem(samples: series.samples, rest: series.rest).articleMinimum(
        keepPath: false)
      let position = "series \(series.name) at \(name)"
      // Whole steps of 1, 0.01 and 0.001.
      #expect(minimum.parameters[0] == reference["amplitude"].number, "\(position)")
      #expect(agree(minimum.parameters[1], reference["damping"].number, 1e-12), "\(position)")
      #expect(agree(minimum.parameters[2], reference["phase"].number, 1e-12), "\(position)")
      #expect(minimum.iterations == Int(reference["moves"].number), "\(position)")
      #expect(agree(minimum.sumOfSquares, reference["sumOfSquares"].number, 1e-9), "\(position)")
      #expect(minimum.termination == .noDescent)
    }
  }

  /// The same through the options of a fit: the stop as a bounce's parameters, with every point on the way.
  @Test func asAFit() throws {
    let trace = try bounces(interval: 0.0167)[0]
    let stopped = try fit(trace, "bounce") {
      $0.estimator = .compassSearchArticles
      $0.keepPath = true
    }
    #expect(stopped.estimator == "compass-search-articles")
    #expect(stopped.iterations == 5789 && stopped.path.count == 5790)
    #expect(agree(stopped.value("damping"), 10.83, 1e-12))
    #expect(agree(stopped.value("amplitude"), 4250, 1e-12))
    #expect(agree(stopped.value("phase"), 0.01, 1e-9))
    #expect(rounds(stopped.residuals.sumOfSquares, to: "9.4755"))
    #expect(!stopped.termination.converged)
    #expect(stopped.hasWarning("no trial step reduced the cost"))
    #expect(zip(stopped.path, stopped.path.dropFirst()).allSatisfy { $0.cost > $1.cost })
    #expect(stopped.path.last?.parameters == stopped.parameters.map(\.value))
  }

  @Test func needsABounceAboutAKnownRest() throws {
    let trace = try bounces(interval: 0.0167)[0]
    func search(_ model: String, _ change: (inout FitOptions) -> Void = { _ in }) throws(FitError) {
      _ = try fit(trace, model) {
        $0.estimator = .compassSearchArticles
        change(&$0)
      }
    }
    #expect(throws: FitError.articlesNeedBounce(model: "spring")) { try search("spring") }
    #expect(throws: FitError.articlesNeedRest) { try search("bounce") { $0.bounds = ["damping": 5...20] } }
    #expect(throws: FitError.articlesNeedRest) {
      try search("bounce") { $0.fixed = ["rest": 88, "damping": 11] }
    }
    #expect(throws: FitError.articlesNeedRest) { try search("bounce") { $0.bounds = ["rest": 80...90] } }
  }
}
