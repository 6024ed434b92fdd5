import Foundation
import Recordings
import Testing

@testable import ScrollSegmentation

/// Fingers that stop like a glide, and constant deceleration, which stops like a finger.
struct FingerStopTests {
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

  /// A hand's way from rest to rest, whose speed is a beta function u^p (1 − u)^q, by the midpoint rule.
  private func stroke(rate: Double, travel: Double, duration: Double, _ p: Double, _ q: Double) -> [Double] {
    let steps = 4000
    var way = [0.0]
    for step in 0..<steps {
      let u = (Double(step) + 0.5) / Double(steps)
      way.append(way[step] + pow(u, p) * pow(1 - u, q))
    }
    return (0..<Int((duration + 0.8) * rate)).map { frame in
      let u = min(max((Double(frame) / rate - 0.3) / duration, 0), 1)
      return (500 + travel * way[Int(u * Double(steps))] / way[steps]).rounded()
    }
  }

  @Test("A hand's stroke from rest to rest names a finger", arguments: [60.0, 120.0])
  func strokes(rate: Double) throws {
    for duration in [0.3, 0.45, 0.6] {
      for travel in [60.0, 150, 400] {
        for (p, q) in [(1.0, 1.0), (1.2, 1.5), (1.5, 1.2), (2, 2), (1, 2), (2, 1)] {
          let offsets = stroke(rate: rate, travel: travel, duration: duration, p, q)
          for phase in try phases(offsets, rate: rate) where phase.kind != .rest {
            #expect(names(phase).contains(.drag), "\(phase.kind) \(duration) \(travel) \(p) \(q)")
          }
        }
      }
    }
  }

  @Test(
    "An animation names an animation, and where its curve is told from a hand's nothing else",
    arguments: [60.0, 120.0])
  func animations(rate: Double) throws {
    let curves: [(Double) -> Double] = [
      { (1 - cos(.pi * $0)) / 2 }, { $0 < 0.5 ? 4 * pow($0, 3) : 1 - 4 * pow(1 - $0, 3) },
    ]
    for curve in curves {
      for (travel, isTold) in [(100.0, false), (800, true)] {
        let offsets = (0..<Int(1.2 * rate)).map { frame in
          (500 + travel * curve(min(max((Double(frame) / rate - 0.3) / 0.5, 0), 1))).rounded()
        }
        let motions = try phases(offsets, rate: rate).filter { $0.kind != .rest }
        #expect(motions.count == 1)
        let motion = try #require(motions.first)
        #expect(names(motion).contains(.programmatic))
        #expect(!isTold || names(motion) == [.programmatic])
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

  /// The part of some recordings whose longest motion names a glide and covers seven tenths of the samples that move.
  private func named(_ recordings: [[Double]], rate: Double) throws -> Int {
    try recordings.count { offsets in
      let whole = try phases(offsets, rate: rate).filter { $0.kind != .rest }
      guard let motion = whole.max(by: { $0.range.count < $1.range.count }) else { return false }
      return names(motion).contains(.deceleration)
        && Double(motion.range.count) > 0.7 * Double(offsets.count - 6)
    }
  }

  @Test("Constant deceleration of 0.15 to 0.2 s names a glide beside the finger", arguments: [60.0, 120.0])
  func shortStops(rate: Double) throws {
    let recordings = [0.15, 0.16, 0.18, 0.2].flatMap { duration in
      [2000.0, 3500, 5000].flatMap { deceleration in
        [0, 0.25, 0.5, 0.75].map {
          evenStop(rate: rate, speed: deceleration * duration, deceleration: deceleration, phase: $0)
        }
      }
    }
    let found = try named(recordings, rate: rate)
    #expect(found >= recordings.count - 1, "\(found) of \(recordings.count)")
  }

  /// A glide that begins a part of a frame after the first sample, on whole points.
  private func evenStop(rate: Double, duration: Double, deceleration: Double, begin: Double) -> [Double] {
    (0..<(Int(duration * rate) + 4)).map { frame -> Double in
      let time: Double = min(max((Double(frame) - begin) / rate, 0), duration)
      let way: Double = deceleration * time * (duration - time / 2)
      return (100 + way).rounded()
    }
  }

  @Test(
    "Constant deceleration that begins between the first two samples names a glide", arguments: [60.0, 120])
  func lateBegin(rate: Double) throws {
    let recordings = [0.15, 0.2, 0.3, 0.4].flatMap { duration in
      [1500.0, 2500, 3500].flatMap { deceleration in
        [0.2, 0.4, 0.6, 0.8].map {
          evenStop(rate: rate, duration: duration, deceleration: deceleration, begin: $0)
        }
      }
    }
    let found = try named(recordings, rate: rate)
    #expect(found >= recordings.count - 1, "\(found) of \(recordings.count)")
  }

  @Test("A spring that late samples part is one")
  func lateSpring() throws {
    // The times, ms, at which frames of 1/120 s are read that come late by an exponential distribution with the mean 2 ms.
    let milliseconds = [
      1.2, 9.9, 21.9, 26.3, 34.7, 43.5, 50.4, 59.7, 68.7, 78.1, 83.5, 92.4, 100.2, 111.6, 119.1, 125.1,
      141.4, 148.4, 152.1, 160.2, 167.0, 175.0, 184.8, 191.8, 200.4, 208.9, 216.8, 226.2, 234.5, 245.4, 251.5,
      260.3,
      268.1, 277.2, 284.5, 292.4, 312.1, 319.2, 320.4, 327.5, 334.1, 342.2, 350.7, 358.4, 369.6, 376.0, 387.0,
      392.7,
      406.3, 412.1, 416.7, 425.5, 438.1, 443.0, 457.9, 459.3, 466.9, 477.0, 486.3, 492.3, 500.2, 509.1, 523.4,
      527.8,
      533.6, 542.3, 550.2, 558.4, 569.9, 575.4, 584.9, 592.9, 600.4, 610.9, 617.0, 627.1, 633.5, 642.8, 650.5,
      658.9,
      673.8, 678.3, 684.0, 696.0, 700.5, 709.3, 720.6, 727.1, 733.5, 750.5, 750.8, 758.9, 769.7, 775.8, 784.0,
      791.9,
      800.2, 810.0, 817.3, 826.8, 834.2, 842.9, 856.4, 859.6, 868.4, 879.0, 883.7, 892.0,
    ]
    let offsets = milliseconds.indices.map { frame -> Double in
      let phase = 10.5 * Double(frame) / 120
      return (2 * (50.2 + 85 * (1 + phase) * exp(-phase))).rounded() / 2
    }
    let trace = try Trace(
      source: "memory", format: "memory", times: milliseconds.map { $0 / 1000 }, offsets: [.y: offsets])
    let found = try #require(Segmenter().segmentation(of: trace, axis: .y)).phases
    let motion = try #require(found.first)
    #expect(motion.kind == .bounce || motion.kind == .snap)
    #expect(motion.range.count > 75)
  }
}
