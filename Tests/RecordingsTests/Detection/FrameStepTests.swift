import Testing

@testable import Recordings

struct FrameStepTests {
  private func times(_ step: Double, _ count: Int = 20) -> [Double] { (0..<count).map { Double($0) * step } }

  @Test("Steps of recorders are possible", arguments: [0.001, 1.0 / 240, 1.0 / 60, 0.1, 0.25])
  func possible(_ step: Double) { #expect(FrameStep.impossible(times(step)) == nil) }

  @Test(
    "Other steps name the likely unit",
    arguments: [(16.7, "ms"), (16_700, "us"), (1.67e7, "ns"), (1.67e-5, "s")])
  func impossible(_ step: Double, _ unit: String) throws {
    let found = try #require(FrameStep.impossible(times(step)))
    #expect(abs(found / step - 1) < 1e-9)
    #expect(FrameStep.likelyUnit(found) == unit)
  }

  @Test("Few samples are judged where their steps are frames of a screen in another unit")
  func fewSamples() {
    for step in [16.7, 8330, 3.33e7, 1.67e-5] { #expect(FrameStep.impossible(times(step, 3)) == step) }
    #expect(FrameStep.impossible([0, 16.7, 33.4, 50.1, 150]) == nil)
  }

  @Test("Pauses and few samples are no evidence")
  func pauses() {
    #expect(FrameStep.impossible(times(0.016, 30) + [60, 120, 180, 240]) == nil)
    #expect(FrameStep.impossible(times(1, 8)) == nil && FrameStep.impossible(times(0.5, 4)) == nil)
    #expect(FrameStep.impossible([0, 16.7]) == nil)
    #expect(FrameStep.impossible([]) == nil)
    #expect(FrameStep.likelyUnit(0.5) == nil)
  }
}
