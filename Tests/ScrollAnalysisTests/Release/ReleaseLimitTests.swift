import Foundation
import Testing

@testable import ScrollAnalysis

@Suite("The limit of the speeds of flings")
struct ReleaseLimitTests {
  /// Steady fingers of 0.2 s, each after a rest; the content follows and glides on with the finger's velocity, cut to a limit, which falls by
  /// 2.002 1/s: at 60 Hz, to thirds of a point.
  private func report(_ velocities: [Double], limit: Double) throws -> ReleaseReport {
    let gestures = velocities.map { velocity in
      let launch = min(abs(velocity), limit) * (velocity < 0 ? -1 : 1)
      return MadeGesture(travel: { velocity * $0 }, glide: { launch / 2.002 * (1 - exp(-2.002 * $0)) })
    }
    return try #require(try MadeGesture.report(gestures, frames: 240, from: 50_000))
  }

  private static let velocities = [900.0, -1400, 2100, -3900, 5200, -6400, 700]

  @Test("Flings of faster fingers that start with one speed are cut to it")
  func cut() throws {
    let found = try #require(try report(Self.velocities, limit: 3000).limit)
    let limit = try #require(found.limit)
    let error = try #require(limit.standardError)
    #expect(found.count == 3 && abs(limit.value - 3000) < 4 * error + 1 && error < 10, "\(limit)")
  }

  @Test("Without a limit, and with one that a single finger reaches, none is reported")
  func uncut() throws {
    for limit in [Double.infinity, 6000] {
      let found = try #require(try report(Self.velocities, limit: limit).limit)
      #expect(found.limit == nil && found.count == 0)
      #expect(abs(found.fastestFling - min(6400, limit)) < 30, "\(found.fastestFling)")
    }
  }

  @Test("Equal fingers whose flings are slower than every estimate show no limit")
  func alike() throws {
    let found = try #require(try report([2000, -2000, 2000, -2000], limit: 1500).limit)
    #expect(found.limit == nil)
  }
}
