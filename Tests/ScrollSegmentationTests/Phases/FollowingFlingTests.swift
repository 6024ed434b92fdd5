import Foundation
import Testing

@testable import ScrollSegmentation

/// Flings of which the second finger's motion is over between two frames.
struct FollowingFlingTests {
  /// Whole-pixel offsets of flings that begin at given times, s, with given velocities, pt/s, and lose speed as UIScrollView does.
  private func flings(_ flings: [(start: Double, velocity: Double)], rate: Double, duration: Double)
    -> [Double]
  {
    let decay = -1000 * log(0.996)
    return (0..<Int(duration * rate)).map { frame in
      let time = Double(frame) / rate
      var offset = 0.0
      for (index, fling) in flings.enumerated() where fling.start <= time {
        let end = index + 1 < flings.count ? min(flings[index + 1].start, time) : time
        offset += fling.velocity / decay * (1 - exp(-decay * (end - fling.start)))
      }
      return offset.rounded()
    }
  }

  @Test(
    "Content that gains speed without a finger in sight has been pushed again: another fling",
    arguments: [(15.0, 0.9, 900.0), (30.0, 1.5, 900.0), (30.0, 0.7, -900.0), (60.0, 0.8, 1500.0)])
  func following(rate: Double, second: Double, velocity: Double) throws {
    let start = 0.3
    let offsets = flings(
      [(start, 900), (start + second, velocity)], rate: rate, duration: start + second + 2)
    let found = try phases(offsets, rate: rate).filter { $0.kind == .deceleration }
    #expect(found.count == 2 && found.allSatisfy { $0.fit != nil }, "\(found.map { ($0.kind, $0.range) })")
    if let last = found.last {
      // Content that moves on meets a spring at its rest: this one is none.
      #expect(!last.alternatives.contains { $0.kind == .bounce && $0.probability > 0.5 })
      #expect(abs(Double(last.range.lowerBound) / rate - start - second) <= 1.5 / rate, "\(last.range)")
    }
  }
}
