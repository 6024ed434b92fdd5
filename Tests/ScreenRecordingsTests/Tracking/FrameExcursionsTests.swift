import Testing

@testable import ScreenRecordings

@Suite("Frames far away from those before and after")
struct FrameExcursionsTests {
  private static func frames(_ offsets: [Double], doubt: FrameOffset.Doubt? = .blurred) -> [FrameOffset] {
    offsets.indices.map {
      FrameOffset(time: Double($0) / 60, offset: offsets[$0], confidence: 1, doubt: doubt)
    }
  }

  private static func unmatched(_ frames: [FrameOffset]) -> [Int] {
    frames.indices.filter { frames[$0].doubt == .unmatched }
  }

  @Test("A single frame 381 px away in motion of 10 px is not explained")
  func excursion() {
    let found = Self.frames([0, 10.25, 20.5, -350.5, 41, 51.25]).withoutExcursions()
    #expect(Self.unmatched(found) == [3] && found[3].confidence == 0)
  }

  @Test("Beside frames that are left out, the neighbors are those that are known")
  func gap() {
    var frames = Self.frames([0, 10, 20, 30, -400, 50, 60, 70])
    frames[3] = FrameOffset(time: frames[3].time, offset: 20, confidence: 0, doubt: .unmatched)
    #expect(Self.unmatched(frames.withoutExcursions()) == [3, 4])
  }

  @Test(
    "Content that turns back, starts or jumps, and a picture that is off by a few pixels, stay",
    arguments: [
      [0, 200, 400, 600, 400, 200, 0], [0, 0, 0, 150, 350, 550], [0, 1, 2, 900, 901, 902],
      [0, 2, 4, 1, 8, 10],
    ])
  func motion(_ offsets: [Double]) {
    let frames = Self.frames(offsets)
    #expect(frames.withoutExcursions() == frames)
  }

  @Test("Frames that are known to the pixel stay, but for those that a motion leaves and comes back from")
  func exact() {
    let frames = Self.frames([0, 0, 0, -350, 0, 0], doubt: nil)
    #expect(frames.withoutExcursions() == frames)
  }

  @Test(
    "A motion that leaps aside and back within four frames goes on without them",
    arguments: [
      ([0, 19, 38, 15, 32, 95, 114, 133], [3, 4]), ([0, 10, 20, -350, 40, 50, 60], [3]),
      ([0, -30, -60, 10, -20, -50, -80, -210, -240, -270], [3, 4, 5, 6]),
    ])
  func detour(_ offsets: [Double], _ aside: [Int]) {
    #expect(Self.unmatched(Self.frames(offsets, doubt: nil).withoutExcursions()) == aside)
  }

  @Test(
    "A motion that is late, leaps for good, turns twice or accelerates stays",
    arguments: [
      [0, 20, 40, 40, 80, 100, 120], [0, 20, 40, 40, 40, 100, 120, 140], [0, 20, 40, 180, 200, 220, 240],
      [0, 20, 40, 10, -20, -50, -10, 30, 70], [0, 30, 60, 60, 60, 60, 60],
      [0, 6, 12, 39, 105, 150, 198, 260],
    ])
  func motions(_ offsets: [Double]) {
    let frames = Self.frames(offsets, doubt: nil)
    #expect(frames.withoutExcursions() == frames)
  }

  /// Frames known to the pixel, and those that are not located.
  private static func sparse(_ offsets: [Double?]) -> [FrameOffset] {
    offsets.indices.map {
      FrameOffset(
        time: Double($0) / 60, offset: offsets[$0] ?? 0, confidence: 1,
        doubt: offsets[$0] == nil ? .unmatched : nil)
    }
  }

  @Test(
    "A frame alone among frames that are not located is left out where no motion leads through it",
    arguments: [
      ([0, 0, 0, nil, nil, nil, 16, nil, nil, nil], 6),
      ([0, 0, 0, nil, nil, 90, nil, nil, 800, 950], 5),
      ([0, 150, nil, 40, nil, 750, 900], 3),
    ] as [([Double?], Int)])
  func lone(_ offsets: [Double?], _ index: Int) {
    let frames = Self.sparse(offsets)
    #expect(Self.unmatched(frames.withoutExcursions()) == (Self.unmatched(frames) + [index]).sorted())
  }

  @Test(
    "A frame among frames that are not located stays where the motion or another one confirms it",
    arguments: [
      [0, 0, nil, 0, nil, nil], [0, 150, nil, 450, nil, 740, 880], [0, 10, nil, 900, 1050, nil, nil],
      [0, 0, nil, 300], [0, nil, 2, nil, 6, 8],
    ] as [[Double?]])
  func confirmed(_ offsets: [Double?]) {
    let frames = Self.sparse(offsets)
    #expect(frames.withoutExcursions() == frames)
  }
}
