import Foundation
import TestSupport
import Testing

@testable import ScreenRecordings

@Suite("Two parts of a picture that scroll, each by itself")
struct ScrollingPartsTests {
  private typealias Drawn = TrackingTests
  private static let page = Drawn.page()
  private static let other = Array(page.reversed())

  /// A frame of one page in the first rows or columns, and of another one in the rest.
  private static func frame(_ first: Int, _ second: Int, rows: Int, columns: Int) -> GrayFrame {
    var frame = Drawn.frame(page, at: second, header: 0)
    for row in 0..<rows {
      for column in 0..<columns {
        frame.pixels[row * frame.width + column] = other[first + row][column]
      }
    }
    return frame
  }

  private static func parts(_ frames: [GrayFrame]) -> [ScreenRecording.Region]? {
    var tracker = OffsetTracker(width: Drawn.width, height: Drawn.height)
    for (index, frame) in frames.enumerated() { tracker.add(frame, time: Double(index) / 60) }
    return tracker.parts.rectangles
  }

  /// The offsets of the first part: it moves for 40 frames, the second then.
  private static func first(_ index: Int) -> Int { 300 + 3 * min(index, 40) }
  private static func second(_ index: Int) -> Int { 500 + 5 * max(0, index - 40) }

  @Test("One above the other, one scrolls after the other", arguments: [128, 192])
  func stacked(_ rows: Int) {
    let frames = (0..<90).map { index in
      Self.frame(Self.first(index), Self.second(index), rows: rows, columns: Drawn.width)
    }
    let above = ScreenRecording.Region(x: 0, y: 0, width: 160, height: rows)
    let below = ScreenRecording.Region(x: 0, y: rows, width: 160, height: 320 - rows)
    #expect(Self.parts(frames) == (rows < 160 ? [below, above] : [above, below]))
  }

  private static func picture(_ first: Int, _ second: Int) -> Picture {
    let frame = frame(first, second, rows: 176, columns: Drawn.width)
    var rows = RowSignature(rows: frame.height)
    rows.fill(from: frame)
    return Picture(frame: frame, rows: rows)
  }

  @Test("One that stands has shown nothing new, one that moves has in as many rows as it has moved by")
  func entered() throws {
    var matcher = FrameMatcher(grid: BlockGrid(width: Drawn.width, height: Drawn.height))
    let rest = Self.picture(300, 500)
    var key = KeyFrame(picture: rest, position: 0, index: 0, isSharp: true, isCertain: true, lastUse: 0)
    let all = -Drawn.height...Drawn.height
    func shift(_ frame: Picture) -> Int? {
      let outcome = matcher.match(frame, with: &key, ranges: [all], expected: [], plausible: all)
      return if case .aligned(let found) = outcome { found.shift } else { nil }
    }
    let above = Self.picture(330, 500)
    #expect(shift(above) == 30)
    matcher.learn(above, rest)
    let below = Self.picture(300, 540)
    #expect(shift(below) == 0)
    let found = matcher.parts(of: below, key: key, isAligned: true)
    let parts = try #require(found)
    let first = 11 * BlockGrid.columns
    #expect(parts.one.allSatisfy { $0 < first })
    #expect(parts.other.allSatisfy { $0 >= first })
    for row in 17..<20 { #expect(parts.other.count { $0 / BlockGrid.columns == row } > 12) }
  }

  @Test("Side by side, both at once")
  func beside() {
    let frames = (0..<60).map { index in
      Self.frame(300 + 3 * index, 500 + 7 * max(0, index - 20), rows: Drawn.height, columns: 70)
    }
    let left = ScreenRecording.Region(x: 0, y: 0, width: 70, height: 320)
    let right = ScreenRecording.Region(x: 70, y: 0, width: 90, height: 320)
    #expect(Self.parts(frames) == [right, left])
  }

  @Test("A page under a header, and one with a video that plays in it, is one part")
  func single() {
    let offsets = (0..<60).map { 500 + 7 * $0 }
    #expect(Self.parts(offsets.map { Drawn.frame(Self.page, at: $0) }) == nil)
    var numbers = PageNumbers()
    let playing = offsets.map { offset in
      var frame = Drawn.frame(Self.page, at: offset)
      for row in 0..<128 {
        for column in 0..<Drawn.width {
          frame.pixels[row * Drawn.width + column] = UInt8(numbers.next() % 256)
        }
      }
      return frame
    }
    #expect(Self.parts(playing) == nil)
  }

  private static func recording(_ offsets: [Double]) -> ScreenRecording {
    let region = ScreenRecording.Region(x: 0, y: 0, width: 160, height: 320)
    let frames = offsets.enumerated().map { index, offset in
      FrameOffset(time: Double(index) / 60, offset: offset, confidence: 1, doubt: nil)
    }
    return ScreenRecording(
      size: (160, 320), direction: .vertical, region: region, frames: frames, isHalved: false, period: nil,
      otherScenes: [], partialMotions: [])
  }

  @Test("A picture behind a page that moves with it at another velocity scrolls not by itself")
  func parallax() {
    let page = Self.recording((0..<60).map { Double(9 * $0) })
    #expect(!page.movesAlone(beside: Self.recording((0..<60).map { Double(9 * $0 / 4) })))
    let late = Self.recording((0..<60).map { Double(7 * max(0, $0 - 12)) })
    #expect(page.movesAlone(beside: late) && late.movesAlone(beside: page))
    #expect(!page.movesAlone(beside: Self.recording((0..<60).map { Double(7 * max(0, $0 - 11)) })))
  }

  @Test(
    "Two parts of which one moves by itself, and that move alike for longer, are one page in which a row expands"
  )
  func alike() {
    let page = Self.recording((0..<60).map { Double(9 * $0) })
    let (often, seldom) = (Self.recording(later(30)), Self.recording(later(29)))
    func later(_ frames: Int) -> [Double] { (0..<60).map { Double(9 * max(0, $0 - frames)) } }
    #expect(page.movesAlone(beside: often) && !page.movesAlone(beside: seldom))
  }

  @Test(
    "The larger part is the recording, and the region of the other one is named",
    .tags(.external), .enabled(if: Decoder.isInstalled, "needs the program ffmpeg: apt-get install ffmpeg"))
  func video() throws {
    let frames = (0..<90).map { index in
      Self.frame(Self.first(index), Self.second(index), rows: 128, columns: Drawn.width)
    }
    let name = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let (pixels, clip) = (URL(filePath: name + ".gray"), URL(filePath: name + ".mkv"))
    defer { for url in [pixels, clip] { try? FileManager.default.removeItem(at: url) } }
    try Data(frames.flatMap(\.pixels)).write(to: pixels)
    _ = try Clips.ffmpeg(
      "-f rawvideo -pix_fmt gray -s 160x320 -r 60 -i '\(pixels.path)' -c:v libx264 -crf 12 '\(clip.path)'")
    let below = try Clips.read(clip)
    #expect(below.region.y >= 112)
    #expect(below.frames.map(\.offset) == (0..<90).map { Double(Self.second($0) - 500) })
    let other = ScreenRecording.Region(x: 0, y: 0, width: 160, height: 128)
    #expect(below.otherPart == other)
    #expect(
      try below.trace(source: "a.mkv").warnings == [
        "two parts of the picture scroll, each by itself; `scrollfit video FILE --region 0,0,160,128` reads the other one"
      ])
    let above = try Clips.read(clip, ScreenRecordingReader(region: other))
    #expect(above.otherPart == nil)
    #expect(above.frames.map(\.offset) == (0..<90).map { Double(Self.first($0) - 300) })
  }
}
