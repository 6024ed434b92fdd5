import Testing

@testable import ScreenRecordings

/// Frames that are made here, without a video: exact pixels, so that each rule can be seen alone.
struct TrackingTests {
  static let width = 160
  static let height = 320

  /// A page of pseudo-random dashes, 6 rows each, every `period` rows the same where one is given.
  static func page(period: Int? = nil) -> [[UInt8]] {
    var numbers = PageNumbers()
    var rows: [[UInt8]] = []
    for row in 0..<3000 {
      if let period, row >= period {
        rows.append(rows[row - period])
      } else if row % 14 < 6 {
        if row % 14 == 0 {
          rows.append((0..<width).map { _ in numbers.next() % 3 == 0 ? 30 : 240 })
        } else {
          rows.append(rows[row - 1])
        }
      } else {
        rows.append([UInt8](repeating: 240, count: width))
      }
    }
    return rows
  }

  static func frame(_ page: [[UInt8]], at offset: Int, header: Int = 40) -> GrayFrame {
    var frame = GrayFrame(width: width, height: height)
    for row in 0..<height {
      for column in 0..<width {
        frame.pixels[row * width + column] =
          row < header ? ((row / 5 + column / 7) % 2 == 0 ? 90 : 160) : page[offset + row][column]
      }
    }
    return frame
  }

  private static func track(_ page: [[UInt8]], _ offsets: [Int]) -> Scene {
    var tracker = OffsetTracker(width: width, height: height)
    for (index, offset) in offsets.enumerated() {
      tracker.add(frame(page, at: offset), time: Double(index) / 60)
    }
    return tracker.scenes[tracker.scenes.count - 1]
  }

  @Test(
    "Frames at times that nearly coincide are followed", arguments: [1e-300, .leastNonzeroMagnitude, 1e-12])
  func coincidingTimes(_ step: Double) {
    var tracker = OffsetTracker(width: Self.width, height: Self.height)
    let page = Self.page()
    let times = (0..<4).map { Double($0) * step } + [0.05, 0.1]
    for (index, time) in times.enumerated() {
      tracker.add(Self.frame(page, at: 700 + 10 * index), time: time)
    }
    #expect(tracker.scenes.map(\.observations.count) == [times.count])
  }

  @Test("Offsets are exact through rest, slow and fast motion, reversal and return")
  func exact() {
    var offsets = [Int](repeating: 700, count: 5) + (0..<40).map { 700 + $0 * $0 / 4 }
    offsets += (0..<60).map { 1080 - $0 * 18 + $0 * $0 / 12 } + [Int](repeating: 313, count: 3)
    let found = Self.track(Self.page(), offsets).offsets
    #expect(found.allSatisfy { $0.doubt == nil })
    #expect(found.map(\.offset) == offsets.map { Double($0 - 700) })
  }

  @Test("What never moves is not part of the scrolling region")
  func region() {
    let region = Self.track(Self.page(), (0..<60).map { 100 + 7 * $0 }).region
    #expect(region.isKnown)
    #expect(region.window.rows.lowerBound >= 32 && region.window.rows.lowerBound <= 64)
    #expect(region.window.rows.upperBound >= Self.height - 32)
  }

