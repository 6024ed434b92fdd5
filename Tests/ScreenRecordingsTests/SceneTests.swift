import Testing

@testable import ScreenRecordings

struct SceneTests {
  private static func observation(
    _ fraction: Double, margin: Double, halves: Int = 0
  ) -> Scene.Observation {
    Scene.Observation(
      time: 0, position: Position(whole: halves / 2, halves: halves), fraction: fraction, margin: margin,
      confidence: 1,
      doubt: nil, isChanged: true)
  }

  private static func isKnown(
    _ fraction: Double, margin: Double, among others: [Scene.Observation]
  ) -> Bool {
    var scene = Scene(region: ScrollingRegion(grid: BlockGrid(width: 128, height: 128)))
    scene.observations = [observation(fraction, margin: margin)] + others
    return scene.offsets[0].doubt == nil
  }

  @Test("Where many frames are blurred, a frame is known only if its displacement is close to a pixel")
  func blurred() {
    let clear = [Scene.Observation](repeating: Self.observation(0.02, margin: 2), count: 60)
    let blurred = [Scene.Observation](repeating: Self.observation(0.4, margin: 0.1), count: 30)
    #expect(Self.isKnown(0.05, margin: 0.4, among: clear))
    #expect(Self.isKnown(0.2, margin: 1, among: clear))
    #expect(!Self.isKnown(0.4, margin: 1, among: clear))
    #expect(!Self.isKnown(0.05, margin: 0.4, among: clear + blurred))
    #expect(!Self.isKnown(0.2, margin: 1, among: clear + blurred))
    #expect(Self.isKnown(0.05, margin: 1, among: clear + blurred))
  }

  @Test("A halved video with many displacements between halves of a pixel is refused")
  func halved() throws {
    func scene(between: Int) -> Scene {
      var scene = Scene(region: ScrollingRegion(grid: BlockGrid(width: 128, height: 128)))
      scene.observations = (0..<40).flatMap { index in
        [
          Self.observation(0, margin: 2, halves: 4 * index),
          Self.observation(0.5, margin: 0, halves: 4 * index + 1),
        ]
      }
      scene.observations += [Scene.Observation](repeating: Self.observation(0.3, margin: 1), count: between)
      return scene
    }
    func recording(_ scene: Scene) throws(ScreenRecordingError) -> ScreenRecording {
      try Conclusion(scenes: [scene]).recording(
        size: (128, 128), direction: .vertical,
        origin: ScreenRecording.Region(x: 0, y: 0, width: 128, height: 128))
    }
    let some = scene(between: 10)
    #expect(some.isHalved && some.moving > 4)
    #expect(try recording(some).frames.count { $0.doubt == .blurred } == 10)
    #expect(throws: ScreenRecordingError.coarse(part: 30 / 110.0)) { try recording(scene(between: 30)) }
  }
}
