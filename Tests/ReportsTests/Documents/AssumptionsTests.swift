import Foundation
import LeastSquares
import Recordings
import TestSupport
import Testing

@testable import FitJSON
@testable import Reports
@testable import ScrollFitting

/// The assumptions of a fit's errors, in every format.
struct AssumptionsTests {
  private func fit(
    _ noise: NoiseSummary, loss: LossSummary? = nil,
    intervals: IntervalSummary = IntervalSummary(kind: .wald, confidence: 0.9, degreesOfFreedom: 46),
    parameters: [Estimate] = [Samples.damping],
    curve: Fit.Curve = .init(abscissas: [], observed: [], fitted: [])
  ) -> Fit {
    let sample = Samples.fit()
    return Fit(
      part: .init(
        source: "a.csv", series: nil, axis: nil, phase: "whole", from: 0, to: 1, samples: 49, unit: "pt"),
      model: .formula, assumptions: .init(intervals: intervals, noise: noise, loss: loss),
      quantities: .init(parameters: parameters, derived: [], correlations: [], against: []),
      quality: .init(
        residuals: sample.residuals, adequacy: sample.adequacy,
        selection: Selection(aicc: nil, bic: nil, rSquared: nil, weights: [])),
      search: Samples.search(.step, evaluations: 2), notices: [], curve: curve)
  }

  private func json(_ analysis: Analysis) throws -> [String: Any] {
    let text = ReportFormat.json.render(analysis)
    return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func firstFit(_ fit: Fit) throws -> [String: Any] {
    try #require((json(Analysis(recordings: [], fits: [fit]))["fits"] as? [[String: Any]])?.first)
  }

  private static let estimated = NoiseSummary(
    model: .estimated, resolution: 0.0962, scale: 1.25,
    timeNoise: Estimate(name: "timeNoise", unit: "s", value: 0.00028, standardError: 0.00013, interval: nil))

  @Test("The noise model is in every format") func noise() throws {
    let fit = fit(Self.estimated)
    let noise = try #require(try firstFit(fit)["noise"] as? [String: Any])
    #expect(noise["model"] as? String == "estimated" && noise["scale"] as? Double == 1.25)
    #expect(noise["timeNoise"] as? Double == 0.00028 && noise["timeNoiseError"] as? Double == 0.00013)
    #expect(noise["variance"] as? String == "estimated")
    let text = ReportFormat.text.render(Analysis(recordings: [], fits: [fit]))
    #expect(text.contains("0.12 pt a sample (1.25 times its resolution), 0.28 ± 0.13 ms in the recorded"))
    #expect(text.contains("whole: formula, 49 samples"))
    let grid = self.fit(NoiseSummary(model: .grid, resolution: 0.0962, isVarianceKnown: true))
    #expect(
      ReportFormat.text.render(Analysis(recordings: [], fits: [grid])).contains(
        "0.0962 pt a sample, known from the grid"))
    #expect((try firstFit(grid)["noise"] as? [String: Any])?["variance"] as? String == "known")
  }

  @Test("Outliers are in every format") func outliers() throws {
    let loss = LossSummary(
      name: "tukey", scale: 0.2,
      outliers: [.init(index: 17, time: 0.28, residual: -31.5, weight: 0)])
    let fit = fit(.none, loss: loss)
    let object = try firstFit(fit)
    let outliers = try #require((object["loss"] as? [String: Any])?["outliers"] as? [[String: Any]])
    #expect(outliers.count == 1 && outliers[0]["index"] as? Int == 17)
    #expect((object["selection"] as? [String: Any])?["aicc"] is NSNull)
    #expect((object["selection"] as? [String: Any])?["bic"] is NSNull)
    let text = ReportFormat.text.render(Analysis(recordings: [], fits: [fit]))
    #expect(text.contains("tukey, usual scatter 0.2 pt, 1 outlier: sample 17 at 0.28 (-31.5 pt)"))
    #expect(text.contains("AICc undefined, BIC undefined"))
  }

  @Test("An open interval is written in every format") func openIntervals() throws {
    let open = Estimate(
      name: "decayConstant", unit: "1/s", value: 0.2, standardError: 0.4, interval: 0.01 ... .infinity)
    let fit = fit(
      .none,
      intervals: IntervalSummary(kind: .profile, confidence: 0.9, degreesOfFreedom: 46, isEffective: true),
      parameters: [open])
    let parameter = try #require((try firstFit(fit)["parameters"] as? [[String: Any]])?.first)
    let interval = try #require(parameter["interval"] as? [Any])
    #expect(interval[0] as? Double == 0.01 && interval[1] is NSNull)
    let text = ReportFormat.text.render(Analysis(recordings: [], fits: [fit]))
    #expect(text.contains("0.0 to infinite") || text.contains("0.01 to infinite"))
    #expect(
      text.contains("intervals from the profile likelihood, Student's t with at most 46 degrees of freedom"))
  }

  @Test func bootstrapAndCurve() throws {
    let intervals = IntervalSummary(
      kind: .bootstrap, confidence: 0.9, degreesOfFreedom: nil,
      bootstrap: .init(replicates: 500, failed: 3, seed: .max))
    let curve = Fit.Curve(
      abscissas: [0, 1], observed: [1, 2], fitted: [1.5, 1.75], confidence: [0.25, 0.5], prediction: [1, 2])
    let object = try firstFit(fit(.none, intervals: intervals, curve: curve))
    let summary = try #require(object["intervals"] as? [String: Any])
    #expect(summary["kind"] as? String == "bootstrap" && summary["failed"] as? Int == 3)
    #expect(summary["seed"] as? String == "18446744073709551615" && summary["degreesOfFreedom"] is NSNull)
    let points = try #require(object["curve"] as? [[String: Any]])
    #expect(
      points.count == 2 && points[1]["confidence"] as? Double == 0.5
        && points[1]["prediction"] as? Double == 2)
  }

  @Test("A shared parameter is reported for several recordings") func severalRecordings() throws {
    let shared = Estimate(
      name: "damping", unit: "1/s", value: 10.8853, standardError: 0.0039, interval: 10.8776...10.8931,
      shared: true)
    let analysis = Analysis(
      recordings: [], fits: [],
      joint: [
        JointEstimate(estimate: shared, fStatistic: 16.8, equalities: 2, degreesOfFreedom: 135, pValue: 3e-7)
      ],
      across: [
        AcrossRecordings(
          model: "bounce", axis: .y, mean: Samples.damping, recordings: 3, betweenDeviation: 0.0199,
          pValue: 0.25),
        AcrossRecordings(
          model: "bounce", axis: .y,
          mean: Estimate(
            name: "initialVelocity", unit: "pt/s", value: 1800, standardError: 1100, interval: nil),
          recordings: 3, betweenDeviation: 1892, pValue: 0.001),
      ])
    let object = try json(analysis)
    let joint = try #require((object["joint"] as? [[String: Any]])?.first)
    #expect(joint["degreesOfFreedom"] as? [Int] == [2, 135] && joint["parameter"] as? String == "damping")
    let across = try #require((object["across"] as? [[String: Any]])?.first)
    #expect(across["spread"] as? Double == 0.0199 && across["recordings"] as? Int == 3)
    let text = ReportFormat.text.render(analysis)
    #expect(text.contains("F(2, 135) = 16.8, p < 0.001") && text.contains("bounce y"))
    // A mean over gestures of their own velocities is of nothing.
    #expect(!text.contains("initialVelocity"))
  }
}
