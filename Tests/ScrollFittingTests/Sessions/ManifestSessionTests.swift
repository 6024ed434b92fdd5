import Recordings
import TestSupport
import Testing

@testable import ScrollFitting

/// Every recording of the manifest as it is, without a hint: each labeled range that expects a model is a phase of its own, and
/// its fit has the constant and the verdict.
struct ManifestSessionTests {
  /// A labeled range with what a session's analysis makes of it.
  struct Expectation: CustomTestStringConvertible, Sendable {
    let file: String
    let kind: String
    let axis: Axis
    let from: Double
    let to: Double
    let law: String
    let value: Double?
    let tolerance: Double
    let verdict: String
    let decelerationVerdict: String?
    let rest: Double?

    var testDescription: String { "\(file) \(kind) \(axis.rawValue)" }

    static let all: [Expectation] = {
      ((try? EngineRange.all()) ?? []).filter(\.expected.exists).map { range in
        let expected = range.expected
        return Expectation(
          file: range.file, kind: range.kind, axis: range.axis, from: range.from, to: range.to,
          law: expected["law"].text ?? "", value: expected["value"].exists ? expected["value"].number : nil,
          tolerance: expected["relativeTolerance"].number, verdict: expected["adequacy"].text ?? "",
          decelerationVerdict: expected["decelerationAdequacy"].text,
          rest: expected["rest"].exists ? range.edge : nil)
      }
    }()

    /// The parameter that has the expected value, under the model that a session's fit names.
    var parameter: (law: String, name: String) {
      switch law {
      // The parabola's curvature, on a model that also stops.
      case "polynomial:2": ("constant-deceleration", "deceleration")
      case "bounce": ("bounce", "damping")
      default: ("deceleration", "decayConstant")
      }
    }
  }

  @Test func thereAreExpectations() { #expect(Expectation.all.count == 18) }

  @Test(
    "Sessions of recorded engines have the phases and constants of the manifest", arguments: Expectation.all)
  func expectation(_ expected: Expectation) throws {
    let trace = try recordings("traces/" + expected.file)[0]
    let (analysis, failures) = Analyzer(options: FitOptions()).analyze([trace])
    #expect(failures.isEmpty)
    let middle = (expected.from + expected.to) / 2
    let fits = analysis.fits.filter { fit in
      fit.axis == expected.axis && fit.from <= middle && middle <= fit.to
    }
    let (law, name) = expected.parameter
    let fit = try #require(
      fits.first { $0.model == law }, "\(fits.map(\.model)) of \(analysis.recordings[0].phases)")
    #expect(fit.phase == expected.kind)
    // The phase is the labeled range, to within a few frames, and at its end to within the interval that it states: what creeps on
    // below a point may still be moving.
    let phase = try #require(
      analysis.recordings[0].phases.first { $0.axis == fit.axis && $0.from <= middle && middle <= $0.to })
    let end = fit.to + (phase.toError ?? 0)
    let overlap = min(end, expected.to) - max(fit.from, expected.from)
    #expect(overlap > 0.8 * (expected.to - expected.from), "\(fit.from) to \(fit.to)")
    if let value = expected.value {
      // Where the edge is known to half a pixel only, the interval is wider than the tolerance of a known edge.
      let interval = fit.parameters.first { $0.name == name }?.interval
      #expect(
        agree(fit.value(name), value, expected.tolerance) || interval?.contains(value) == true,
        "\(name) \(fit.value(name)), not \(value)")
    }
    if let rest = expected.rest { #expect(abs(fit.value("rest") - rest) < 1) }
    #expect(fit.adequacy.verdict.rawValue == expected.verdict, "\(fit.adequacy)")
    if let verdict = expected.decelerationVerdict {
      let plain = try #require(fits.first { $0.model == "deceleration" })
      #expect(plain.adequacy.verdict.rawValue == verdict, "\(plain.adequacy)")
    }
  }
}
