import LeastSquares
import Recordings
import TestSupport
import Testing

@testable import ScrollFitting

/// Every labeled range of the recorded engines, in every digit of the reference.
struct EngineReferenceTests {
  @Test("Every fit of a recorded engine is the reference's") func everyFit() throws {
    let reference = try JSONNode("reference/traces.json")["segments"].list
    let ranges = try EngineRange.all().filter(\.expected.exists)
    #expect(reference.count == ranges.count)
    var fits = 0
    for (range, node) in zip(ranges, reference) {
      #expect(node["file"].text == range.file && node["kind"].text == range.kind)
      for expected in node["fits"].list {
        let scrollModel = try #require(expected["law"].text)
        try check(range.fit(scrollModel), expected, "\(range.file) \(scrollModel)")
        fits += 1
      }
    }
    #expect(fits == 20)
  }

  private func check(_ fit: Fit, _ node: JSONNode, _ position: String) {
    let adequacy = node["adequacy"]
    #expect(
      fit.adequacy.verdict.rawValue == adequacy["verdictIfExactHolds"].text, "\(position): \(fit.adequacy)")
    #expect(agree(fit.residuals.quantizationNoise, adequacy["floor"].number, 1e-12), "\(position)")
    if node["rest"].exists { #expect(fit.value("rest") == node["rest"].number, "\(position)") }
    let largest = fit.curve.observed.reduce(0) { max($0, abs($1)) }
    guard fit.residuals.rms > 1e-12 * largest else {
      // What is left of an exact model is rounding, ours and the reference's own.
      for name in node["parameters"].names {
        let value = node["parameters", name, "value"].number
        #expect(
          abs(fit.value(name) - value) <= 1e-11 * max(abs(value), 1),
          "\(position) \(name): \(fit.value(name))")
      }
      return
    }
    for name in node["parameters"].names {
      expect(fit[name], node["parameters", name], "\(position) \(name)")
    }
    expect(fit, residuals: node["residuals"], selection: node["selection"], position)
    for (ours, name) in [
      (fit.adequacy.lackOfFit, "excess"), (fit.adequacy.relativeLackOfFit, "excessOfTravel"),
    ] {
      #expect(agree(ours, adequacy[name].number, 1e-8), "\(position) \(name): \(ours)")
    }
    let runs = RunsTest(fit.curve.residuals).pValue ?? .nan
    #expect(agree(runs, adequacy["runsExactP"].number, 1e-9), "\(position): \(runs)")
  }
}
