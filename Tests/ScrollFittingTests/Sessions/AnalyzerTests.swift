import Foundation
import LeastSquares
import Recordings
import TestSupport
import Testing

@testable import ScrollFitting

/// Every axis of every recording, with what could not be used.
struct AnalyzerTests {
  private func analyze(
    _ traces: [Trace], _ change: (inout FitOptions) -> Void = { _ in }
  ) -> (analysis: Analysis, failures: [Failure]) {
    Analyzer(options: options("deceleration", change)).analyze(traces)
  }

  private func moving(x: [Double]?) throws -> Trace {
    let recording = try Motions.deceleration()
    return try trace(recording.times, recording.offsets[.y] ?? [], x: x)
  }

  @Test func axisWithoutMotionIsLeftOutAndSaid() throws {
    let result = analyze([try moving(x: [Double](repeating: 3, count: 60))])
    #expect(result.analysis.fits.map(\.axis) == [.y])
    #expect(result.analysis.recordings[0].warnings.contains("axis x does not move: skipped"))
    #expect(result.failures.isEmpty)
  }

  @Test("An axis with noise alone is left out, and fitted where it is asked for or the only one")
  func axisOfNoise() throws {
    var random = SplitMix64(seed: 5)
    let noisy = try moving(x: (0..<60).map { _ in 0.3 * random.normal() })
    let result = Analyzer(options: FitOptions()).analyze([noisy])
    #expect(result.failures.isEmpty)
    #expect(!result.analysis.fits.isEmpty && result.analysis.fits.allSatisfy { $0.axis == .y })
    #expect(result.analysis.recordings[0].warnings.contains("axis x does not move: skipped"))
    let asked = Analyzer(options: options(nil) { $0.axis = .x }).analyze([noisy])
    #expect(asked.analysis.fits.map(\.axis) == [.x])
  }

  @Test("Both axes are fitted, or the one that is asked for") func bothAxes() throws {
    let times = try Motions.deceleration().times
    let both = try moving(x: times.map { 8 - 90 * expm1(-4 * $0) })
    #expect(analyze([both]).analysis.fits.map(\.axis) == [.x, .y])
    #expect(analyze([both]) { $0.axis = .x }.analysis.fits.map(\.axis) == [.x])
  }

  /// Asked for by name, an axis without motion is an error.
  @Test func askedForAxisWithoutMotion() throws {
    let result = analyze([try moving(x: [Double](repeating: 3, count: 60))]) { $0.axis = .x }
    #expect(result.analysis.fits.isEmpty && result.failures.map(\.error) == [.noMotion])
  }

  @Test func aFailureCostsNothingElse() throws {
    let still = try trace([0, 1, 2, 3], [5, 5, 5, 5])
    let result = analyze([still, try Motions.deceleration(), still])
    #expect(result.analysis.fits.count == 1 && result.analysis.recordings.count == 3)
    #expect(result.failures.map(\.error) == [.noMotion, .noMotion])
  }

  @Test("A file that is one motion is that phase, as segment says")
  func oneMotion() throws {
    let recording = try Motions.deceleration()
    let whole = Analyzer(options: FitOptions()).analyze([recording]).analysis
    #expect(whole.recordings[0].phases.map(\.kind) == ["deceleration"])
    #expect(whole.fits.first?.model == "deceleration")
    let named = analyze([recording]).analysis
    #expect(named.recordings[0].warnings.isEmpty)
    let range = Analyzer(options: options(nil) { $0.from = 0.1 }).analyze([recording]).analysis
    #expect(range.recordings[0].phases.map(\.kind) == ["range"] && range.recordings[0].warnings.isEmpty)
    #expect(range.recordings[0].phases[0].from >= 0.1)
  }

  @Test("The same recordings give the same analysis, to the last bit")
  func deterministic() throws {
    let traces = try bounces(interval: 1.0 / 60)
    let analyzer = Analyzer(options: options("auto"))
    // As text, in which a quantity that does not exist equals itself.
    #expect("\(analyzer.analyze(traces).analysis)" == "\(analyzer.analyze(traces).analysis)")
  }
}
