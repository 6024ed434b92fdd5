import Testing

@testable import ScreenRecordings

/// Lists whose rows have the same word and a number of their own, between bars that let them shine through.
struct NumberedRowsTests {
  private static let width = 240
  /// The height of a row.
  private static let period = 40
  private static let page = drawn(rows: 60, period: period, columns: [20], line: 200, hasWord: true) {
    row, _ in 100 + row
  }
  /// Rows of three numbers each that have nothing in common.
  private static let table = drawn(rows: 60, period: 30, columns: [20, 90, 160], line: 100, hasWord: false) {
    $1.next() % 900 + 100
  }

  /// Rows of four letters, if any, and three digits of 8 × 12 pixels in each column, and a line under them.
  private static func drawn(
    rows: Int, period: Int, columns: [Int], line: UInt8, hasWord: Bool,
    number: (_ row: Int, inout PageNumbers) -> Int
  ) -> [[UInt8]] {
    var numbers = PageNumbers()
    func glyph() -> [[Bool]] { (0..<6).map { _ in (0..<4).map { _ in numbers.next() % 2 == 0 } } }
    let digits = (0..<10).map { _ in glyph() }
    let word = (0..<4).map { _ in glyph() }
    var page = [[UInt8]](repeating: [UInt8](repeating: 240, count: width), count: rows * period)
    for row in 0..<rows {
      for column in columns {
        let number = number(row, &numbers)
        let glyphs =
          (hasWord ? word : []) + [digits[number / 100], digits[number / 10 % 10], digits[number % 10]]
        for (place, glyph) in glyphs.enumerated() {
          for y in 0..<12 {
            for x in 0..<8 where glyph[y / 2][x / 2] {
              page[row * period + (period - 12) / 2 + y][column + 11 * place + x] = 30
            }
          }
        }
      }
      for x in 10..<width { page[row * period + period - 1][x] = line }
    }
    return page
  }

  private static func frame(at offset: Int, height: Int) -> GrayFrame {
    var frame = GrayFrame(width: width, height: height)
    for row in 0..<height {
      for column in 0..<width {
        let content = page[offset + row][column]
        let isBar = row < 48 || row >= height - 40
        let bar = (row / 5 + column / 7) % 2 == 0 ? 190 : 215
        frame.pixels[row * width + column] = isBar ? UInt8((4 * bar + Int(content)) / 5) : content
      }
    }
    return frame
  }

  private static func offsets(velocity: Int, height: Int) -> [FrameOffset] {
    var tracker = OffsetTracker(width: width, height: height)
    for index in 0..<30 {
      tracker.add(frame(at: 200 + velocity * index, height: height), time: Double(index) / 60)
    }
    return tracker.scenes.flatMap(\.offsets)
  }

  @Test("Rows that differ by a digit are told apart, between translucent bars too", arguments: [3, 11, 23])
  func exact(velocity: Int) {
    let found = Self.offsets(velocity: velocity, height: 960)
    #expect(found.count == 30 && found.allSatisfy { $0.doubt == nil })
    #expect(found.map(\.offset) == (0..<30).map { Double(velocity * $0) })
  }

  @Test(
    "Where too few rows are seen to tell, no offset is off by a row without a mark", arguments: [3, 11, 23])
  func marked(velocity: Int) {
    for (index, frame) in Self.offsets(velocity: velocity, height: 400).enumerated() where frame.doubt == nil
    {
      #expect(frame.offset == Double(velocity * index))
    }
  }

  /// The picture of some rows of a page, without bars.
  private static func picture(_ page: [[UInt8]], at offset: Int, height: Int) -> GrayFrame {
    var frame = GrayFrame(width: width, height: height)
    frame.pixels = page[offset..<offset + height].flatMap { $0 }
    return frame
  }

  @Test(
    "A table that begins to move by more than two rows a frame is not taken for one that moves by a few pixels"
  )
  func table() {
    let offsets = (0..<6).map { 200 + 4 * $0 } + (1...10).map { 220 + 64 * $0 }
    var tracker = OffsetTracker(width: Self.width, height: 640)
    for (index, offset) in offsets.enumerated() {
      tracker.add(Self.picture(Self.table, at: offset, height: 640), time: Double(index) / 60)
    }
    let found = tracker.scenes.flatMap(\.offsets)
    #expect(found.allSatisfy { $0.doubt == nil })
    #expect(found.map(\.offset) == offsets.map { Double($0 - 200) })
  }

  /// Encoders take rows from where they look alike. Key frames that show such rows leave two of thirty frames ambiguous.
  @Test("Rows of which a third is coded with the number two rows below are told apart by the motion")
  func coding() {
    let height = 960
    let offsets = (0..<30).map { 200 + 11 * $0 }
    var tracker = OffsetTracker(width: Self.width, height: height)
    for (index, offset) in offsets.enumerated() {
      var page = Self.page
      for top in stride(from: 0, to: 58 * Self.period, by: 3 * Self.period)
      where index > 8 && top >= offset && top + Self.period <= offset + height {
        let below = top + 2 * Self.period
        page.replaceSubrange(top..<top + Self.period, with: Self.page[below..<below + Self.period])
      }
      tracker.add(Self.picture(page, at: offset, height: height), time: Double(index) / 60)
    }
    let found = tracker.scenes.flatMap(\.offsets)
    #expect(found.count { $0.doubt == nil } >= 28)
    for (frame, offset) in zip(found, offsets) where frame.doubt == nil {
      #expect(frame.offset == Double(offset - 200))
    }
  }
}
