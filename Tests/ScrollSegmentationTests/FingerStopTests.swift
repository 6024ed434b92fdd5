import Foundation
import Recordings
import Testing

@testable import ScrollSegmentation

/// Fingers that stop like a glide, and constant deceleration, which stops like a finger.
struct FingerStopTests {
  private func phases(_ offsets: [Double], rate: Double) throws -> [SegmentedPhase] {
    let trace = try Trace(
      source: "memory", format: "memory", times: offsets.indices.map { Double($0) / rate },
      offsets: [.y: offsets])
    return try #require(Segmenter().segmentation(of: trace, axis: .y)).phases
  }

  private func names(_ phase: SegmentedPhase) -> Set<PhaseKind> {
    Set([phase.kind] + phase.alternatives.map(\.kind))
  }

  /// A finger from rest to rest on thirds of a point, whose speed rises as u^p and falls as (1 − u)^q.
  private func held(rate: Double, duration: Double, rise p: Double, fall q: Double, peak: Double) -> [Double]
  {
    let (speed, start) = (1200.0, 0.3)
    return (0..<Int((duration + 0.8) * rate)).map { frame in
      let u = min(max((Double(frame) / rate - start) / duration, 0), 1)
      let risen = peak / (p + 1) * pow(min(u, peak) / peak, p + 1)
      let left = u < peak ? 1 : (1 - u) / (1 - peak)
      let fallen = (1 - peak) / (q + 1) * (1 - pow(left, q + 1))
      return (3 * (500 + speed * duration * (risen + fallen))).rounded() / 3
    }
  }

  @Test(
    "A finger that stops smoothly is named a finger, if only as an alternative", arguments: [60.0, 120.0])
  func heldFingers(rate: Double) throws {
    for duration in [0.4, 0.6, 0.8] {
      for fall in [1.2, 1.4, 1.6] {
        for rise in [0.6, 1.0, 1.4] {
          for peak in [0.3, 0.4, 0.5] {
            let offsets = held(rate: rate, duration: duration, rise: rise, fall: fall, peak: peak)
            for phase in try phases(offsets, rate: rate) where phase.kind != .rest {
              #expect(names(phase).contains(.drag), "\(phase.kind) \(duration) \(fall) \(rise) \(peak)")
            }
          }
        }
      }
    }
  }

  /// A glide that begins at once behind a rest of four samples, on whole points.
  private func evenStop(rate: Double, speed: Double, deceleration: Double, phase: Double) -> [Double] {
    let duration = speed / deceleration
    return (-3..<(Int(duration * rate) + 4)).map { frame in
      let time = min(max(Double(frame) / rate, 0), duration)
      return (phase + 100 + speed * time - deceleration * time * time / 2).rounded()
    }
  }

  @Test("Constant deceleration is one phase, from its sudden start to its stop", arguments: [60.0, 120.0])
  func onePhase(rate: Double) throws {
    var (found, count) = (0, 0)
    for speed in [500.0, 800, 1300, 2000, 3200] {
      for deceleration in [500.0, 1000, 2200] where (0.2...4.5).contains(speed / deceleration) {
        for phase in [0, 0.25, 0.5, 0.75] {
          let offsets = evenStop(rate: rate, speed: speed, deceleration: deceleration, phase: phase)
          let whole = try phases(offsets, rate: rate).max { $0.range.count < $1.range.count }
          let motion = try #require(whole)
          count += 1
          if names(motion).contains(.deceleration),
            Double(motion.range.count) > 0.7 * Double(offsets.count - 6)
          {
            found += 1
          }
        }
      }
    }
    #expect(found == count, "\(found) of \(count)")
  }
}
