import Testing

@testable import ScreenRecordings

struct SceneTests {
  private static func observation(
    _ fraction: Double, margin: Double, halves: Int = 0
  ) -> Scene.Observation {
    let clarity = Clarity(fraction: fraction, margin: margin)
    let position = Position(whole: halves / 2, halves: halves, estimate: Double(halves / 2) + fraction)
    return Scene.Observation(
      time: 0, position: position, own: clarity, clarity: clarity, confidence: 1, doubt: nil, isChanged: true)
  }

  private static func scene(_ observations: [Scene.Observation]) -> Scene {
    var scene = Scene(region: ScrollingRegion(grid: BlockGrid(width: 128, height: 128)))
    scene.observations = observations
    return scene
  }

  /// Frames in motion by 8 px each.
  private static func frames(_ count: Int, from first: Int, fraction: Double, margin: Double) -> [Scene
    .Observation]
  {
    (first..<first + count).map { observation(fraction, margin: margin, halves: 16 * $0) }
  }

  @Test("Where many frames are blurred, a frame is known only if it is sharp, close to a pixel and in motion")
  func blurred() {
    let clear = Self.frames(60, from: 0, fraction: 0.02, margin: 2)
    let blurred = Self.frames(30, from: 60, fraction: 0.3, margin: 0.1)
    func isKnown(_ fraction: Double, margin: Double, step: Int = 16, among others: [Scene.Observation])
      -> Bool
    {
      let last = others[others.count - 1].position.halves
      return Self.scene(others + [Self.observation(fraction, margin: margin, halves: last + step)]).offsets
        .last?.doubt == nil
    }
    #expect(isKnown(0.05, margin: 0.4, among: clear))
    #expect(isKnown(0.2, margin: 1.5, step: 2, among: clear))
    #expect(!isKnown(0.4, margin: 1.5, among: clear))
    #expect(!isKnown(0.05, margin: 1, among: clear + blurred))
    #expect(!isKnown(0.2, margin: 1.5, among: clear + blurred))
    #expect(isKnown(0.05, margin: 1.5, among: clear + blurred))
    // Encoders leave out the motion of a pixel.
    #expect(!isKnown(0.05, margin: 1.5, step: 2, among: clear + blurred))
  }

  @Test("Where most frames lie between two pixels, all have an estimate and none is known to the pixel")
  func unclear() {
    let scene = Self.scene(
      (1...60).map { Self.observation(Double($0 % 10) / 10 - 0.45, margin: 0.2, halves: 16 * $0) })
    let offsets = scene.offsets
    #expect(offsets.allSatisfy { $0.doubt == .blurred && $0.isLocated && $0.deviation == 0.5 })
    #expect(offsets.map(\.offset) == scene.observations.map(\.position.estimate))
  }

  @Test("A halved video gives halves of a pixel, and frames between them are marked")
  func halved() {
    func scene(between: Int) -> Scene {
      let halved = (0..<40).flatMap { index in
        [
          Self.observation(0, margin: 2, halves: 10 * index),
          Self.observation(0.5, margin: 0, halves: 10 * index + 5),
        ]
      }
      return Self.scene(
        halved + [Scene.Observation](repeating: Self.observation(0.3, margin: 1), count: between))
    }
    let few = scene(between: 8)
    #expect(few.isHalved && few.moving > 4)
    #expect(few.offsets.count { $0.doubt == .blurred } == 8)
    #expect(few.offsets[1].offset == 2.5)
    #expect(scene(between: 30).offsets.allSatisfy { $0.doubt == .blurred })
  }

  @Test("A position is as clear as the least clear of the comparisons that it rests on")
  func chain() {
    let sharp = Clarity(fraction: 0.02, margin: 3)
    let blurred = Clarity(fraction: -0.3, margin: 0.4)
    #expect(sharp.isSharp && !blurred.isSharp && !sharp.joined(with: blurred).isSharp)
    #expect(sharp.joined(with: blurred).margin == 0.4 && blurred.joined(with: sharp).fraction == 0.3)
    #expect(Clarity().joined(with: sharp) == sharp)
  }
}
