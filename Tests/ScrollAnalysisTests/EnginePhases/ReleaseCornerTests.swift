import Foundation
import Testing

@testable import ScrollAnalysis

/// The release that offsets alone show, at 60 Hz and in thirds of a point.
struct ReleaseCornerTests {
  private static let interval = 1.0 / 60

  /// A motion from 0 until it ends, between two samples at rest.
  private func corner(
    over duration: Double, repeating repeated: Int? = nil, _ offset: (Double) -> Double
  ) -> ReleaseCorner? {
    let count = Int((duration / Self.interval).rounded(.up)) + 2
    let times = (0..<count).map { Double($0) * Self.interval }
    var offsets = times.map { (3 * offset(min(max(0, $0 - Self.interval / 2), duration))).rounded() / 3 }
    if let repeated { offsets[repeated] = offsets[repeated - 1] }
    return ReleaseCorner(
      times: times, offsets: offsets, in: 0..<count, resolution: 1 / 3, skipping: { $0 == repeated })
  }

  /// A finger that gains speed for 0.2 s, and a fling that slows down over a duration by a power of the time that is left.
  private func fling(_ speed: Double, _ duration: Double, power: Double) -> (Double) -> Double {
    { time in
      let after = max(0, time - 0.2)
      let pulled = speed / 0.4 * min(time, 0.2) * min(time, 0.2)
      return pulled + speed * duration / power * (1 - pow(max(0, 1 - after / duration), power))
    }
  }

  @Test(arguments: [1.0, -1.0], [(900.0, 0.5), (2500.0, 1.0)])
  func shows(side: Double, gesture: (speed: Double, duration: Double)) throws {
    let way = fling(gesture.speed, gesture.duration, power: 2.36)
    let found = try #require(corner(over: 0.2 + gesture.duration) { side * way($0) })
    #expect(found.isCertain)
    // The release is between the samples 12 and 13.
    #expect(found.samples.lowerBound <= 12 && (12...14).contains(found.samples.upperBound))
  }

  @Test("A frame that is shown again hides no release") func repeatedFrame() throws {
    let way = fling(1500, 0.8, power: 2.36)
    let found = try #require(corner(over: 1, repeating: 10, way))
    #expect((12...14).contains(found.samples.upperBound))
  }

  @Test("A hand that turns smoothly shows none", arguments: [0.4, 0.9]) func smooth(duration: Double) {
    // The least jerk from rest to rest (Flash and Hogan).
    #expect(
      corner(over: duration) { time in
        let share = time / duration
        return 500 * share * share * share * (10 - 15 * share + 6 * share * share)
      } == nil)
    // A speed of √u (1 − u).
    #expect(
      corner(over: duration) { time in
        let share = time / duration
        return 500 * 15 / 4 * (2 / 3 * pow(share, 1.5) - 2 / 5 * pow(share, 2.5))
      } == nil)
  }

  @Test("A hand that stops content in its motion shows none") func stop() {
    #expect(corner(over: 0.6) { 800 * $0 - 300 * $0 * $0 } == nil)
  }
}
