import LeastSquares
import Recordings
import ScrollAnalysis
import TestSupport

@testable import ScrollFitting

/// Small values for reports, with the figures of the first recorded bounce.
enum Samples {
  static let hostileName = "<img onerror=alert(1)>|\"a_b`*\n,🛼\u{1b}[31m\u{202e}.csv"

  static let damping = Estimate(
    name: "damping", unit: "1/s", value: 10.9038123, standardError: 0.00572, interval: 10.89231...10.91532)
  static let rest = Estimate(
    name: "rest", unit: "pt", value: 64, standardError: 1, interval: 0...1, fixed: true)
  static let destination = Estimate(
    name: "destination", unit: "pt", value: .infinity, standardError: .nan, interval: -Double.infinity...3)

  static func fit(
    source: String = "bounce.csv", series: String? = "1", parameters: [Estimate] = [rest, damping],
    derived: [Estimate] = [], termination: Termination = .gradient,
    warnings: [String] = ["a wide, \"quoted\" warning"],
    fitted: [Double] = [0, 1.5, 2, 3.25], verdict: Adequacy.Verdict = .holds
  ) -> Fit {
    Fit(
      part: .init(
        source: source, series: series, axis: .y, phase: "whole", from: 0, to: 0.8016, samples: 49, unit: "pt"
      ),
      model: "bounce",
      assumptions: .init(
        intervals: IntervalSummary(kind: .wald, confidence: 0.95, degreesOfFreedom: 46), noise: .none,
        loss: nil),
      quantities: .init(
        parameters: parameters, derived: derived, correlations: [],
        against: [
          Comparison(
            reference: "damping article", parameter: "damping", expected: 10.9, difference: 0.0038123,
            z: 0.6665)
        ]),
      quality: .init(
        residuals: ResidualSummary(
          count: 49, degreesOfFreedom: 46, sumOfSquares: 1.29, rms: 0.16232, maximum: 0.41,
          durbinWatson: 0.68, runsP: 0.00047, quantizationStep: 0.5, quantizationNoise: 0.14434),
        adequacy: Adequacy(
          verdict: verdict, patternPValue: 0.0004, lackOfFit: 0.0743, relativeLackOfFit: 0.0005,
          reason: "0.05 % of the travel"),
        selection: Selection(
          aicc: -170.25, bic: -165, rSquared: 0.99999513,
          weights: [
            .init(model: "bounce", aicc: -170.25, weight: 0.9996),
            .init(model: "spring", aicc: nil, weight: 0.0004),
          ])),
      search: search(termination, path: [PathPoint(parameters: [1, 2.5], cost: 1e300)]),
      notices: warnings.map { Notice(.acceleration, $0) },
      curve: .init(abscissas: [0, 1, 2, 3], observed: [0, 1, 2, 3.5], fitted: fitted))
  }

  static func search(
    _ termination: Termination = .gradient, evaluations: Int = 9, path: [PathPoint] = []
  ) -> Fit.Search {
    .init(
      estimator: "variable-projection", start: .scan, termination: termination, iterations: 1,
      evaluations: evaluations, path: path)
  }

  static func recording(source: String = "bounce.csv", series: String? = "1") -> RecordingSummary {
    RecordingSummary(
      Trace.FileOrigin(source: source, series: series, format: "csv"),
      frames: .init(timeOrigin: 1e9, interval: 1.0 / 60, dropped: 2),
      quantizationStep: [.y: 0.5], edges: [.y: -64...Double.infinity],
      phases: [
        PhaseSummary(
          axis: .y, kind: "whole", from: 0, fromError: nil, to: 0.8016, toError: nil, samples: 49,
          evidence: "all of it")
      ],
      remarks: Trace.Remarks(
        cleaning: [Trace.Cleaning(what: "repeated sample dropped", count: 3, lines: [4, 9])],
        notices: [Notice(.noFreeMotion, "taken as one phase")]))
  }

  static let analysis = Analysis(recordings: [recording()], fits: [fit()])
  static let hostile = Analysis(
    recordings: [recording(source: hostileName, series: hostileName)],
    fits: [fit(source: hostileName, series: hostileName, derived: [destination])])

  static let projection = ProjectionAnalysis(
    table: [
      .init(
        decelerationRate: 0.998, velocity: 1000, apple: 499, log: 499.49983316645526,
        difference: 0.49983316645525512,
        relative: -0.0010006673),
      .init(
        decelerationRate: 0.5, velocity: -1000, apple: -1, log: -1.442695040888963,
        difference: -0.4426950408889634,
        relative: -0.3068528194),
    ],
    regressions: [
      .init(
        decelerationRate: 0.998, count: 4,
        slope: Estimate(
          name: "slope", unit: "s", value: 0.49965418, standardError: 0.0000414,
          interval: 0.49947605...0.49983231),
        stopVelocity: Estimate(
          name: "stopVelocity", unit: "pt/s", value: 10.6546, standardError: 0.24, interval: 9.62...11.69),
        slopeThroughOrigin: Estimate(
          name: "slopeThroughOrigin", unit: "s", value: 0.49807, standardError: 0.0003,
          interval: 0.4971...0.499),
        residuals: [0.0143, -0.1162, 0.1251, -0.0232], residualsThroughOrigin: [2.7, -1, -3, -2],
        verdicts: [
          .init(formula: "apple", expected: 0.499, z: 15.8, holds: false),
          .init(formula: "log", expected: 0.49949983316645526, z: 3.73, holds: true),
        ])
    ])

  static let claims = [
    Claim(
      id: "bounce-series-1-0.0167", article: "damping", statement: "the damping is always close to 10.9",
      published: 10.9,
      value: 10.9038123, standardError: 0.00572, interval: 10.89231...10.91532, unit: "1/s",
      components: [.init("c2", 3880.668), .init("c1", 35.9598)], verdict: .confirmed,
      detail: String(repeating: "word ", count: 40) + "end"),
    Claim(
      id: "bounce-joint-f-test", article: "damping", statement: "one damping for all", published: nil,
      value: 16.8,
      standardError: nil, interval: nil, unit: "", components: [.init("p", 3e-7)], verdict: nil, detail: "new"
    ),
  ]
}
