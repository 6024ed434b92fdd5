import Testing

@testable import ScreenRecordings

/// Content of which a part moves by itself, drawn here.
@Suite("A part of the content moves while the rest stands")
struct StandingContentTests {
  private typealias Drawn = TrackingTests
  private static let page = Drawn.page()
  private static let inserted = Array(page.reversed())

  /// Motion, rest for 30 frames, motion once more.
  private static let offsets: [Int] =
    (0..<30).map { 300 + 9 * $0 } + [Int](repeating: 561, count: 40) + (0..<30).map { 561 + 8 * $0 }

  /// The page with some rows between two of its own.
  private static func page(with rows: Int, at row: Int) -> [[UInt8]] {
    Array(page[..<row] + inserted[..<rows] + page[row...])
  }

  /// The height of a row that expands by 96 px in 18 frames of the rest.
  private static func expanded(_ index: Int) -> Int {
    let part = min(1, max(0, Double(index - 40) / 18))
    return Int((96 * part * part * (3 - 2 * part)).rounded())
  }

  private static func track(_ frames: [GrayFrame]) -> [Scene] {
    var tracker = OffsetTracker(width: Drawn.width, height: Drawn.height)
    for (index, frame) in frames.enumerated() { tracker.add(frame, time: Double(index) / 60) }
    return tracker.scenes
  }

  /// Checks that all located frames have their true offset, and that those of both motions are located.
  private static func expectExact(_ scenes: [Scene]) throws {
    #expect(scenes.count == 1)
    let found: [FrameOffset] = try #require(scenes.first).offsets
    for (index, frame) in found.enumerated() where frame.doubt == nil {
      #expect(frame.offset == Double(offsets[index] - 300), "frame \(index)")
    }
    #expect(found.indices.filter { found[$0].doubt != nil }.allSatisfy { (40..<62).contains($0) })
  }

  @Test("A row that expands below a part of the picture moves no offset", arguments: [100, 130, 160, 220])
  func expansion(_ below: Int) throws {
    let frames = Self.offsets.enumerated().map { index, offset in
      Drawn.frame(Self.page(with: Self.expanded(index), at: 561 + below), at: offset)
    }
    let scenes = Self.track(frames)
    try Self.expectExact(scenes)
    let times = try #require(scenes.first?.partialMotions.first)
    #expect(scenes.first?.partialMotions.count == 1)
    #expect(times.lowerBound > 39.0 / 60 && times.upperBound < 60.0 / 60)
  }

  @Test("A row that expands at once, and one that collapses")
  func instants() throws {
    let atOnce = Self.offsets.enumerated().map { index, offset in
      Drawn.frame(Self.page(with: index < 50 ? 0 : 90, at: 561 + 130), at: offset)
    }
    try Self.expectExact(Self.track(atOnce))
    let collapsing = Self.offsets.enumerated().map { index, offset in
      Drawn.frame(Self.page(with: 96 - Self.expanded(index), at: 561 + 130), at: offset)
    }
    try Self.expectExact(Self.track(collapsing))
  }

  @Test("A header that stays where the content has carried it does not hold the offset")
  func stickyHeader() throws {
    // The rows 480 to 519 scroll up to the edge and stay there.
    let frames = Self.offsets.map { offset in
      var frame = Drawn.frame(Self.page, at: offset, header: 0)
      guard offset > 480 else { return frame }
      for row in 0..<40 {
        for column in 0..<frame.width {
          frame.pixels[row * frame.width + column] = Self.page[480 + row][column]
        }
      }
      return frame
    }
    try Self.expectExact(Self.track(frames))
  }

  @Test(
    "One row of blocks that an encoder leaves where it was does not hold the offset", arguments: [48, 64, 80])
  func leftover(_ top: Int) throws {
    let frames = Self.offsets.enumerated().map { index, offset in
      var frame = Drawn.frame(Self.page, at: offset)
      guard (70...71).contains(index) else { return frame }
      let rest = Drawn.frame(Self.page, at: 561)
      let pixels = top * frame.width..<(top + BlockGrid.rowsPerBlock) * frame.width
      frame.pixels.replaceSubrange(pixels, with: rest.pixels[pixels])
      return frame
    }
    let scenes = Self.track(frames)
    try Self.expectExact(scenes)
    #expect(scenes.first?.partialMotions.isEmpty == true)
  }

