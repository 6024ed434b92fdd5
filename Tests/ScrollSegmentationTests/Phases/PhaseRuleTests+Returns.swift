import Foundation
import Recordings
import Testing

@testable import ScrollSegmentation

/// Motions back to an edge by models that are no springs.
extension PhaseRuleTests {
  @Test("return: a deceleration from beyond an edge to it is a return")
  func returnsToEdge() throws {
    // Held at 560, then back to the edge at 500, as far from it as e^(−8t) has it.
    let offsets =
      [Double](repeating: 560, count: 10) + recorded(50) { 500 + 60 * exp(-8 * $0) }
      + [Double](repeating: 500, count: 10)
    let before = [Part(.rest, 0..<10), Part(.deceleration, 10..<60), Part(.rest, 60..<70)]
    let after = [Part(.rest, 0..<10), Part(.unknownReturn, 10..<60), Part(.rest, 60..<70)]
    #expect(try parts("return", of: before, offsets, edges: 0...500) == after)
    // Nothing of the way back is a finger's.
    let late = [
      Part(.rest, 0..<11), Part(.drag, 11..<12), Part(.deceleration, 12..<60), Part(.rest, 60..<70),
    ]
    let kinds = try parts("return", of: late, offsets, edges: 0...500).map(\.kind)
    #expect(kinds == [.rest, .unknownReturn, .rest])
    // Within the edges it is a deceleration.
    #expect(try parts("return", of: before, offsets, edges: 0...1000) == before)
  }

  @Test("return: what one spring describes is a bounce, however many models were found")
  func bouncesByOneSpring() throws {
    let offsets =
      [Double](repeating: 560, count: 10) + recorded(60) { spring(60, to: 500, $0) }
      + [Double](repeating: 500, count: 10)
    let before = [
      Part(.rest, 0..<11), Part(.drag, 11..<28), Part(.deceleration, 28..<70), Part(.rest, 70..<80),
    ]
    let found = try applied("return", to: before, offsets, edges: 0...500)
    #expect(found.map(\.kind) == [.rest, .bounce, .rest])
    #expect(found[1].fit?.model.isSpring == true && found[1].rest == 500)
    // Nothing springs on an exponential.
    let decaying =
      [Double](repeating: 560, count: 10) + recorded(60) { 500 + 60 * exp(-8 * $0) }
      + [Double](repeating: 500, count: 10)
    #expect(
      try parts("return", of: before, decaying, edges: 0...500).map(\.kind) == [.rest, .unknownReturn, .rest])
  }

  @Test("return: a deceleration to where the content rested before a finger took it away is a return")
  func returnsToRest() throws {
    let out = recorded(11) { 500 + 600 * $0 }
    let back = recorded(50) { 500 + 100 * exp(-8 * $0) }
    let offsets =
      [Double](repeating: 500, count: 10) + out + back + [Double](repeating: 500, count: 10)
    let before = [
      Part(.rest, 0..<10), Part(.drag, 10..<21), Part(.deceleration, 21..<71), Part(.rest, 71..<81),
    ]
    let kinds = try parts("return", of: before, offsets).map(\.kind)
    #expect(kinds == [.rest, .drag, .unknownReturn, .rest])
    // To another place it is a fling.
    let elsewhere = offsets.enumerated().map { $0.offset < 10 ? 470 : $0.element }
    #expect(try parts("return", of: before, elsewhere) == before)
  }

  @Test("A fling that happens to end where the content rested is named beside the return")
  func returnsByChance() throws {
    // Dragged from 500 to 900 in 0.5 s, where the finger turns and lets go at 793.3 and 1600 pt/s: to 500 with k = 5.455/s.
    let offsets =
      [Double](repeating: 500, count: 12) + recorded(30) { 500 + 400 * pow($0 / 0.5, 2) }
      + recorded(8) { 900 - 6000 * $0 * $0 } + recorded(120) { 500 + 293.3 * exp(-5.455 * $0) }
      + [Double](repeating: 500, count: 12)
    let trace = try Trace(
      source: "memory", format: "memory", times: offsets.indices.map { Double($0) * Self.interval },
      offsets: [.y: offsets])
    let found = try #require(Segmenter().phases(of: trace, axis: .y))
    let back = try #require(found.phases.first { $0.kind == .unknownReturn || $0.kind == .deceleration })
    let names = [back.kind] + back.alternatives.map(\.kind)
    #expect(Set(names).isSuperset(of: [.unknownReturn, .deceleration]))
    #expect(back.alternatives.contains { $0.model == "deceleration" })
  }

  @Test("return: a drag that turns beyond an edge and comes to rest at it ends with a return")
  func turnsInDrag() throws {
    // Out at 300 pt/s for a third of a second; back with constant deceleration in 0.4 s.
    let out = recorded(21) { 500 + 300 * $0 }
    let back = recorded(25) { 500 + 100 * pow(max(0, 1 - ($0 + Self.interval) / 0.4), 2) }
    let offsets = out + back + [Double](repeating: 500, count: 10)
    let before = [Part(.drag, 0..<46), Part(.rest, 46..<56)]
    let after = [Part(.drag, 0..<21), Part(.unknownReturn, 21..<46), Part(.rest, 46..<56)]
    #expect(try parts("return", of: before, offsets, edges: 0...500) == after)
    #expect(try parts("return", of: before, offsets, edges: 0...1000) == before)
  }

  @Test("A pull beyond the edge that an easing curve takes back is a return, not a fling")
  func easedReturn() throws {
    // The style of `ease.circular` of iScroll 5 (src/utils.js), cubic-bezier(0.1, 0.57, 0.1, 1), in 0.6 s.
    func eased(_ share: Double) -> Double {
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let s = (low + high) / 2
        let x = 0.3 * s * (1 - s) * (1 - s) + 0.3 * s * s * (1 - s) + s * s * s
        if x < share { low = s } else { high = s }
      }
      return 1.71 * low * (1 - low) * (1 - low) + 3 * low * low * (1 - low) + low * low * low
    }
    let times = (0..<150).map { Double($0) * Self.interval }
    let offsets = times.map { time in
      let exact =
        switch time {
        case ..<0.5: 1000.0
        case ..<0.85: 1000 + 230 * (time - 0.5)
        default: 1000 + 80.5 * (1 - eased(min(1, (time - 0.85) / 0.6)))
        }
      return (exact * 3).rounded() / 3
    }
    let trace = try Trace(source: "memory", format: "memory", times: times, offsets: [.y: offsets])
    let found = try #require(Segmenter().phases(of: trace, axis: .y, edges: 0...1000))
    #expect(found.phases.map(\.kind) == [.rest, .rubberBand, .unknownReturn, .rest])
    let back = try #require(found.phases.first { $0.kind == .unknownReturn })
    #expect((back.from - 0.85).magnitude <= back.fromError + Self.interval)
  }
}
