import LeastSquares
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting

/// The recorded iOS bounces at both frame intervals, in every digit of the reference.
struct BounceFigures {
  private let reference: JSONNode
  private static let intervals = [("0.0167", 0.0167), ("1/60", 1.0 / 60)]

  init() throws { reference = try JSONNode("reference/bounce.json") }

  private func everySeries(
    _ check: (_ trace: Trace, _ reference: JSONNode, _ position: String) throws -> Void
  )
    throws
  {
    var count = 0
    for (name, interval) in Self.intervals {
      for trace in try bounces(interval: interval) {
        let series = try #require(trace.series)
        try check(trace, reference[name, "series", series], "series \(series) at \(name)")
        count += 1
      }
    }
    #expect(count == 6)
  }

  @Test func restAtTheBaseline() throws {
    try everySeries { trace, reference, position in
      let fit = try fit(trace, "bounce")
      #expect(fit["rest"]?.fixed == true && fit.value("rest") == reference["rest"].number)
      for name in ["displacement", "initialVelocity", "damping"] {
        expect(fit[name], reference["parameters", name], "\(position) \(name)")
      }
      for name in ["phase", "edgeTime", "amplitude", "stiffness", "response"] {
        expect(fit[name], reference["derived", name], "\(position) \(name)")
      }
      // The reference's is that of the whole curve. Series 3 begins after its turn: farthest is where it begins.
      let turnsBefore = fit.value("phase") * fit.value("damping") > 1
      #expect(turnsBefore == (trace.series == "3"))
      expect(
        fit["farthest"],
        turnsBefore ? reference["parameters", "displacement"] : reference["derived", "farthest"],
        "\(position) farthest")
      expect(fit, residuals: reference["residuals"], selection: reference["selection"], position)
      #expect(agree(fit.residuals.quantizationStep ?? .nan, reference["grid"].number, 1e-12))
    }
  }

  @Test("c₂ = v₀ + δ d of the articles' (c₁ + c₂ t) e^(−δt), c₁ = d")
  func articlesForm() throws {
    try everySeries { trace, reference, position in
      let fit = try fit(trace, "bounce")
      let c2 = fit.value("initialVelocity") + fit.value("damping") * fit.value("displacement")
      #expect(
        agree(fit.value("displacement"), reference["article", "c1", "value"].number, 1e-9), "\(position)")
      #expect(agree(c2, reference["article", "c2", "value"].number, 1e-9), "\(position): \(c2)")
    }
  }

  @Test("Correlations of recorded bounces are the reference's") func correlations() throws {
    try everySeries { trace, reference, position in
      for (scrollModel, fixed, node) in [
        ("bounce", ["rest": trace.rests[.y] ?? .nan], reference), ("bounce", [:], reference["freeRest"]),
        ("spring", ["rest": trace.rests[.y] ?? .nan], reference["spring"]),
      ] {
        let phase = ShippedPhase(
          name: position, trace: trace, axis: .y, scrollModel: scrollModel, fixed: fixed)
        let prepared = try phase.prepared()
        let estimation = try Estimation(
          prepared.scrollModel, samples: prepared.phase.samples, fixed: fixed, options: options(scrollModel))
        let covariance = Covariance(
          jacobian: estimation.jacobian, rows: estimation.residuals.count, columns: estimation.point.count,
          variance: 1)
        let expected = node["correlation"].list.map(\.numbers)
        #expect(expected.count == estimation.point.count)
        for (i, row) in expected.enumerated() {
          for (j, value) in row.enumerated() {
            let ours = covariance.correlation(i, j) ?? .nan
            #expect(abs(ours - value) <= 1e-8, "\(phase) \(i), \(j): \(ours), not \(value)")
          }
        }
      }
    }
  }

  @Test("Bounces with a free rest are the reference's") func restFree() throws {
    try everySeries { trace, reference, position in
      let baseline = reference["rest"].number
      let free = try Trace(
        Trace.FileOrigin(source: "", format: "csv"),
        clock: Trace.SampleClock(trace.times, basis: trace.timeBasis),
        columns: Trace.SampleColumns(offsets: trace.offsets))
      let fit = try fit(free, "bounce")
      let node = reference["freeRest"]
      expect(fit["rest"], node["parameters", "restAboveBaseline"], "\(position) rest", shift: baseline)
      for name in ["displacement", "initialVelocity", "damping"] {
        expect(fit[name], node["parameters", name], "\(position) \(name)")
      }
      expect(fit, residuals: node["residuals"], selection: node["selection"], position)
      #expect(!fit.hasWarning("rest is fixed"))
    }
  }

  @Test func ownDampingRatio() throws {
    try everySeries { trace, reference, position in
      let fit = try fit(trace, "spring")
      let node = reference["spring"]
      for name in node["parameters"].names {
        expect(fit[name], node["parameters", name], "\(position) \(name)")
      }
      expect(fit, residuals: node["residuals"], selection: node["selection"], position)
    }
  }

  /// A departure from critical damping outweighs its parameter on series 1 and 3, not on 2.
  @Test func autoPrefersTheSpringOnTwoSeries() throws {
    try everySeries { trace, reference, position in
      let chosen = try fit(trace, "auto")
      #expect(chosen.model == (trace.series == "2" ? "bounce" : "spring"), "\(position)")
      let gain = reference["selection", "aicc"].number - reference["spring", "selection", "aicc"].number
      let weights = chosen.selection.weights
      let bounce = try #require(weights.first { $0.model == "bounce" }?.aicc)
      let spring = try #require(weights.first { $0.model == "spring" }?.aicc)
      #expect(abs(bounce - spring - gain) <= 1e-8, "\(position)")
    }
  }
}
