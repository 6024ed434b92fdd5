import Foundation
import Recordings
import Testing

@testable import ScrollSegmentation

/// The alternative kinds of a motion.
struct AlternativesTests {
  private func phases(_ offsets: [Double], rate: Double = 60) throws -> [SegmentedPhase] {
    let trace = try Trace(
      source: "memory", format: "memory", times: offsets.indices.map { Double($0) / rate },
      offsets: [.y: offsets])
    return try #require(Segmenter().segmentation(of: trace, axis: .y)).phases
  }

  @Test("A recording of constant deceleration to a stop names a finger and a glide")
  func evenStop() throws {
    // At 120 Hz on thirds of a point; the speed reaches 0 at 0.2857 s.
    let offsets = (0..<36).map { frame -> Double in
      let time = min(Double(frame) / 120, 1080.0 / 3780)
      let offset = 3441 - 1080 * time + 1890 * time * time
      return (3 * offset).rounded() / 3
    }
    let stop = offsets[35]
    let phase = try #require(phases(offsets + [stop, stop], rate: 120).first)
    let kinds = [phase.kind] + phase.alternatives.map(\.kind)
    #expect(Set(kinds).isSuperset(of: [.drag, .deceleration]))
  }

  @Test("A release at v = −δx names a glide, a bounce and a snap")
  func exponentialSpring() throws {
    let rest = [Double](repeating: 100, count: 12)
    let drag = (1...15).map { frame -> Double in
      let part = Double(frame) / 15
      return 100 + 300 * part * part
    }
    let free = (1...60).map { frame -> Double in 640 - 240 * exp(-10 * Double(frame) / 60) }
    let still = [Double](repeating: 640, count: 12)
    let offsets: [Double] = rest + drag + free + still
    let found = try phases(offsets.map { $0.rounded() })
    let motion = try #require(found.first { $0.kind != .rest && $0.kind != .drag })
    let kinds = [motion.kind] + motion.alternatives.map(\.kind)
    #expect(Set(kinds).isSuperset(of: [.deceleration, .snap]), "\(kinds)")
  }
}
