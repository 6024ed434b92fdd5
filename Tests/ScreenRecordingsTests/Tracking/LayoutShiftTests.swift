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
    let missing = found.indices.filter { found[$0].doubt != nil }
    #expect(missing.count <= lost, "\(missing) are not located")
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

  /// The whole view moves, which is an offset as any other.
  @Test("At rest, above all that is seen, where most rows look alike", arguments: [3, 4], [96, 118, 140])
  func above(_ period: Int, _ rows: Int) throws {
    let alike = Drawn.page(period: 56)
    let cards = alike.indices.map { $0 / 56 % period == 0 ? Self.inserted[$0] : alike[$0] }
    let rest = 780
    let offsets = Self.motion(to: rest)
    let top = rest + 40
    // One of the inserted rows looks like the others, by which a small part of the picture suits another offset.
    let longer = Array(cards[..<top] + Self.page[..<rows] + cards[top...])
    let frames = offsets.enumerated().map { index, offset in
      Drawn.frame(index < 40 ? cards : longer, at: offset)
    }
    let seen = offsets.enumerated().map { index, offset in index < 40 ? offset : offset - rows }
    try Self.expectExact(Self.track(frames), seen, lost: 0)
  }

  @Test("Above all that is seen, of which two rows of blocks come to where earlier pictures show the same")
  func likeEarlier() throws {
    let rest = 780
    let offsets = Self.motion(to: rest)
    let top = rest + 40
    var rows = Self.inserted[..<96]
    // In the first frame of the motion they are where the same rows of the page were before, had it rested at this offset.
    rows.replaceSubrange(32..<64, with: Self.page[748..<780])
    let longer = Array(Self.page[..<top] + rows + Self.page[top...])
    let frames = offsets.enumerated().map { index, offset in
      Drawn.frame(index < 40 ? Self.page : longer, at: offset)
    }
    let seen = offsets.enumerated().map { index, offset in index < 40 ? offset : offset - 96 }
    let scenes = Self.track(frames)
    try Self.expectExact(scenes, seen, lost: 0)
    #expect(scenes.first?.partialMotions.isEmpty == true)
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

  @Test(
    "In motion back, after which what lies below is passed once more",
    arguments: zip([100, 100, 120, 140, 140, 160, 200, 200], [66, 75, 69, 72, 84, 81, 78, 84]))
  func inMotionBack(_ below: Int, _ event: Int) throws {
    let offsets: [Int] =
      (0..<60).map { 300 + 9 * $0 } + (1..<30).map { 831 - 8 * $0 } + (1..<60).map { 599 + 13 * $0 }
    let row = offsets[event] + below
    let frames = offsets.enumerated().map { index, offset in
      Drawn.frame(index < event ? Self.page : Self.page(at: row, rows: 64), at: offset)
    }
    try Self.expectExact(Self.track(frames), offsets, lost: 3)
  }

  /// A frame with a cell whose picture moves up by 2 px a frame.
  private static func movie(in frame: GrayFrame, _ offset: Int, _ index: Int, rows: Int) -> GrayFrame {
    var frame = frame
    for row in 0..<rows {
      let line = 640 + row - offset
      guard (40..<frame.height).contains(line) else { continue }
      frame.pixels.replaceSubrange(
        line * frame.width..<(line + 1) * frame.width, with: inserted[400 + row + 2 * index])
    }
    return frame
  }

  @Test("A movie that plays before anything has scrolled is no scrolling", arguments: [64, 80, 96, 112])
  func movie(_ rows: Int) throws {
    let offsets = [Int](repeating: 500, count: 60) + (1..<60).map { 500 + 9 * $0 }
    let frames = offsets.enumerated().map { index, offset in
      Self.movie(in: Drawn.frame(Self.page, at: offset), offset, index, rows: rows)
    }
    // The page is known once it has carried two rows of blocks to where the movie has played; what moved since the key frame before is not known.
    try Self.expectExact(Self.track(frames), offsets, lost: 18)
  }

  @Test("A movie that the page carries through the view, a quarter of it", arguments: [68, 72, 76])
  func movieInMotion(_ rows: Int) throws {
    let offsets: [Int] = (0..<90).map { 300 + 5 * $0 }
    let frames = offsets.enumerated().map { index, offset in
      Self.movie(in: Drawn.frame(Self.page, at: offset), offset, index, rows: rows)
    }
    try Self.expectExact(Self.track(frames), offsets, lost: 5)
  }

  @Test("A movie that plays before the page begins to move slowly", arguments: [64, 80, 96, 112])
  func movieOnSlowPage(_ rows: Int) throws {
    let offsets: [Int] = [Int](repeating: 500, count: 60) + (1..<90).map { 500 + $0 * $0 / 12 }
    let frames = offsets.enumerated().map { index, offset in
      Self.movie(in: Drawn.frame(Self.page, at: offset), offset, index, rows: rows)
    }
    try Self.expectExact(Self.track(frames), offsets, lost: 40)
  }

  @Test("A movie that plays before the page creeps", arguments: [64, 80, 96], [60, 80, 100])
  func movieOnCreepingPage(_ rows: Int, _ slowness: Int) throws {
    // Half of each row is empty, so that what the page's first pixels change is less than what the movie does.
    let page = Self.page.map { row in row.indices.map { $0 < 80 ? row[$0] : 240 } }
    let offsets: [Int] = [Int](repeating: 500, count: 60) + (1..<120).map { 500 + $0 * $0 / slowness }
    let frames = offsets.enumerated().map { index, offset in
      Self.movie(in: Drawn.frame(page, at: offset), offset, index, rows: rows)
    }
    try Self.expectExact(Self.track(frames), offsets, lost: 80)
  }

  @Test(
    "A movie that begins when the page comes back from some pixels aside", arguments: [1, 2, 3], [-1, 1])
  func movieAndTremor(_ pixels: Int, _ side: Int) throws {
    let there = Self.motion(to: 561)
    let aside = [Int](repeating: 561 + side * pixels, count: 8) + [561, 561]
    let offsets: [Int] = there[..<58] + aside + there[58...]
    let frames = offsets.enumerated().map { index, offset in
      Self.movie(in: Drawn.frame(Self.page, at: offset), offset, max(0, index - 65), rows: 64)
    }
    try Self.expectExact(Self.track(frames), offsets, lost: 0)
  }

  @Test("Rows of which one in five differs, behind frames that repeat each other", arguments: [9, 13, 17])
  func alikeRows(_ step: Int) throws {
    let alike = Drawn.page(period: 56)
    let page = alike.indices.map { $0 / 56 % 5 == 0 ? Self.inserted[$0] : alike[$0] }
    var offsets: [Int] = (0..<20).map { step * $0 }
    for pause in [3, 5] {
      let last = offsets[offsets.count - 1]
      offsets += [Int](repeating: last, count: pause)
      offsets += (1..<12).map { last + step * (pause + $0) }
    }
    let frames = offsets.map { Drawn.frame(page, at: $0) }
    // Where the row that differs is out of sight, several offsets suit.
    try Self.expectExact(Self.track(frames), offsets, lost: 2 * frames.count / 3)
  }
}
