import Testing

@testable import ScrollModels

/// The catalogue's flings as a search tries them at many samples.
struct KnownFlingTests {
  private static let flings = KnownFling.bent(frameInterval: 1.0 / 120)

  @Test("A speed that is not found lies outside of the range, and one that is found is that for any range")
  func speeds() {
    for fling in Self.flings {
      for order in stride(from: -1.0, through: 9, by: 0.37) {
        let speed = fling.speed(overDistanceOf: order, near: 0...Double.infinity)
        for lower in stride(from: 20.0, through: 60_000, by: 311) {
          let range = lower...(1.75 * lower)
          let found = fling.speed(overDistanceOf: order, near: range)
          if let found, !found.isNaN { #expect(found == speed, "\(fling.engine)") }
          if found == nil, let speed { #expect(!range.contains(speed), "\(fling.engine), \(speed)") }
        }
      }
    }
  }

  @Test("An offset does not depend on how far the curve is computed", arguments: [90.0, -700, 4000])
  func horizon(_ velocity: Double) {
    for fling in Self.flings {
      for time in [0, 0.004, 1.0 / 60, 0.25, 0.7, 3] {
        var (one, many) = ([0.0], [0.0, 0])
        fling.fill(&one, from: 12, velocity, at: [time], since: 0.006)
        fling.fill(&many, from: 12, velocity, at: [time, 50], since: 0.006)
        #expect(one[0] == many[0], "\(fling.engine), \(time)")
      }
    }
  }
}
