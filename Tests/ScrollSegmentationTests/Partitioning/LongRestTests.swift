import Foundation
import Testing

@testable import ScrollSegmentation

/// Long rests, of which only the part near a movement is looked at.
struct LongRestTests {
  private static let rate = 120.0

  /// A glide between two rests, in samples.
  private func phases(restBefore: Int, restAfter: Int, tail: Double = 0) -> [PlacedSegment] {
    let glide = (1...240).map { (900 * (1 - exp(-2 * Double($0) / Self.rate))).rounded() }
    let last = glide.last ?? 0
    let offsets =
      [Double](repeating: 0, count: restBefore) + glide
      + (0..<restAfter).map { last + (tail * Double($0)).rounded() }
    let times = offsets.indices.map { Double($0) / Self.rate }
    return AxisSegmenter(times: times, offsets: offsets, grid: 1).segments()
  }

  @Test("A rest of a minute on either side changes nothing of a glide")
  func minutes() {
    let short = phases(restBefore: 200, restAfter: 200)
    let long = phases(restBefore: 7200, restAfter: 7200)
    #expect(short.map(\.segment.regime) == [.rest, .finger, .momentum, .rest])
    #expect(long.map(\.segment.regime) == short.map(\.segment.regime))
    let starts = short.dropFirst().map(\.segment.range.lowerBound)
    #expect(long.dropFirst().map(\.segment.range.lowerBound) == starts.map { $0 + 7000 })
    #expect(long.first?.segment.range.lowerBound == 0)
    #expect(long.last?.segment.range.upperBound == 14_640)
    let rates = [short, long].map { $0[2].segment.fit?.rates.x ?? 0 }
    #expect(abs(rates[1] - rates[0]) < 1e-10)
    #expect(long[3].begins?.lowerBound == short[3].begins.map { $0.lowerBound + 7000 })
  }

  @Test("What moves on in the last second of a long recording is seen")
  func lateMotion() {
    let found = phases(restBefore: 7200, restAfter: 600)
    let moving = phases(restBefore: 7200, restAfter: 600, tail: 0.5)
    #expect(found.last?.segment.regime == .rest && moving.last?.segment.regime != .rest)
  }
}
