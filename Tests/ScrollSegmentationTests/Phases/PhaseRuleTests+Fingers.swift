import Foundation
import Recordings
import Testing

@testable import ScrollSegmentation

/// Fingers that slow down as models do.
extension PhaseRuleTests {
  /// 300 pt/s for 20 samples, then the speed falls by a rate to what is left after some samples, and rest.
  private func slowing(_ rate: Double, samples: Int, then next: (Double) -> Double = { _ in 0 }) -> [Double] {
    let end = Double(samples) * Self.interval
    func stop(_ time: Double) -> Double { 100 + 600 / rate * (1 - exp(-rate * time)) }
    return recorded(20) { 100 + 600 * ($0 - 20 * Self.interval) } + recorded(samples, stop)
      + recorded(30) { stop(end) + next($0) }
  }

  @Test(
    "too short: a finger slows down before it turns round; what it moves on in its direction may have glided")
  func turns() throws {
    let back = [Part(.drag, 0..<20), Part(.deceleration, 20..<32), Part(.drag, 32..<62)]
    let turned = slowing(8, samples: 12) { -200 * $0 }
    #expect(try parts("too short", of: back, turned) == [Part(.drag, 0..<62)])
    #expect(try parts("too short", of: back, slowing(8, samples: 12) { 200 * $0 }) == back)
    // It rests for a moment as it turns.
    let rested = [
      Part(.drag, 0..<20), Part(.deceleration, 20..<32), Part(.rest, 32..<35), Part(.drag, 35..<62),
    ]
    let found = try parts("too short", of: rested, slowing(8, samples: 12) { -200 * max(0, $0 - 0.04) })
    #expect(found == [Part(.drag, 0..<32), Part(.rest, 32..<35), Part(.drag, 35..<62)])
    // The recorded states tell.
    let states =
      [TouchState?](repeating: .dragging, count: 20) + Array(repeating: .decelerating, count: 12)
      + Array(repeating: .dragging, count: 30)
    #expect(try parts("too short", of: back, turned, states: states) == back)
    // A glide of more than half a second was caught.
    let caught = [Part(.drag, 0..<20), Part(.deceleration, 20..<56), Part(.drag, 56..<86)]
    #expect(try parts("too short", of: caught, slowing(3, samples: 36) { -200 * $0 }) == caught)
  }

  @Test("too short: a brief spring behind a brief glide is the finger's stop, one of 0.5 s is a bounce")
  func stopsInTwoModels() throws {
    func offsets(_ count: Int) -> [Double] {
      recorded(20) { 600 * $0 } + recorded(12) { 200 + 600 / 8 * (1 - exp(-8 * $0)) }
        + recorded(count) { 260 + 8 * (1 - exp(-30 * $0)) }
    }
    let brief = [
      Part(.drag, 0..<20), Part(.deceleration, 20..<32), Part(.bounce, 32..<40), Part(.rest, 40..<60),
    ]
    #expect(try parts("too short", of: brief, offsets(28)) == [Part(.drag, 0..<40), Part(.rest, 40..<60)])
    let long = [
      Part(.drag, 0..<20), Part(.deceleration, 20..<32), Part(.bounce, 32..<62), Part(.rest, 62..<70),
    ]
    #expect(try parts("too short", of: long, offsets(38)) == long)
  }

  @Test("recorded drag: what moves as a model under a recorded finger is the finger's")
  func recordedDrag() throws {
    let offsets = recorded(50) { 200 * (1 - cos(.pi * min(max(($0 - 1.0 / 6) / 0.5, 0), 1))) }
    let before = [Part(.rest, 0..<10), Part(.programmatic, 10..<40), Part(.rest, 40..<50)]
    let idle = [TouchState?](repeating: .idle, count: 10)
    func kinds(_ touch: [TouchState?]) throws -> [PhaseKind] {
      try parts("recorded drag", of: before, offsets, states: idle + touch + idle).map(\.kind)
    }
    let dragging = [TouchState?](repeating: .dragging, count: 30)
    #expect(try kinds(dragging) == [.rest, .drag, .rest])
    // The content may move a few frames after the finger.
    #expect(try kinds([.tracking, .tracking] + dragging.dropFirst(2)) == [.rest, .drag, .rest])
    // Let go on the way, it moves by itself.
    let letGo = dragging.prefix(12) + [TouchState?](repeating: .decelerating, count: 18)
    #expect(try kinds(Array(letGo)) == before.map(\.kind))
    #expect(try parts("recorded drag", of: before, offsets) == before)
  }
}
