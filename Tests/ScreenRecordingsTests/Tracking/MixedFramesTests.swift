import Testing

@testable import ScreenRecordings

/// Pictures that show the content at two offsets at once, as editors make of two frames when they halve the frame rate.
struct MixedFramesTests {
  private typealias Drawn = TrackingTests
  private static let page = Drawn.page()

  /// The mean of the pictures at two offsets.
  private static func frame(at first: Int, _ second: Int) -> GrayFrame {
    var frame = Drawn.frame(page, at: first, header: 0)
    let other = Drawn.frame(page, at: second, header: 0)
    for index in frame.pixels.indices {
      frame.pixels[index] = UInt8((Int(frame.pixels[index]) + Int(other.pixels[index])) / 2)
    }
    return frame
  }

  /// The frames of a rest and a motion of 60 pictures a second, mixed in pairs, and the means of their offsets.
  private static func track(steps: [Int]) -> (scenes: [Scene], means: [Double]) {
    var tracker = OffsetTracker(width: Drawn.width, height: Drawn.height)
    let offsets = steps.reduce(into: [700, 700, 700, 700]) { $0.append($0[$0.count - 1] + $1) }
    var means: [Double] = []
    for index in stride(from: 0, to: offsets.count - 1, by: 2) {
      let (first, second) = (offsets[index], offsets[index + 1])
      tracker.add(frame(at: first, second), time: Double(index) / 60)
      means.append(Double(first + second) / 2 - 700)
    }
    return (tracker.scenes, means)
  }

  @Test(
    "No offset of frames that show two is off by more than a pixel and a half",
    arguments: [
      [Int](repeating: 5, count: 30), [Int](repeating: 9, count: 30), (0..<50).map { 12 - $0 / 5 },
      (0..<30).map { 3 + $0 / 4 },
    ])
  func off(steps: [Int]) {
    let (scenes, means) = Self.track(steps: steps)
    for (frame, mean) in zip(scenes[0].offsets, means) where frame.isLocated {
      #expect(abs(frame.offset - mean) <= 1.5, "\(frame.time) s")
    }
    #expect(scenes[0].mixed >= 3)
  }

  @Test("Frames half-way between two neighboring pixels show one offset")
  func neighbors() {
    let (scenes, means) = Self.track(steps: [Int](repeating: 1, count: 40))
    #expect(scenes.count == 1 && scenes[0].mixed == 0)
    for (frame, mean) in zip(scenes[0].offsets, means) { #expect(abs(frame.offset - mean) <= 1) }
  }

  @Test("A recording whose frames were mixed is refused")
  func refusal() {
    let (scenes, _) = Self.track(steps: [Int](repeating: 9, count: 30))
    #expect {
      try Conclusion(scenes: scenes).recording(
        size: (Drawn.width, Drawn.height), direction: .vertical,
        origin: ScreenRecording.Region(x: 0, y: 0, width: Drawn.width, height: Drawn.height))
    } throws: {
      if case .mixed = $0 as? ScreenRecordingError { true } else { false }
    }
  }
}
