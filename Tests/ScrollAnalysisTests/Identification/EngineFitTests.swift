import Elementary
import Recordings
import ScrollModels
import Testing

@testable import ScrollAnalysis

struct EngineFitTests {
  @Test("Of a plain deceleration a power deceleration leaves nothing: its exponent grows without end")
  func endlessExponent() throws {
    let times = (0..<120).map { Double($0) / 60 }
    let trace = try Trace(
      Trace.FileOrigin(source: "plain", format: "made"), clock: Trace.SampleClock(times),
      columns: Trace.SampleColumns(offsets: [.y: times.map { 1000 - 700 * exponential(-2 * $0) }]))
    let phase = try #require(PhaseReader(trace, axis: .y).fling(from: 0, to: 2, latestStart: 0.1))
    let fit = try #require(
      EngineFit(
        TimedPowerFling(), engines: ["a"], position: 0, to: phase, constants: .free, starts: [[3, 0.72]]))
    #expect(fit.rms < 1e-7)
    let estimates = fit.estimates(in: phase).map { ($0.name, $0.value) }
    let exponent = try #require(estimates.first { $0.0 == "exponent" }).1
    let stopTime = try #require(estimates.first { $0.0 == "stopTime" }).1
    #expect(exponent > 1e9 && abs(exponent / stopTime - 2) < 1e-6)
  }
}
