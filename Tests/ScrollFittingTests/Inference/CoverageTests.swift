import Foundation
import TestSupport
import Testing

@testable import ScrollFitting

/// Do intervals hold the truth as often as they say?
struct CoverageTests {
  /// Recordings a model and condition for the whole table: `SCROLLFIT_COVERAGE`; without it a few of each are looked at.
  static let wanted = ProcessInfo.processInfo.environment["SCROLLFIT_COVERAGE"].flatMap { Int($0) }

  private static let pairs = TrueMotion.all.flatMap { motion in
    RecordingConditions.all.map { (motion, $0) }
  }

  /// The shares of 200 draws: 3 % more or less is chance. A bounce through a noisy clock has a handful of samples that show the
  /// noise: there the true coverage is about 90 %. An interval that takes the wrong noise for granted covers 10 to 80 %.
  @Test(
    "The intervals of 200 recordings of each motion cover the truth, without bias",
    .tags(.slow), .enabled(if: wanted == nil), arguments: pairs)
  func fewRecordings(motion: TrueMotion, conditions: RecordingConditions) throws {
    let rows = try CoverageStudy(motion, conditions, noise: .estimated).rows(count: 200, seed: 41)
    for row in rows {
      #expect(row.coverage >= (conditions.timeNoise > 0 ? 0.82 : 0.9), "\(row.parameter)")
      #expect(abs(row.bias) < 0.5, "\(row.parameter)")
    }
  }

  @Test(
    "Nothing is lost against the Cramér–Rao bound where the noise is what least squares takes it for",
    .tags(.slow), .enabled(if: wanted == nil), arguments: TrueMotion.all, [IntervalKind.wald, .profile])
  func gaussianNoise(motion: TrueMotion, intervals: IntervalKind) throws {
    let gaussian = try #require(RecordingConditions.all.first)
    let rows = try CoverageStudy(motion, gaussian, noise: .none, intervals: intervals).rows(
      count: 200, seed: 44)
    for row in rows {
      #expect((0.9...0.99).contains(row.coverage), "\(row.parameter)")
      #expect(try #require(row.efficiency) >= 0.985, "\(row.parameter)")
    }
  }

  /// The reason of the default noise: the grid taken for the whole noise covers far too little.
  @Test(.tags(.slow), .enabled(if: wanted == nil)) func theGridAloneIsATrap() throws {
    let milliseconds = try #require(RecordingConditions.all.last)
    let rows = try CoverageStudy(TrueMotion.all[0], milliseconds, noise: .grid).rows(count: 200, seed: 42)
    #expect(rows.contains { $0.coverage < 0.6 })
  }

  @Test("The table of docs/coverage.md", .tags(.slow), .enabled(if: wanted != nil)) func wholeTable() throws {
    let count = Self.wanted ?? 0
    print("| law | conditions | noise, intervals | parameter | coverage | bias | efficiency |")
    print("|---|---|---|---|---|---|---|")
    for (motion, conditions) in Self.pairs {
      let others: [(NoiseModel, IntervalKind)] =
        conditions.grid == nil ? [(.none, .wald), (.none, .profile)] : [(.none, .wald), (.grid, .wald)]
      for (noise, intervals) in [(.estimated, .wald)] + others {
        let rows = try CoverageStudy(motion, conditions, noise: noise, intervals: intervals)
          .rows(count: count, seed: 43)
        for row in rows {
          let cells = [
            motion.scrollModel.name, conditions.name, "\(noise.rawValue), \(intervals.rawValue)",
            row.parameter,
            String(format: "%.1f %%", 100 * row.coverage), String(format: "%+.2f", row.bias),
            row.efficiency.map { String(format: "%.3f", $0) } ?? "",
          ]
          print("| \(cells.joined(separator: " | ")) |")
        }
      }
    }
  }
}
