import Elementary
import LeastSquares
import Recordings
import ScrollModels
import Testing

@testable import ScrollAnalysis

/// The constants of engines' own curves hold the truth also where the sum of squares has several minima.
struct EngineProfileTests {
  /// A fling along Android's spline that is found some time after its beginning: offsets on 1/3 pt, 120 Hz, times that err by half a millisecond.
  private func phase(
    friction: Double, speed: Double, delay: Double, _ random: inout SplitMix64
  ) throws -> IdentifiedPhase {
    let motion = SplineFling().curve(state: [0, speed], constants: [friction], context: EngineContext())
    let frames = (0...Int((motion.duration - delay) * 120)).map { delay + Double($0) / 120 }
    let times = frames.map { $0 + 5e-4 * random.normal() }
    let trace = try Trace(
      Trace.FileOrigin(source: "spline", format: "made"),
      clock: Trace.SampleClock(times.map { $0 - times[0] }),
      columns: Trace.SampleColumns(
        offsets: [.y: frames.map { (3 * motion.value(at: $0)).rounded() / 3 }]))
    return try #require(
      PhaseReader(trace, axis: .y).fling(from: 0, to: motion.duration, latestStart: delay + 0.05))
  }

  @Test(
    "Android's friction lies in its interval where the beginning is not recorded", arguments: [0.015, 0.02])
  func lateFlings(friction: Double) throws {
    let engine = try #require(ScrollEngine.all.first { $0.name == "Android" })
    var random = SplitMix64(seed: 42)
    var (held, determined) = (0, 0)
    for _ in 0..<30 {
      let speed = 700 * power(10, 0.6 * random.uniform())
      let phase = try phase(
        friction: friction, speed: speed, delay: 0.1 + 0.15 * random.uniform(), &random)
      guard let own = EngineCurveFit.constants(of: phase, like: engine).first?.own,
        let error = own.standardError
      else { continue }
      determined += 1
      held += (own.value - friction).magnitude <= 1.96 * error ? 1 : 0
    }
    #expect(determined >= 25 && held * 10 >= 9 * determined, "\(held) of \(determined)")
  }
}
