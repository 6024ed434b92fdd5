import Testing

@testable import ScreenRecordings

/// Lists between a header and a footer that never move, drawn here.
@Suite("Lists between fixed bars")
struct FixedBarsTests {
  private static let (width, height, header, footer) = (240, 640, 66, 60)

  /// A list of rows with a disc, a word and a line of text of their own, and a line under them that all have; a table has every second one shaded in its place.
  private static func list(period: Int, isTable: Bool) -> [[UInt8]] {
    var numbers = PageNumbers()
    let rows = 4000 / period
    var page = [[UInt8]](repeating: [UInt8](repeating: 245, count: width), count: rows * period)
    for row in 0..<rows {
      let top = row * period
      if isTable, row % 2 == 0 {
        for y in top..<top + period { page[y] = [UInt8](repeating: 236, count: width) }
      }
      let disc = UInt8(60 + numbers.next() % 150)
      for y in 6..<period - 8 { for x in 8..<28 { page[top + y][x] = disc } }
      for (line, level) in [(8, 30), (24, 120)] where line + 10 < period {
        for letter in 0..<5 + numbers.next() % 8 {
          for y in 0..<5 {
            for x in 0..<4 where numbers.next() % 2 == 0 {
              for pixel in 0..<2 {
                page[top + line + 2 * y][40 + 11 * letter + 2 * x + pixel] = UInt8(level)
                page[top + line + 2 * y + 1][40 + 11 * letter + 2 * x + pixel] = UInt8(level)
              }
            }
          }
        }
      }
      if !isTable { for x in 40..<width { page[top + period - 1][x] = 190 } }
    }
    return page
  }

  /// The page at an offset between the bars; an encoder's noise is at most a level.
  private static func frame(_ page: [[UInt8]], at offset: Int, noise: inout PageNumbers) -> GrayFrame {
    var frame = GrayFrame(width: width, height: height)
    for row in 0..<height {
      for column in 0..<width {
        let isHeader = row < header
        let level =
          isHeader
          ? (row / 6 + column / 9) % 3 == 0 ? 120 : 220
          : row >= height - footer ? 230 : Int(page[offset + row][column])
        frame.pixels[row * width + column] = UInt8(level + noise.next() % 2)
      }
    }
    return frame
  }

  /// Checks that the frames are one scene, that no located frame is beside its true offset, and that nearly all are located.
  private static func expectExact(
    period: Int, isTable: Bool = false, _ offsets: [Int], rate: Double = 60
  ) throws {
    let page = list(period: period, isTable: isTable)
    var noise = PageNumbers()
    var tracker = OffsetTracker(width: width, height: height)
    for (index, offset) in offsets.enumerated() {
      tracker.add(frame(page, at: offset, noise: &noise), time: Double(index) / rate)
    }
    #expect(tracker.scenes.count == 1)
    let found: [FrameOffset] = try #require(tracker.scenes.first).offsets
    #expect(tracker.scenes[0].partialMotions.isEmpty)
    let wrong = found.indices.filter {
      found[$0].doubt == nil && found[$0].offset != Double(offsets[$0] - offsets[0])
    }
    #expect(wrong.isEmpty)
    #expect(found.count { $0.doubt != nil } <= 2)
  }

  /// The notches of a wheel: steps, each followed by a pause, frames.
  private static func notches(_ step: Int, count: Int, pause: Int, from start: Int) -> [Int] {
    [Int](repeating: start, count: 20)
      + (1...count).flatMap { [Int](repeating: start + $0 * step, count: pause) }
  }

  @Test(
    "A list that moves by notches alone is followed from its first one",
    arguments: [(43, 43, 12), (43, 129, 20), (60, 60, 8), (60, 180, 6), (24, 72, 8), (60, 100, 5)])
  func notchesAlone(_ period: Int, _ step: Int, _ pause: Int) throws {
    try Self.expectExact(period: period, Self.notches(step, count: 8, pause: pause, from: 120))
  }

  @Test(
    "A table whose rows are shaded in turns moves by notches", arguments: [(27, 81), (27, 54), (40, 120)])
  func table(_ period: Int, _ step: Int) throws {
    try Self.expectExact(
      period: period, isTable: true, Self.notches(step, count: 8, pause: 8, from: 120))
  }

  @Test(
    "Notches after a fling go on with its offsets", arguments: [(60, 180, 6), (60, 180, 12), (43, 129, 4)])
  func notchesAfterFling(_ period: Int, _ step: Int, _ pause: Int) throws {
    let fling = (0..<60).map { 120 + 9 * $0 - $0 * $0 / 14 }
    try Self.expectExact(
      period: period, fling + Self.notches(step, count: 8, pause: pause, from: 402))
  }

  @Test(
    "A fling that is at full speed in its first frame is followed from rest", arguments: [45, 75, 110])
  func abruptFling(_ velocity: Int) throws {
    var offsets = [Int](repeating: 130, count: 20)
    var step = Double(velocity)
    var position = 130.0
    while step > 0.5, offsets.count < 120 {
      position += step
      step *= 0.935
      offsets.append(Int(position.rounded()))
    }
    try Self.expectExact(period: 60, offsets, rate: 30)
  }
}
