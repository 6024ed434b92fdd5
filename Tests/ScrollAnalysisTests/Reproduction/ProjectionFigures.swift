import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollAnalysis

/// The travel of flings: both formulas, and recorded flings.
struct ProjectionFigures {
  private let reference: JSONNode

  init() throws { reference = try JSONNode("reference/projection.json") }

  @Test("The table of projections is the reference's") func table() throws {
    let rows = ProjectionAnalysis.table(decelerationRates: [0.998, 0.99, 0.95, 0.9, 0.5], velocities: [1000])
    let expected = reference["table"].list
    #expect(rows.count == expected.count)
    for (row, node) in zip(rows, expected) {
      #expect(row.decelerationRate == node["rate"].number)
      // 1 − 0.998 has lost digits before any formula begins; the difference of the formulas has not.
      #expect(agree(row.apple, node["apple"].number, 1e-13))
      #expect(agree(row.log, node["log"].number, 1e-13))
      #expect(agree(row.difference, node["difference"].number, 1e-13))
      #expect(agree(row.relative, node["relative"].number, 1e-12))
    }
  }

  @Test(
    "The regressions of flings are the reference's",
    arguments: [
      ("ios265_sim_target_offsets.csv", 0.998, "ios265-0.998"),
      ("ios265_sim_target_offsets.csv", 0.99, "ios265-0.99"),
      ("decel_damping_article.csv", 0.998, "damping-article"),
    ])
  func regressions(file: String, rate: Double, key: String) throws {
    let node = reference["regressions", key]
    let table = try RecordingReader().table(at: fixtures + "/data/" + file)
    let regressions = try ProjectionAnalysis.regressions(
      of: Fling.read(table, velocityUnit: nil), assumedRate: 0.998, confidence: 0.95)
    let regression = try #require(regressions.first { ($0.decelerationRate ?? 0.998) == rate })
    #expect(regression.count == Int(node["count"].number))
    expect(regression.slope, node["slope"], key, factor: 1e-3)
    expect(regression.stopVelocity, node["stopVelocity"], key)
    expect(regression.slopeThroughOrigin, node["slopeThroughOrigin"], key, factor: 1e-3)
    for (ours, theirs) in zip(regression.residuals, node["residuals"].numbers) {
      #expect(abs(ours - theirs) < 1e-9)
    }
    for (ours, theirs) in zip(regression.residualsThroughOrigin, node["residualsThroughOrigin"].numbers) {
      #expect(abs(ours - theirs) < 1e-9)
    }
    #expect(regression.verdicts.map(\.formula) == ["apple", "log"])
    #expect(regression.verdicts.map(\.holds) == [false, true].map { $0 })
    for verdict in regression.verdicts {
      let formula = node["formulas", verdict.formula]
      #expect(agree(verdict.expected, formula["expected"].number / 1000, 1e-13))
      #expect(agree(verdict.z, formula["z"].number, 1e-7), "\(key): \(verdict.z)")
    }
  }

  @Test func flingsThatSayNothing() {
    func error(_ flings: [(speed: Double, distance: Double)]) -> FlingError? {
      let flings = flings.map { Fling(decelerationRate: nil, speed: $0.speed, distance: $0.distance) }
      do {
        _ = try ProjectionAnalysis.regressions(of: flings, assumedRate: 0.998, confidence: 0.95)
        return nil
      } catch { return error }
    }
    #expect(error([(1000, 500), (2000, 990)]) == .tooFew(decelerationRate: nil, have: 2, need: 3))
    #expect(error([(1000, 500), (1000, 499), (1000, 501)]) == .sameSpeeds(decelerationRate: nil))
    #expect(error([(1000, 500), (2000, 990), (3000, 1e300)]) == .fitting(.offsetsTooLarge(largest: 1e300)))
    #expect(error([(1000, 490), (2000, 991), (3000, 1489)]) == nil)
  }

  @Test("e^(−1/(1000 s)) with its error")
  func rate() throws {
    let table = try RecordingReader().table(at: fixtures + "/data/decel_damping_article.csv")
    let fit = try projectionFit(Fling.read(table, velocityUnit: nil))
    expect(fit["decelerationRate"], reference["regressions", "damping-article", "decelerationRate"], "rate")
  }
}
