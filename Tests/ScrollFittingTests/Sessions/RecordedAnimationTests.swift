import Recordings
import ScrollSegmentation
import TestSupport
import Testing

/// Recorded animations of engines, without a hint.
struct RecordedAnimationTests {
  /// Kivy's has one late frame.
  @Test("A quadratic ease-in-out from rest to rest is an animation", arguments: ["kivy", "qtquick"])
  func inOutQuad(_ engine: String) throws {
    let trace = try recordings("traces/\(engine)/animate_in_out_quad.csv")[0]
    let found = try #require(Segmenter().phases(of: trace, axis: .y))
    #expect(found.phases.map(\.kind) == [.rest, .programmatic, .rest])
    // 1500 px in 0.8 s, `Animation(…, t="in_out_quad")` and `NumberAnimation` with `Easing.InOutQuad`.
    let motion = try #require(found.phases.first { $0.kind == .programmatic })
    // A finger that gains and loses speed evenly moves by the same curve.
    #expect(motion.alternatives.map(\.kind).contains(.drag))
    #expect((motion.to - motion.from - 0.8).magnitude <= motion.fromError + motion.toError)
  }
}
