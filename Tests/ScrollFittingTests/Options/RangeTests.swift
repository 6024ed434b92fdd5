import Foundation
import Recordings
import TestSupport
import Testing

@testable import ScrollFitting

/// The samples that a fit uses, and the zero of its clock.
struct RangeTests {
  private func recording() throws -> Trace {
    let times = Motions.times(60, span: 1.77, from: 0)
    return try trace(times, times.map { 50 + 700 * -expm1(-3.1 * $0) / 3.1 })
  }

  /// In every model t = 0 at `from`.
  @Test func clockBeginsAtFrom() throws {
    let recording = try recording()
    let from = recording.times[10]
    let fit = try fit(recording, "deceleration") { $0.from = from }
    #expect(fit.from == from && fit.to == 1.77 && fit.samples == 50)
    #expect(fit.phase == "range" && fit.curve.abscissas.first == 0)
    #expect(agree(fit.value("initialVelocity"), 700 * exp(-3.1 * from), 1e-10))
    #expect(agree(fit.value("initialOffset"), 50 + 700 * -expm1(-3.1 * from) / 3.1, 1e-12))
    #expect(agree(fit.value("decayConstant"), 3.1, 1e-10))
    let whole = try TestSupport.fit(recording, "deceleration")
    #expect(whole.phase == "whole" && whole.samples == 60 && whole.from == 0)
  }

  /// Inclusive, with a microsecond's slack on both sides.
  @Test(arguments: [(0.0, 20), (0.9e-6, 20), (-0.9e-6, 20), (1.1e-6, 19), (-1.1e-6, 21)])
  func inclusiveWithAMicrosecondsSlack(shift: Double, samples: Int) throws {
    let recording = try recording()
    // Later `from` and earlier `to` by the same.
    let fit = try fit(recording, "deceleration") {
      $0.from = recording.times[10]
      $0.to = recording.times[29] - shift
    }
    #expect(fit.samples == (samples == 21 ? 20 : samples))
    let early = try TestSupport.fit(recording, "deceleration") {
      $0.from = recording.times[10] + shift
      $0.to = recording.times[29]
    }
    #expect(early.samples == (samples == 21 ? 20 : samples))
    #expect(early.from == recording.times[samples == 19 ? 11 : 10])
  }

  @Test func nothingInTheRange() throws {
    let recording = try recording()
    #expect(throws: FitError.noSamples(from: 5, to: nil, first: 0, last: 1.77)) {
      try fit(recording, "deceleration") { $0.from = 5 }
    }
    #expect(throws: FitError.noSamples(from: 1, to: 0.5, first: 0, last: 1.77)) {
      try fit(recording, "deceleration") { ($0.from, $0.to) = (1, 0.5) }
    }
  }

  @Test func missingAxisAndColumns() throws {
    let recording = try recording()
    #expect(throws: FitError.axisMissing(.x, found: [.y])) { try fit(recording, axis: .x, "deceleration") }
    #expect(throws: FitError.fingerMissing(.y)) { try fit(recording, "rubber-band") }
    #expect(throws: FitError.columnMissing("force", found: [])) {
      try fit(recording, "polynomial:1") { $0.against = "force" }
    }
  }
}
