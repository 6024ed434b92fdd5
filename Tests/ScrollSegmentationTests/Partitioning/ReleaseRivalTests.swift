import Foundation
import Testing

@testable import ScrollSegmentation

/// Glides and springs behind a finger, of which one may be the other with another boundary.
struct ReleaseRivalTests {
  /// Whole points at 60 Hz: a rest, a finger that gains speed for 15 frames, a glide with a decay constant, and a rest.
  private func motion(decay: Double) -> Motion {
    let times = (0..<90).map { Double($0) / 60 }
    let offsets = times.map { time -> Double in
      let drag = min(max(time - 10.0 / 60, 0), 0.25)
      let free = max(time - 25.0 / 60, 0)
      return (3000 * drag * drag + 1500 / decay * (1 - exp(-decay * free))).rounded()
    }
    return Motion(times: times, offsets: offsets, grid: 1)
  }

  /// The alternatives of a release that was taken for the other regime three samples before it was.
  private func alternatives(decay: Double, takenFor regime: Regime) throws -> [Alternative] {
    let motion = motion(decay: decay)
    let penalty = 4.5
    let refinement = Refinement(
      fine: motion, coarse: motion, isFiner: false, penalty: penalty, probability: 0.99)
    let parts: [(Regime, Range<Int>)] = [
      (.rest, 0..<11), (.finger, 11..<23), (regime, 23..<80), (.rest, 80..<90),
    ]
    let segments = try parts.map { regime, range in
      Segment(
        regime: regime, range: range,
        fit: try #require(refinement.coarse.fit(regime, range, from: nil, penalty: penalty)))
    }
    return Array(refinement.weighReleases(segments).values)
  }

  @Test("A glide that was taken for a spring is named, with its model")
  func glide() throws {
    let found = try #require(alternatives(decay: 10, takenFor: .spring).first)
    #expect(found.regime == .momentum)
    #expect(found.model == .exponential)
    #expect(found.probability > 0.5)
  }

  @Test("A slow glide names no spring")
  func slowGlide() throws {
    #expect(try alternatives(decay: 2, takenFor: .momentum).isEmpty)
  }
}
