import Testing

@testable import ScreenRecordings

/// Pictures in which something else happens than scrolling, drawn here.
struct DisturbedSceneTests {
  private typealias Drawn = TrackingTests
  private static let page = Drawn.page()

  /// A frame that is stretched from its upper edge on.
  private static func stretched(_ frame: GrayFrame, by factor: Double) -> GrayFrame {
    var stretched = frame
    for row in 40..<frame.height {
      let source = 40 + Int((Double(row - 40) / factor).rounded())
      for column in 0..<frame.width {
        stretched.pixels[row * frame.width + column] = frame.pixels[source * frame.width + column]
      }
    }
    return stretched
  }

  private static func track(_ frames: [GrayFrame]) -> [Scene] {
    var tracker = OffsetTracker(width: Drawn.width, height: Drawn.height)
    for (index, frame) in frames.enumerated() { tracker.add(frame, time: Double(index) / 60) }
    return tracker.scenes
  }

  @Test("After an overscroll that stretches the picture the offset is known again")
  func stretch() throws {
    let before: [Int] = (0..<30).map { 200 + 11 * $0 }
    let edge = 519
    let after: [Int] = (0..<30).map { edge - 7 * $0 }
    // It grows in four frames, stays nearly as it is for twenty, and falls in four.
    let growing: [Double] = [1.04, 1.08, 1.12, 1.16]
    let held: [Double] = (1...20).map { 1.16 + 0.0002 * Double($0) }
    let rest = Drawn.frame(Self.page, at: edge)
    var frames: [GrayFrame] = before.map { Drawn.frame(Self.page, at: $0) }
    frames += (growing + held + growing.reversed()).map { Self.stretched(rest, by: $0) }
    frames += after.map { Drawn.frame(Self.page, at: $0) }
    let scenes = Self.track(frames)
    #expect(scenes.count == 1)
    let found: [FrameOffset] = try #require(scenes.first).offsets
    try #require(found.count == frames.count)
    for (index, offset) in before.enumerated() { #expect(found[index].offset == Double(offset - 200)) }
    for index in 32...53 { #expect(found[index].doubt != nil) }
    let known = after.indices.filter { found[58 + $0].doubt == nil }
    #expect(known.count >= 28)
    for index in known { #expect(found[58 + index].offset == Double(after[index] - 200)) }
  }

  @Test(
    "A part that plays in a picture at rest begins no scene, also where it shows another picture in the end")
  func playing() throws {
    var numbers = PageNumbers()
    let noise = (0..<12).map { _ in (0..<48 * Drawn.width).map { _ in UInt8(numbers.next() % 256) } }
    let offsets: [Int] = [Int](repeating: 500, count: 32) + (0..<20).map { 500 + 9 * $0 }
    let frames: [GrayFrame] = offsets.enumerated().map { index, offset in
      var frame = Drawn.frame(Self.page, at: offset)
      let picture =
        index == 0 ? frame.pixels[120 * frame.width..<168 * frame.width] : noise[min(index, 11)][...]
      frame.pixels.replaceSubrange(120 * frame.width..<168 * frame.width, with: picture)
      return frame
    }
    let scenes = Self.track(frames)
    #expect(scenes.count == 1 && scenes.first?.isAnimated == true)
    let found: [FrameOffset] = try #require(scenes.first).offsets
    let known = found.indices.filter { found[$0].doubt == nil }
    #expect(known.allSatisfy { found[$0].offset == Double(offsets[$0] - 500) })
    #expect(known.filter { $0 > 34 }.count == offsets.count - 35)
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
