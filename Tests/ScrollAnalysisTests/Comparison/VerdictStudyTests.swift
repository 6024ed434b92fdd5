import Foundation
import LeastSquares
import TestSupport
import Testing

@testable import ScrollAnalysis

/// The rates of wrong verdicts: 200 comparisons of each kind and 3 from recordings, or as many as
/// SCROLLFIT_COMPARISONS says, 40 of them from recordings (`scripts/verify-compare`).
struct VerdictStudyTests {
  private static let asked = ProcessInfo.processInfo.environment["SCROLLFIT_COMPARISONS"].flatMap { Int($0) }
  private let times = asked ?? 200
  private let seed = ProcessInfo.processInfo.environment["SCROLLFIT_SEED"].flatMap { UInt64($0) } ?? 1

  /// A share of 5 % and two standard deviations of chance.
  private var few: Int {
    let share = 0.05 * Double(times)
    return Int(share + 2 * (0.95 * share).squareRoot())
  }

  private func note(_ what: String, _ study: VerdictStudy) {
    note(what, study, of: times)
    guard Self.asked != nil else { return }
    print("  bounds wrong: high \(times - study.highHeld), low \(times - study.lowHeld)")
  }

  private func note(_ what: String, _ study: VerdictStudy, of number: Int) {
    guard Self.asked != nil else { return }
    let shares = EquivalenceVerdict.allCases.map { "\($0.rawValue) \(study.count($0))" }.joined(
      separator: ", ")
    print("\(what): \(shares) of \(number)")
  }

  @Test(arguments: [(2, 0.0), (4, 0.0), (4, 3e-4), (12, 3e-4)])
  func neitherVerdictIsWrongTooOften(_ count: Int, _ betweenDeviation: Double) throws {
    let a = VerdictStudy.Flings(count: count, constant: 2, error: 2e-4, betweenDeviation: betweenDeviation)
    var b = a
    let same = try VerdictStudy(a, b, times: times, seed: seed)
    note("\(count) flings a side, spread \(betweenDeviation), alike", same)
    #expect(same.count(.different) <= few)
    // Half a point apart after a fling at 4000 pt/s: either verdict is wrong.
    b.constant = 4000 / (2000 - 0.5)
    let edge = try VerdictStudy(a, b, times: times, seed: seed + 1)
    note("\(count) flings a side, spread \(betweenDeviation), at the limit", edge)
    #expect(edge.count(.same) <= few && edge.count(.different) <= few)
    #expect(times - edge.highHeld <= few && times - edge.lowHeld <= few)
    // Thirty times the limit is found, but by two flings, which know too little of their spread.
    b.constant = 4000 / (2000 - 15)
    let far = try VerdictStudy(a, b, times: times, seed: seed + 2)
    note("\(count) flings a side, spread \(betweenDeviation), far apart", far)
    #expect(far.count(.same) == 0)
    if count > 2 { #expect(far.count(.different) >= times - few) }
  }

  @Test("Models of two constants keep the error rates") func twoConstants() throws {
    let same = try VerdictStudy(pulls: 4, coefficients: (0.55, 0.55), times: times, seed: seed)
    note("4 pulls a side, alike", same)
    #expect(same.count(.different) <= few && times - same.highHeld <= few)
    let apart = try VerdictStudy(pulls: 4, coefficients: (0.55, 0.53), times: times, seed: seed + 1)
    note("4 pulls a side, 0.55 and 0.53", apart)
    #expect(apart.count(.same) == 0 && times - apart.highHeld <= few && times - apart.lowHeld <= few)
  }

  @Test("Comparisons of recordings keep the error rates", .tags(.slow)) func fromRecordings() throws {
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let number = Self.asked.map { min($0, 40) } ?? 3
    for (rates, wrong) in [((0.998, 0.998), EquivalenceVerdict.different), ((0.998, 0.9978), .same)] {
      let study = try VerdictStudy(
        recordings: 3, rates: rates, times: number, seed: seed, threads: threads)
      note("3 recordings a side, rates \(rates.0) and \(rates.1)", study, of: number)
      #expect(study.verdicts.values.reduce(0, +) == number)
      #expect(study.count(wrong) <= number / 20)
    }
  }
}
