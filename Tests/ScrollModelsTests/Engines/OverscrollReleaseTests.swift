import Foundation
import Testing

@testable import ScrollModels

/// The start of UIScrollView's return against `scripts/reference/release.py`, and its limits.
struct OverscrollReleaseTests {
  private struct Reference: Decodable {
    let rates: [[Double]]
    let shares: [[Double]]
    let starts: [[Double]]

    static func read() throws -> Reference {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Fixtures/reference/release.json")
      return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    }
  }

  @Test func ratesAndShares() throws {
    let reference = try Reference.read()
    #expect(reference.rates.count == 12 && reference.shares.count == 132)
    for row in reference.rates {
      #expect(agree(OverscrollRelease.returnRate(displacement: row[0]), row[1], 1e-14), "\(row)")
    }
    for row in reference.shares {
      let share = OverscrollRelease.rateShare(displacement: row[0], fingerSpeed: row[1])
      #expect(abs(share - row[2]) < 1e-13, "\(row): \(share)")
    }
  }

  @Test("The starts of returns are the reference's") func starts() throws {
    let rows = try Reference.read().starts
    #expect(rows.count == 11)
    for row in rows {
      for side in [-1.0, 1] {
        let start = OverscrollRelease(
          displacement: side * row[0], velocity: side * row[1], fingerSpeed: row[2])
        #expect(start.coastingVelocity == side * row[3])
        #expect(agree(start.displacement, side * row[4], 1e-14))
        #expect(agree(start.initialVelocity, side * row[5], 1e-12), "\(row): \(start.initialVelocity)")
      }
    }
  }

  @Test("r grows from 5.470122 1/s at the edge to 10.295689 1/s far beyond it, halfway at 165.8656 pt")
  func rateLimits() {
    #expect(OverscrollRelease.returnRate(displacement: 0) == 5.470122)
    #expect(agree(OverscrollRelease.returnRate(displacement: -165.8656), 5.470122 + 4.825567 / 2))
    for huge in [1e9, -1e200, .greatestFiniteMagnitude, .infinity] {
      #expect(agree(OverscrollRelease.returnRate(displacement: huge), 10.295689))
    }
    #expect(OverscrollRelease.returnRate(displacement: .leastNonzeroMagnitude) == 5.470122)
  }

  @Test(
    "The share falls from 1 at 400 pt/s to 0 at 400 + 3000 d²/(70² + d²) pt/s; at the edge it drops at once")
  func shareLimits() {
    let share = OverscrollRelease.rateShare
    for displacement in [0, 1e-200, -70, 300, 1e200] {
      #expect(share(displacement, 0) == 1 && share(displacement, 400) == 1)
      #expect(share(displacement, 400.0.nextUp) <= 1 && share(displacement, 3400.1) == 0)
      #expect(share(displacement, .greatestFiniteMagnitude) == 0)
    }
    #expect(share(0, 400.0.nextUp) == 0)
    #expect(agree(share(70, 401), 1 - 1.0 / 1500) && agree(share(-70, 1899), 1.0 / 1500, 1e-9))
    #expect(share(70, 1900) == 0)
  }

  @Test(
    "At the edge there is nothing to return from; nothing of an inward velocity remains; an outward one fades the return"
  )
  func startLimits() {
    let edge = OverscrollRelease(displacement: 0, velocity: -300, fingerSpeed: 600)
    #expect(edge.coastingVelocity == 0 && edge.displacement == 0 && edge.initialVelocity == 0)
    let held = OverscrollRelease(displacement: 92)
    #expect(held.displacement == 92 && agree(held.initialVelocity, -607.7007, 1e-6))
    for speed in [0, 400, 5000.0] {
      #expect(OverscrollRelease(displacement: 92, velocity: -800, fingerSpeed: speed) == held)
      #expect(OverscrollRelease(displacement: 92, fingerSpeed: speed) == held)
    }
    let slow = OverscrollRelease(displacement: 92, velocity: 180, fingerSpeed: 400)
    let fast = OverscrollRelease(displacement: 92, velocity: 180, fingerSpeed: 400.1)
    #expect(slow.displacement == 92 + 180 * 0.007 && slow.initialVelocity < fast.initialVelocity)
    #expect(agree(slow.initialVelocity, fast.initialVelocity, 1e-3))
    let thrown = OverscrollRelease(displacement: 92, velocity: 180, fingerSpeed: 3400)
    #expect(thrown.initialVelocity == 180)
    #expect(OverscrollRelease(displacement: 1e200).initialVelocity.isFinite)
  }

  /// Only UIScrollView's return has this start in the catalogue.
  @Test func onlyOneRowReturnsThisWay() {
    let rows = Catalogue.entries.filter { $0.returnStart == .inwardVelocity }
    #expect(rows.map(\.engine) == ["UIScrollView"] && rows.map(\.phase) == [.bounce])
  }
}
