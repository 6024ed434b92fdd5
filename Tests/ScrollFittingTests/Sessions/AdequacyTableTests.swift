import LeastSquares
import Recordings
import TestSupport
import Testing

@testable import ScrollFitting

/// The verdict on models: recordings whose verdict is known.
struct AdequacyTableTests {
  @Test func iosBouncesHold() throws {
    for interval in [0.0167, 1.0 / 60] {
      for trace in try bounces(interval: interval) {
        let fit = try fit(trace, "bounce")
        #expect(fit.adequacy.verdict == .holds, "\(trace.series ?? ""): \(fit.adequacy)")
      }
    }
  }

  @Test(
    "Model, verdict, rms over travel, Durbin–Watson and the z of the runs, as recorded by an independent computation",
    arguments: [
      ("firefox/fling_medium_forward.csv", "deceleration", Adequacy.Verdict.holds, 2e-4, 2.2, -0.1),
      ("firefox/fling_medium_forward.page.csv", "deceleration", .near, 4.8e-3, 1.9, -8.0),
      ("kivy/fling_medium_forward.csv", "deceleration", .holds, 2e-5, 0.29, -11),
      ("kivy/edge_end.csv", "bounce", .fails, 8.8e-3, 0.83, -5.4),
      ("chromium/expcurve_fling_medium_forward.csv", "deceleration", .fails, 7.0e-3, 0.19, -4.6),
      ("chromium/fling_fast_forward.csv", "deceleration", .fails, 9.7e-3, 0.03, -8.3),
      ("chromium/elastic_fling_end.csv", "bounce", .holds, 1.04e-2, 1.53, -0.92),
    ])
  func engines(
    file: String, scrollModel: String, verdict: Adequacy.Verdict, rmsOfTravel: Double, durbinWatson: Double,
    runs: Double
  ) throws {
    let range = try #require(try EngineRange.all().first { $0.file == file && $0.kind == scrollModel })
    let fit = try range.fit(scrollModel)
    #expect(fit.adequacy.verdict == verdict, "\(fit.adequacy)")
    let observed = fit.curve.observed
    let travel = (observed.max() ?? 0) - (observed.min() ?? 0)
    #expect(agree(fit.residuals.rms / travel, rmsOfTravel, 0.26), "\(fit.residuals.rms / travel)")
    #expect(agree(fit.residuals.durbinWatson ?? .nan, durbinWatson, 0.2))
    #expect(abs((RunsTest(fit.curve.residuals).z ?? .nan) - runs) < 0.5)
  }

  @Test("Every recorded motion of GTK holds its model") func gtkHolds() throws {
    for range in try EngineRange.all() where range.file.hasPrefix("gtk") && range.expected.exists {
      let fit = try range.fit(range.kind)
      #expect(fit.adequacy.verdict == .holds, "\(range.file): \(fit.adequacy)")
    }
  }

  @Test func tooFewSamplesAreUndecided() throws {
    let drag = try #require(try recordings("data/rubberband_habr_article.csv").first)
    let verdict = try fit(drag, "rubber-band").adequacy
    #expect(verdict.verdict == .undecided)
    #expect(verdict.reason == "too few samples to tell")
  }
}
