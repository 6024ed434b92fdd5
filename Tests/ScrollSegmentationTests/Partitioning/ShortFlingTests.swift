import Foundation
import Recordings
import Testing

@testable import ScrollSegmentation

/// Flings of a few frames behind a quiet rest, which resemble a spring that is let go.
struct ShortFlingTests {
  /// A rest in which the content moves by one step at 0.15 s, as the tail of an earlier motion does, then a finger that gains speed and
  /// lets go.
  private func shortFling(
    rate: Double, grid: Double, speed: Double, acceleration: Double, touch: Double, decay: Double
  ) -> [Double] {
    let travel = speed * touch + acceleration * touch * touch
    let released = speed + 2 * acceleration * touch
    return (0..<Int(2.2 * rate)).map { frame in
      let time = Double(frame) / rate
      let moved = time - 1
      let offset =
        switch moved {
        case ..<0: 0.0
        case ..<touch: speed * moved + acceleration * moved * moved
        default: travel + released / decay * (1 - exp(-decay * (moved - touch)))
        }
      return (((time < 0.15 ? 500 : 501) + offset) / grid).rounded() * grid
    }
  }

  @Test("Nearly every short fling behind a rest is named a fling", arguments: [60.0, 120.0])
  func shortFlings(rate: Double) throws {
    var missed: [String] = []
    for grid in [1, 0.5] {
      for speed in [60.0, 90, 130] {
        for acceleration in [700.0, 900, 1200] {
          for touch in [0.07, 0.085] {
            for decay in [8, 10.05] {
              let offsets = shortFling(
                rate: rate, grid: grid, speed: speed, acceleration: acceleration, touch: touch, decay: decay)
              let names = try phases(offsets, rate: rate).flatMap { [$0.kind] + $0.alternatives.map(\.kind) }
              if !names.contains(.deceleration) {
                missed.append("\(grid) \(speed) \(acceleration) \(touch) \(decay): \(names)")
              }
            }
          }
        }
      }
    }
    // Of 72 recordings; 28 points on whole points do not always show the finger.
    #expect(missed.count <= 1, "\(missed)")
  }
}
