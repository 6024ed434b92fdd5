import Foundation
import Recordings
import Testing

@testable import ScrollSegmentation

struct DeviationTests {
  /// A fling whose slow end a recorder shows in stairs: each offset is the one of up to six frames before.
  private static func phases(deviation: Double?) throws -> [PhaseKind] {
    let times = (0..<260).map { Double($0) / 60 }
    let offsets = times.enumerated().map { index, _ in
      let shown = index < 130 ? index : index - index % 7
      return 800 * (1 - exp(-2 * Double(shown) / 60))
    }
    let rounded = offsets.map { ($0 * 4).rounded() / 4 }
    let trace = try Trace(
      source: "test", format: "video", times: times, offsets: [.y: rounded],
      others: deviation.map { deviation in ["deviation": offsets.indices.map { $0 < 130 ? 0 : deviation }] }
        ?? [:])
    return Segmenter().phases(of: trace, axis: .y)?.phases.map(\.kind) ?? []
  }

  @Test("Recorded standard deviations are weights: offsets that lag by less do not tear a glide apart")
  func weights() throws {
    let exact = try Self.phases(deviation: nil)
    let weighted = try Self.phases(deviation: 2)
    #expect(exact.count > 2, "\(exact)")
    #expect(weighted.first == .deceleration && weighted.count <= 2, "\(weighted)")
  }

  @Test("A column of the name with a negative number is none of standard deviations")
  func negative() throws {
    let trace = try Trace(
      source: "test", format: "csv", times: [0, 1], offsets: [.y: [0, 1]], others: ["deviation": [1, -1]])
    #expect(trace.deviations == nil)
  }
}
