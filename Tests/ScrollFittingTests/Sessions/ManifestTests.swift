import Recordings
import TestSupport
import Testing

@testable import ScrollFitting

/// Every expectation of the manifest of recorded engines.
struct ManifestTests {
  @Test("Every expectation of the manifest is met") func everyExpectation() throws {
    var checked = (expectations: 0, values: 0, verdicts: 0, decelerationVerdicts: 0)
    for range in try EngineRange.all() where range.expected.exists {
      let expected = range.expected
      let position = "\(range.file) \(range.kind) \(range.axis.rawValue)"
      #expect(
        Set(expected.names).isSubset(of: [
          "law", "axis", "parameter", "value", "relativeTolerance", "rest", "adequacy",
          "decelerationAdequacy",
        ]), "\(position)")
      #expect(expected["axis"].text == range.axis.rawValue)
      let scrollModel = try #require(expected["law"].text)
      let fit = try range.fit(scrollModel)
      #expect(fit.termination.converged, "\(position): \(fit.termination)")
      checked.expectations += 1
      if let parameter = expected["parameter"].text {
        let value =
          parameter == "-2*c2 in the direction of motion"
          ? -2 * fit.value("c2") * (fit.value("c1") < 0 ? -1 : 1) : fit.value(parameter)
        #expect(
          agree(value, expected["value"].number, expected["relativeTolerance"].number),
          "\(position): \(value)")
        checked.values += 1
      }
      if let verdict = expected["adequacy"].text {
        #expect(fit.adequacy.verdict.rawValue == verdict, "\(position): \(fit.adequacy)")
        checked.verdicts += 1
      }
      if let verdict = expected["decelerationAdequacy"].text {
        let deceleration = try range.fit("deceleration")
        #expect(deceleration.adequacy.verdict.rawValue == verdict, "\(position): \(deceleration.adequacy)")
        checked.decelerationVerdicts += 1
      }
      if expected["rest"].exists {
        #expect(fit["rest"]?.fixed == true && fit.value("rest") == range.edge, "\(position)")
        #expect(fit.hasWarning("with rest free"), "\(position)")
      }
    }
    #expect(checked == (18, 15, 18, 2))
  }

  /// GTK's closed forms are recorded as computed: nothing is left over.
  @Test func gtkIsExact() throws {
    let ranges = try EngineRange.all().filter { $0.file.hasPrefix("gtk") && $0.expected.exists }
    #expect(ranges.count == 7)
    for range in ranges {
      let fit = try range.fit(range.kind)
      #expect(fit.residuals.rms < 1e-11, "\(range.file)")
      #expect(
        agree(
          fit.value(range.kind == "bounce" ? "damping" : "decayConstant"), range.kind == "bounce" ? 10 : 4,
          1e-12))
      #expect(fit.termination == .exact || fit.termination == .step)
    }
  }
}
