import Recordings
import Testing

@testable import ScreenRecordings

@Suite("The scene of a video that scrolls")
struct ConclusionTests {
  /// A scene at 60 Hz.
  ///
  /// - Parameters:
  ///   - moving: its frames that move by 9 px each.
  ///   - unmatched: the frames after them that no displacement explains.
  private static func scene(from start: Double, moving: Int, unmatched: Int = 0) -> Scene {
    var scene = Scene(region: ScrollingRegion(grid: BlockGrid(width: 128, height: 128)))
    for index in 0...(moving + unmatched) {
      let isLost = index > moving
      scene.observations.append(
        Scene.Observation(
          time: start + Double(index) / 60, position: 9 * min(index, moving),
          link: index == 0 || isLost ? nil : Link(key: 0, shift: 9 * index, fraction: 0, margin: 3),
          confidence: isLost ? 0 : 1, doubt: isLost ? .unmatched : nil, isChanged: index > 0))
    }
    return scene
  }

  private static func recording(_ scenes: Scene...) throws(ScreenRecordingError) -> ScreenRecording {
    try Conclusion(scenes: scenes).recording(
      size: (128, 128), direction: .vertical,
      origin: ScreenRecording.Region(x: 0, y: 0, width: 128, height: 128))
  }

  @Test(
    "The scene with two thirds of the moving frames is the recording, and the times of the others are named")
  func mainScene() throws {
    let recording = try Self.recording(Self.scene(from: 0, moving: 20), Self.scene(from: 1, moving: 40))
    #expect(recording.frames.count == 41 && recording.frames.allSatisfy { $0.doubt == nil })
    #expect(recording.otherScenes == [0...20.0 / 60])
    let trace = try recording.trace(source: "a.mp4")
    let warning =
      "the frames from 0.0 to 0.333 s are not part of the recording: their distance from the others is not known"
    #expect(trace.notices == [Notice(.recorderWarning, warning)])
    let written = try RecordingReader().traces(
      bytes: Array(ScrolltraceWriter().text(trace).utf8), source: "a.ndjson")
    #expect(written.first?.notices == trace.notices)
  }

  @Test("Every frame is a sample, uncertain or named as outside")
  func outside() throws {
    // A scene begins with the frame that the one before ends with.
    let scenes = [
      Self.scene(from: 0, moving: 6, unmatched: 12), Self.scene(from: 18.0 / 60, moving: 3, unmatched: 9),
      Self.scene(from: 0.5, moving: 40, unmatched: 20), Self.scene(from: 1.5, moving: 5, unmatched: 3),
    ]
    let recording = try Conclusion(scenes: scenes).recording(
      size: (128, 128), direction: .vertical,
      origin: ScreenRecording.Region(x: 0, y: 0, width: 128, height: 128))
    func frames(_ times: ClosedRange<Double>) -> ClosedRange<Int> {
      Int((times.lowerBound * 60).rounded())...Int((times.upperBound * 60).rounded())
    }
    #expect(recording.otherScenes.map(frames) == [0...29, 91...98])
    #expect(recording.uncertain.map { frames($0.first...$0.last) } == [71...90])
  }

  @Test("Where no scene has two thirds of them, the video has a cut")
  func cut() {
    #expect(throws: ScreenRecordingError.cut(scenes: [0...20.0 / 60, 1...(1 + 39.0 / 60)])) {
      try Self.recording(Self.scene(from: 0, moving: 20), Self.scene(from: 1, moving: 39))
    }
  }

  /// At a cut the ninth to twelfth frame are explained by the eighth: a scene begins with the twelfth.
  @Test("Frames that nothing explains between two scenes are no cut where they are more than twelve")
  func lost() {
    let second = Self.scene(from: 2, moving: 39)
    #expect {
      try Self.recording(Self.scene(from: 0, moving: 20, unmatched: 12), second)
    } throws: {
      if case .cut = $0 as? ScreenRecordingError { true } else { false }
    }
    let error = ScreenRecordingError.lost(
      [21.0 / 60...33.0 / 60], scenes: [0...20.0 / 60, 2...(2 + 39.0 / 60)])
    #expect(throws: error) { try Self.recording(Self.scene(from: 0, moving: 20, unmatched: 13), second) }
    #expect(
      error.description == """
        the offsets cannot be followed: the frames from 0.35 to 0.55 s are no displacement of the picture before, as they are coded too coarsely or more \
        than scrolling happens in them; record at full size and a higher bit rate, or read one part with from 0 to 0.333 or from 2 to 2.65
        """)
  }

  @Test("Scrolling among frames that nothing explains is called unclear, and no scrolling what has none")
  func unclear() {
    #expect(throws: ScreenRecordingError.unclear(part: 0.75)) {
      try Self.recording(Self.scene(from: 0, moving: 10, unmatched: 30))
    }
    #expect(throws: ScreenRecordingError.otherMotion(part: 0.9)) {
      try Self.recording(Self.scene(from: 0, moving: 3, unmatched: 27))
    }
  }
}