  @Test(
    "A keyboard that comes up with the content, and stays while the content moves, does not hold the offset")
  func keyboard() throws {
    let keys = Self.inserted[500..<620]
    let offsets = Self.offsets.enumerated().map { index, offset in
      index < 70 ? offset + Self.expanded(index) : 657 - 8 * (index - 69)
    }
    let frames = offsets.enumerated().map { index, offset in
      var frame = Drawn.frame(Self.page, at: offset)
      for (row, line) in keys.prefix(Self.expanded(index)).enumerated() {
        let top = Drawn.height - Self.expanded(index) + row
        frame.pixels.replaceSubrange(top * frame.width..<(top + 1) * frame.width, with: line)
      }
      return frame
    }
    let scenes = Self.track(frames)
    #expect(scenes.count == 1)
    let found: [FrameOffset] = try #require(scenes.first).offsets
    for (index, frame) in found.enumerated() where frame.doubt == nil {
      #expect(frame.offset == Double(offsets[index] - 300), "frame \(index)")
    }
    #expect(found.count { $0.doubt != nil } <= 6)
  }

  /// A list of rows with a mark, a word of their own, which has six to fourteen letters, and a line under them.
  private static func list(width: Int, period: Int, rows: Int) -> [[UInt8]] {
    var numbers = PageNumbers()
    var page = [[UInt8]](repeating: [UInt8](repeating: 245, count: width), count: rows * period)
    for row in 0..<rows {
      for letter in 0..<6 + numbers.next() % 9 {
        for y in 0..<6 {
          for x in 0..<4 where numbers.next() % 2 == 0 {
            for pixel in 0..<2 {
              page[row * period + 12 + 2 * y][50 + 11 * letter + 2 * x + pixel] = 30
              page[row * period + 13 + 2 * y][50 + 11 * letter + 2 * x + pixel] = 30
            }
          }
        }
      }
      for y in 10..<28 { for x in 16..<34 { page[row * period + y][x] = 120 } }
      page[(row + 1) * period - 1] = [UInt8](repeating: 128, count: width)
    }
    return page
  }

  @Test(
    "A list that goes on by whole rows from rest has no part that stands",
    arguments: [(43, 1, 12), (43, 2, 12), (43, 3, 12), (43, 1, 3), (60, 3, 8)])
  func wholeRows(_ period: Int, _ rows: Int, _ pause: Int) throws {
    let (width, height, header, footer) = (240, 640, 66, 60)
    let page = Self.list(width: width, period: period, rows: 90)
    var offsets = (0..<60).map { 300 + 9 * $0 - $0 * $0 / 14 } + [Int](repeating: 582, count: 20)
    for _ in 0..<6 { offsets += [Int](repeating: offsets[offsets.count - 1] + rows * period, count: pause) }
    var tracker = OffsetTracker(width: width, height: height)
    for (index, offset) in offsets.enumerated() {
      var frame = GrayFrame(width: width, height: height)
      for row in 0..<height {
        let bar = [UInt8](repeating: row < header ? 200 : 225, count: width)
        let isBar = row < header || row >= height - footer
        frame.pixels.replaceSubrange(row * width..<(row + 1) * width, with: isBar ? bar : page[offset + row])
      }
      tracker.add(frame, time: Double(index) / 60)
    }
    #expect(tracker.scenes.count == 1)
    let found: [FrameOffset] = try #require(tracker.scenes.first).offsets
    #expect(tracker.scenes[0].partialMotions.isEmpty)
    let wrong = found.indices.filter {
      found[$0].doubt == nil && found[$0].offset != Double(offsets[$0] - 300)
    }
    #expect(wrong.isEmpty)
    #expect(found.count { $0.doubt != nil } <= 2)
  }
}
