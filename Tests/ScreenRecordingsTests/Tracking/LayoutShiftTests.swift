import Testing

@testable import ScreenRecordings

/// Content whose layout changes, drawn here.
@Suite("Rows are inserted into the content")
struct LayoutShiftTests {
  private typealias Drawn = TrackingTests
  private static let page = Drawn.page()
  private static let inserted = Array(page.reversed())

  /// The page with 96 rows more between two of its own.
  private static func page(at row: Int, rows: Int = 96) -> [[UInt8]] {
    Array(page[..<row] + inserted[..<rows] + page[row...])
  }

  private static func track(_ frames: [GrayFrame]) -> [Scene] {
    var tracker = OffsetTracker(width: Drawn.width, height: Drawn.height)
    for (index, frame) in frames.enumerated() { tracker.add(frame, time: Double(index) / 60) }
    return tracker.scenes
  }

  /// Checks that all located frames have their true offset.
  ///
  /// - Parameter lost: the largest number of frames that are not located.
  private static func expectExact(_ scenes: [Scene], _ offsets: [Int], lost: Int) throws {
    #expect(scenes.count == 1)
    let found: [FrameOffset] = try #require(scenes.first).offsets
    for (index, frame) in found.enumerated() where frame.doubt == nil {
      #expect(frame.offset == Double(offsets[index] - offsets[0]), "frame \(index)")
    }
    #expect(found.count { $0.doubt != nil } <= lost)
  }

  /// Motion down the page, rest for 30 frames, motion once more.
  private static func motion(to rest: Int) -> [Int] {
    (0..<30).map { rest - 9 * (29 - $0) } + [Int](repeating: rest, count: 30) + (1..<40).map { rest + 8 * $0 }
  }

  @Test("At rest, where earlier pictures show nothing of it yet", arguments: [150, 200, 240])
  func unseen(_ below: Int) throws {
    // The page is passed once before, so that pictures of the layout before are known below.
    let there: [Int] = (0..<60).map { 300 + 11 * $0 } + (1..<60).map { 949 - 11 * $0 }
    let offsets = there + (0..<20).map { 300 + 7 * $0 } + Self.motion(to: 442 + 9 * 29).dropFirst()
    let event = offsets.count - 54
    let row = offsets[event] + below
    let frames = offsets.enumerated().map { index, offset in
      Drawn.frame(index < event ? Self.page : Self.page(at: row), at: offset)
    }
    try Self.expectExact(Self.track(frames), offsets, lost: 2)
  }

  @Test("In motion, into the part that is seen", arguments: [70, 110, 150, 190, 230])
  func inMotion(_ below: Int) throws {
    let offsets: [Int] = (0..<90).map { 300 + 9 * $0 }
    let row = offsets[40] + below
    let frames = offsets.enumerated().map { index, offset in
      Drawn.frame(index < 40 ? Self.page : Self.page(at: row), at: offset)
    }
    try Self.expectExact(Self.track(frames), offsets, lost: 3)
  }

  @Test("A movie that plays before anything has scrolled is no scrolling")
  func movie() throws {
    let offsets = [Int](repeating: 500, count: 60) + (1..<60).map { 500 + 9 * $0 }
    let frames = offsets.enumerated().map { index, offset in
      var frame = Drawn.frame(Self.page, at: offset)
      // A cell of 120 rows, whose picture moves up by 2 px a frame.
      for row in 0..<120 {
        let line = 640 + row - offset
        guard (40..<frame.height).contains(line) else { continue }
        frame.pixels.replaceSubrange(
          line * frame.width..<(line + 1) * frame.width, with: Self.inserted[400 + row + 2 * index])
      }
      return frame
    }
    try Self.expectExact(Self.track(frames), offsets, lost: 6)
  }
}
