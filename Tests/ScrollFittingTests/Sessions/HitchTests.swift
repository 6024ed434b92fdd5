import Foundation
import Recordings
import TestSupport
import Testing

@testable import ScrollSegmentation

/// Glides with frames that were read late or twice, and one that a finger stops for a moment.
struct HitchTests {
  private static let frame = 1.0 / 60

  /// The kinds of the phases of 3000 pt/s that slow down at 2 1/s, on a grid of ⅓ pt, where each frame shows the content as it
  /// was some time before.
  private func kinds(_ count: Int = 150, _ delay: (Int) -> Double) throws -> [PhaseKind] {
    let times = (0..<count).map { Double($0) * Self.frame }
    let offsets = times.enumerated().map { index, time in
      (3 * 1500 * (1 - exp(-2 * (time - delay(index))))).rounded() / 3
    }
    let trace = try TestSupport.trace(times, offsets)
    return try #require(Segmenter().phases(of: trace, axis: .y)).phases.map(\.kind)
  }

  @Test("Ten frames that are read late by up to 20 ms do not end a glide")
  func late() throws {
    let delays = [6, 12, 17, 20, 19, 18, 14, 12, 8, 4]
    let found = try kinds { delays.indices.contains($0 - 40) ? Double(delays[$0 - 40]) / 1000 : 0 }
    #expect(found == [.deceleration])
  }

  @Test("Frames that are repeated up to four times do not end a glide", arguments: 1...4)
  func repeated(count: Int) throws {
    let found = try kinds { (40..<(40 + count)).contains($0) ? Double($0 - 39) * Self.frame : 0 }
    #expect(found == [.deceleration])
  }

  @Test("Content that stands still for ten frames and glides on from there was touched")
  func touched() throws {
    let found = try kinds(160) { index in
      index < 40 ? 0 : Double(min(index - 39, 10)) * Self.frame
    }
    #expect(found.filter { $0 == .deceleration }.count == 2)
    #expect(found.contains(.rest))
  }
}
