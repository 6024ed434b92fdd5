import Foundation
import TestSupport
import Testing

@testable import ScrollFitting

/// Every engine of the catalogue, recorded and identified: one recording of each row, or the number that
/// SCROLLFIT_RECORDINGS gives (`scripts/verify-identify`).
@Suite(.tags(.slow))
struct IdentificationStudyTests {
  private static let recordings =
    ProcessInfo.processInfo.environment["SCROLLFIT_RECORDINGS"].flatMap { Int($0) }
  private static let seed = ProcessInfo.processInfo.environment["SCROLLFIT_SEED"].flatMap { UInt64($0) } ?? 1

  @Test func theNamedClassHoldsTheEngine() throws {
    let study = try IdentificationStudy(
      seed: Self.seed, recordings: Self.recordings ?? 1, threads: ProcessInfo.processInfo.activeProcessorCount
    )
    let recordings = study.rows.reduce(0) { $0 + $1.recordings }
    let named = study.rows.reduce(0) { $0 + $1.named }
    let apart = study.rows.reduce(0) { $0 + $1.apart }
    let missed = study.rows.filter { $0.named < $0.recordings }
    let notes = missed.map { "\($0.engine) \($0.phase): \($0.instead)" }.joined(separator: "\n")
    #expect(study.rows.allSatisfy { $0.recordings > 0 })
    #expect(Double(named) >= 0.97 * Double(recordings), "\(named) of \(recordings)\n\(notes)")
    #expect(Double(apart) >= 0.97 * Double(recordings), "\(apart) of \(recordings)")
    guard Self.recordings != nil else { return }
    let engines = study.rows.reduce(0) { $0 + $1.engines }
    print(
      """
      the named class holds the engine in \(named) of \(recordings) recordings, and nothing within two steps of
      the grid is outside of it in \(apart); \(engines) engines are named where the true one is

      """)
    print("| clock | named |\n|---|---|")
    for clock in RecorderClock.allCases {
      guard let counts = study.clocks[clock] else { continue }
      print("| \(clock.rawValue) | \(counts.named) of \(counts.recordings) |")
    }
    print()
    print("| engine | phase | named | apart | named with it | instead |\n|---|---|---|---|---|---|")
    for row in study.rows {
      let others = row.others.filter { $0.key != row.engine && 2 * $0.value >= row.named }
        .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key)" }
      let instead = row.instead.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
        "\($0.key) (\($0.value))"
      }
      print(
        "| \(row.engine) | \(row.phase) | \(row.named) of \(row.recordings) | \(row.apart) | \(others.joined(separator: "; ")) | \(instead.joined(separator: "; ")) |"
      )
    }
  }
}
