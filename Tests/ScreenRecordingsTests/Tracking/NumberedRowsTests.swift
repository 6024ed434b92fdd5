import Testing

@testable import ScreenRecordings

/// Lists whose rows have the same word and a number of their own, between bars that let them shine through.
struct NumberedRowsTests {
  private static let width = 240
  /// The height of a row.
  private static let period = 40
  private static let page = drawn(rows: 60)

  /// Rows from number 100 on: four letters and three digits of 8 × 12 pixels, and a line under them.
  private static func drawn(rows: Int) -> [[UInt8]] {
    var numbers = PageNumbers()
    func glyph() -> [[Bool]] { (0..<6).map { _ in (0..<4).map { _ in numbers.next() % 2 == 0 } } }
    let digits = (0..<10).map { _ in glyph() }
    let word = (0..<4).map { _ in glyph() }
    var page = [[UInt8]](repeating: [UInt8](repeating: 240, count: width), count: rows * period)
    for row in 0..<rows {
      let number = 100 + row
      let glyphs = word + [digits[number / 100], digits[number / 10 % 10], digits[number % 10]]
      for (place, glyph) in glyphs.enumerated() {
        for y in 0..<12 {
          for x in 0..<8 where glyph[y / 2][x / 2] { page[row * period + 14 + y][20 + 11 * place + x] = 30 }
        }
      }
      for x in 10..<width { page[row * period + period - 1][x] = 200 }
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
}