  @Test("Rows that look alike are ambiguous by their period, whatever the velocity")
  func ambiguous() {
    for velocity in [3, 25, 70] {
      let scene = Self.track(Self.page(period: 56), (0..<30).map { 100 + velocity * $0 })
      let certain = scene.offsets.enumerated().filter { $0.element.doubt == nil }
      // From rest, the nearest of the displacements may be the only one that motion allows.
      #expect(certain.count <= 2 && scene.period == 56, "\(velocity) px a frame")
      for (index, frame) in certain { #expect(frame.offset == Double(velocity * index)) }
    }
  }

  @Test("A frame of another picture in between is left out, and the offset goes on")
  func interruption() {
    let page = Self.page()
    var tracker = OffsetTracker(width: Self.width, height: Self.height)
    let other = Self.page().reversed().map { $0.map { 255 - $0 } }
    for index in 0..<30 {
      let picture =
        (12...14).contains(index) ? Self.frame(other, at: 40 * index) : Self.frame(page, at: 200 + 11 * index)
      tracker.add(picture, time: Double(index) / 60)
    }
    #expect(tracker.scenes.count == 1)
    for (index, frame) in tracker.scenes[0].offsets.enumerated() {
      if (12...14).contains(index) {
        #expect(frame.doubt == .unmatched)
      } else {
        #expect(frame.doubt == nil && frame.offset == Double(11 * index))
      }
    }
  }

  @Test("An empty picture is blank")
  func blank() {
    let page = Self.page().enumerated().map { $0 > 700 ? [UInt8](repeating: 240, count: Self.width) : $1 }
    let offsets = (0..<60).map { 100 + 15 * $0 }
    for (frame, offset) in zip(Self.track(page, offsets).offsets, offsets) where frame.doubt == nil {
      #expect(frame.offset == Double(offset - 100))
    }
    #expect(Self.track(page, offsets).offsets.last?.doubt == .blank)
  }

  @Test("An empty end of a page, with a scroll indicator over it, is no other scene")
  func emptyEnd() {
    // Nothing is written below the indicator.
    let empty = [UInt8](repeating: 240, count: Self.width)
    let written = Self.page()[..<1500].map { row in Array(row[..<112] + empty[112...]) }
    let page = written + [[UInt8]](repeating: empty, count: 1500)
    let offsets =
      (0..<60).map { 800 + 14 * $0 } + [Int](repeating: 1626, count: 40) + (0..<60).map { 1626 - 14 * $0 }
    var tracker = OffsetTracker(width: Self.width, height: Self.height)
    for (index, offset) in offsets.enumerated() {
      var frame = Self.frame(page, at: offset)
      let top = 60 + offset / 10
      for row in top..<min(Self.height, top + 128) {
        for column in 140..<148 {
          frame.pixels[row * Self.width + column] = 120
        }
      }
      tracker.add(frame, time: Double(index) / 60)
    }
    #expect(tracker.scenes.count == 1)
    let found = tracker.scenes[0].offsets
    #expect(found[70...95].allSatisfy { $0.doubt != nil })
    #expect(found.last?.doubt == nil && found.last?.offset == 0)
  }

  @Test("A nearly empty page is followed through frames that show nothing")
  func fewLines() {
    let empty = [UInt8](repeating: 240, count: Self.width)
    let page = (0..<3000).map { row in
      row % 130 < 20 ? Array(Self.noise(row)[..<60] + empty[60...]) : empty
    }
    // The velocity changes from frame to frame, after a slow start.
    func offset(_ index: Int) -> Int {
      let change = [0, 5, 6, 2, -4, -6][index % 6]
      return index < 4 ? 100 + 5 * index : 64 + 14 * index + change
    }
    let offsets = (0..<120).map(offset)
    var tracker = OffsetTracker(width: Self.width, height: Self.height)
    for (index, offset) in offsets.enumerated() {
      let isEmpty = index % 40 == 30
      var frame = Self.frame(
        isEmpty ? [[UInt8]](repeating: empty, count: 3000) : page, at: offset, header: 0)
      // What encoders do to plain areas, and more to letters: empty parts of two pictures are more alike than equal lines.
      for (pixel, noise) in Self.noise(index, count: frame.pixels.count).enumerated() {
        let isPlain = frame.pixels[pixel] == 240
        frame.pixels[pixel] = UInt8(clamping: Int(frame.pixels[pixel]) + Int(noise) / (isPlain ? 129 : 6))
      }
      tracker.add(frame, time: Double(index) / 120)
    }
    #expect(tracker.scenes.count == 1)
    for (index, frame) in tracker.scenes[0].offsets.enumerated() {
      #expect(frame.isLocated == (index % 40 != 30), "\(index)")
      guard frame.isLocated else { continue }
      #expect(abs(frame.offset - Double(offsets[index] - 100)) <= frame.deviation, "\(index)")
    }
  }

  /// Pseudo-random levels.
  private static func noise(_ seed: Int, count: Int = width) -> [UInt8] {
    (0..<count).map {
      let mixed = UInt64(seed * 1_000_003 + $0 + 1) &* 0x9E37_79B9_7F4A_7C15
      return UInt8(((mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93) >> 56)
    }
  }

  @Test("A video that was scaled is followed between the pixels")
  func scaled() {
    let page = Self.page()
    let offsets = [300.0, 300, 300] + (0..<50).map { 300 + 7.37 * Double($0) }
    var tracker = OffsetTracker(width: Self.width, height: Self.height)
    for (index, offset) in offsets.enumerated() {
      // Each picture is the mean of two rows, weighted by what lies between them.
      let (above, below) = (Self.frame(page, at: Int(offset)), Self.frame(page, at: Int(offset) + 1))
      let part = offset - offset.rounded(.down)
      var frame = above
      for pixel in frame.pixels.indices {
        frame.pixels[pixel] = UInt8(
          Double(above.pixels[pixel]) * (1 - part) + Double(below.pixels[pixel]) * part)
      }
      tracker.add(frame, time: Double(index) / 60)
    }
    #expect(tracker.scenes.count == 1)
    for (frame, offset) in zip(tracker.scenes[0].offsets, offsets) {
      #expect(frame.isLocated && abs(frame.offset - (offset - 300)) < 0.5)
    }
  }

  @Test("Correlations without a maximum at a pixel are half a pixel away from it")
  func fraction() {
    #expect(FrameMatcher.fraction(0.5, 1, 0.5) == 0)
    #expect(abs(FrameMatcher.fraction(0.5, 0.9, 0.7) - 0.5 * 0.2 / 0.6) < 1e-15)
    #expect(FrameMatcher.fraction(0.6, 0.7, 0.9) == 0.5)
    #expect(FrameMatcher.fraction(0.9, 0.7, 0.6) == -0.5)
    #expect(abs(FrameMatcher.fraction(0.7, 0.7, 0.7)) == 0.5)
  }
}
