import Testing

@testable import ScreenRecordings

/// Pictures in which something else happens than scrolling, drawn here.
struct DisturbedSceneTests {
  private typealias Drawn = TrackingTests
  private static let page = Drawn.page()

  private static func track(_ frames: [GrayFrame]) -> [Scene] {
    var tracker = OffsetTracker(width: Drawn.width, height: Drawn.height)
    for (index, frame) in frames.enumerated() { tracker.add(frame, time: Double(index) / 60) }
    return tracker.scenes
  }

  @Test("In a narrow column of rows that look alike no offset is off by a period")
  func column() {
    let rows = Drawn.page(period: 30)
    for velocity in [5, 11, 23] {
      let frames = (0..<30).map { index in
        var frame = Drawn.frame(Self.page, at: 500)
        for row in 120..<280 {
          for column in 60..<90 {
            frame.pixels[row * frame.width + column] = rows[100 + row + velocity * index][column]
          }
        }
        return frame
      }
      for (index, frame) in Self.track(frames).flatMap(\.offsets).enumerated() where frame.doubt == nil {
        #expect(frame.offset == Double(velocity * index), "\(velocity) px a frame")
      }
    }
  }
}
