import Testing

@testable import ScreenRecordings

/// Content that repeats after more rows than are seen at once: no picture shows that it does.
struct RepeatingContentTests {
  private typealias Drawn = TrackingTests
  private static let page = Drawn.page()
  private static let period = 238
  private static let content = Drawn.page(period: period)

  /// A picture at rest, in 160 rows of which content scrolls.
  private static func frame(at offset: Int) -> GrayFrame {
    var frame = Drawn.frame(page, at: 900, header: 0)
    for row in 80..<240 {
      for column in 0..<frame.width {
        frame.pixels[row * frame.width + column] = content[offset + row][column]
      }
    }
    return frame
  }

  private static func offsets(_ offsets: [Int?]) -> [FrameOffset] {
    var tracker = OffsetTracker(width: Drawn.width, height: Drawn.height)
    let hidden = Drawn.frame(page, at: 2000, header: 0)
    for (index, offset) in offsets.enumerated() {
      tracker.add(offset.map(frame) ?? hidden, time: Double(index) / 60)
    }
    return tracker.scenes.flatMap(\.offsets)
  }

  @Test(
    "Behind frames in which content may have left the view no offset is off by a period", arguments: 1...5)
  func lost(_ frames: Int) {
    let before: [Int?] = (0..<10).map { 300 + 4 * $0 } + (1...10).map { 336 + 20 * $0 }
    let hidden = [Int?](repeating: nil, count: frames)
    for distance in [20 * (frames + 1), 170, 200] where distance <= 60 * (frames + 1) {
      let after: [Int?] = (0..<6).map { 536 + distance + 20 * $0 }
      let offsets = before + hidden + after
      let found = Self.offsets(offsets)
      for (frame, offset) in zip(found, offsets) where frame.doubt == nil {
        #expect(frame.offset == Double((offset ?? 0) - 300), "\(distance) px")
      }
      #expect(found.count { $0.doubt == nil } >= before.count)
    }
  }

  @Test("Content at rest that is set to another place in view is followed")
  func jump() {
    let offsets = (0..<12).map { 300 + 4 * $0 } + [344, 344, 394, 394, 344, 344, 394]
    let found = Self.offsets(offsets)
    #expect(found.map(\.offset) == offsets.map { Double($0 - 300) })
    #expect(found.allSatisfy { $0.doubt == nil })
  }

  /// At 10 px a frame, 160 rows of which 141 may leave.
  private func determines(_ position: Int, after frames: Int, velocity: Double = 600, isNear: Bool = false)
    -> Bool
  {
    let last = LocatedFrame(time: 1, position: 500, isCertain: true, velocity: velocity)
    return last.determines(
      position, at: 1 + Double(frames) / 60, unexplained: frames - 1, isNear: isNear, rows: 160)
  }

  @Test("A position is determined while the content cannot have left the view")
  func reach() {
    #expect(determines(549, after: 1) && !determines(551, after: 1))
    #expect(determines(599, after: 2) && !determines(601, after: 2))
    #expect(!determines(560, after: 3) && determines(560, after: 3, isNear: true))
    #expect(determines(641, after: 1, isNear: true) && !determines(642, after: 1, isNear: true))
    #expect(determines(641, after: 1, velocity: 0) && !determines(581, after: 2, velocity: 0))
    #expect(determines(500, after: 14, isNear: true) && !determines(500, after: 15, isNear: true))
    #expect(determines(500, after: 60, velocity: 0, isNear: true))
    // A gap between two frames that are located hides no frame that is not.
    let last = LocatedFrame(time: 1, position: 500, isCertain: true, velocity: 600)
    #expect(last.determines(641, at: 1.1, unexplained: 0, isNear: false, rows: 160))
    #expect(!last.determines(641, at: 1.1, unexplained: 1, isNear: false, rows: 160))
  }
}
