import Testing

@testable import ScreenRecordings

/// The differences of row signatures against those of one band after the other.
struct BandMaskTests {
  /// Rows of pseudo-random levels, or of one level.
  private static func rows(_ count: Int, seed: UInt64, level: UInt8?) -> [UInt8] {
    var state = seed
    return (0..<count * RowSignature.bands).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return level ?? UInt8(state >> 56)
    }
  }

  @Test(
    "Rows differ by the sum of the absolute differences of their bands",
    arguments: [0..<32, 0..<1, 31..<32, 15..<17, 2..<14, 16..<32, 6..<26], [false, true])
  func difference(bands: Range<Int>, isLargest: Bool) {
    let count = 600
    let frame = Self.rows(count, seed: 1, level: isLargest ? 255 : nil)
    let key = Self.rows(count, seed: 2, level: isLargest ? 0 : nil)
    for step in [1, 7] {
      let compared = stride(from: 0, to: count, by: step)
      var expected = 0
      for row in compared {
        for band in bands {
          let index = row * RowSignature.bands + band
          expected += abs(Int(frame[index]) - Int(key[index]))
        }
      }
      let found = BandMask(bands).difference(
        frame, key, count: Array(compared).count, stride: step * RowSignature.bands)
      #expect(found == expected, "\(step)")
    }
  }
}
