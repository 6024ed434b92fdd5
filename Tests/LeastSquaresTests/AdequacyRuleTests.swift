import Foundation
import Testing

@testable import LeastSquares

struct AdequacyRuleTests {
  /// The fits of scripts/reference/adequacy.py: recordings whose model is known to hold or to fail.
  struct Reference: Decodable {
    struct Row: Decodable {
      let name: String
      let law: String
      let floor: Double
      let travel: Double
      let largest: Double
      let degreesOfFreedom: Int
      let expected: String
      let rms: Double
      let durbinWatson: Double
      let serialP: Double
      let runs: Int
      let runsZ: Double
      let runsP: Double
      let residuals: [Double]
    }

    let rows: [Row]
  }

  static func rows() throws -> [Reference.Row] {
    try JSONDecoder().decode(Reference.self, from: Data(contentsOf: fixture("reference/adequacy.json"))).rows
  }

  @Test func everyRecordingIsJudgedRight() throws {
    let rows = try Self.rows()
    #expect(rows.count == 23)
    for row in rows {
      let judgement = AdequacyRule().judge(
        residuals: row.residuals, quantizationNoise: row.floor, travel: row.travel,
        degreesOfFreedom: row.degreesOfFreedom,
        resolution: 1e-9 * row.largest)
      #expect(judgement.verdict.rawValue == row.expected, "\(row.name), \(row.law): \(judgement)")
      let excess = max(0, row.rms * row.rms - row.floor * row.floor).squareRoot()
      #expect(abs(judgement.lackOfFit - excess) <= 1e-4 * excess, "\(row.name)")
      #expect(
        abs(judgement.relativeLackOfFit - excess / row.travel) <= 1e-4 * excess / row.travel, "\(row.name)")
    }
    #expect(Set(rows.map(\.expected)) == ["holds", "near", "fails"])
  }

  @Test func everyStatisticAgreesWithTheScript() throws {
    for row in try Self.rows() {
      let structure = ResidualStructure(
        row.residuals, parameters: row.residuals.count - row.degreesOfFreedom)
      let serial = try #require(structure.serial)
      #expect(structure.runs.runs == row.runs, "\(row.name)")
      #expect(try abs(#require(structure.runs.z) - row.runsZ) < 1e-12, "\(row.name)")
      #expect(try relativeError(#require(structure.runs.pValue), row.runsP) < 1e-11, "\(row.name)")
      // The residuals carry six digits.
      #expect(abs(serial.durbinWatson - row.durbinWatson) < 1e-5, "\(row.name)")
      let exponent = abs(log(row.serialP))
      #expect(try relativeError(#require(serial.pValue), row.serialP) < 1e-4 * (1 + exponent), "\(row.name)")
    }
  }

  static let smooth = (0..<40).map { sin(Double($0) / 6) }

  func judge(_ residuals: [Double], quantizationNoise: Double = 0, travel: Double, degreesOfFreedom: Int = 37)
    -> AdequacyJudgement
  {
    AdequacyRule().judge(
      residuals: residuals, quantizationNoise: quantizationNoise, travel: travel,
      degreesOfFreedom: degreesOfFreedom)
  }

  /// The same structured residuals against three distances.
  @Test func excessDecidesWhatStructureMeans() {
    let rms = judge(Self.smooth, travel: 1).lackOfFit
    #expect(judge(Self.smooth, travel: rms / 0.0061).verdict == .fails)
    #expect(judge(Self.smooth, travel: rms / 0.0059).verdict == .near)
    #expect(judge(Self.smooth, travel: rms / 0.00101).verdict == .near)
    #expect(judge(Self.smooth, travel: rms / 0.00099).verdict == .holds)
    #expect(judge(Self.smooth, quantizationNoise: rms * 1.001, travel: 1).verdict == .holds)
    #expect(judge(Self.smooth, quantizationNoise: rms * 1.001, travel: 1).lackOfFit == 0)
  }

  @Test func withoutStructureALawHolds() {
    let noise = (0..<40).map { sin(Double(($0 * $0 * 7919) % 104_729)) }
    #expect(judge(noise, travel: 1).verdict == .holds)
  }

  @Test func tooFewDegreesOfFreedomDecideNothing() {
    #expect(judge(Self.smooth, travel: 1, degreesOfFreedom: 8).verdict == .fails)
    #expect(judge(Self.smooth, travel: 1, degreesOfFreedom: 7).verdict == .undecided)
    #expect(judge([Double](repeating: 0, count: 7), travel: 1, degreesOfFreedom: 4).verdict == .undecided)
  }

  /// Seven samples that a model passes through to the last digit are evidence; seven that it merely comes near
  /// are none.
  @Test func exactnessNeedsNoDegreesOfFreedom() throws {
    let row = try #require(try Self.rows().first { $0.degreesOfFreedom == 4 })
    func verdict(_ scale: Double, degreesOfFreedom: Int = 4, resolution: Double) -> AdequacyJudgement.Verdict
    {
      AdequacyRule().judge(
        residuals: row.residuals.map { $0 * scale }, quantizationNoise: 0, travel: row.travel,
        degreesOfFreedom: degreesOfFreedom, resolution: resolution
      ).verdict
    }
    let resolution = 1e-9 * row.largest
    #expect(verdict(1, resolution: resolution) == .holds)
    #expect(verdict(1, resolution: 0) == .undecided)
    #expect(verdict(1e8, resolution: resolution) == .undecided)
    #expect(verdict(1, degreesOfFreedom: 0, resolution: resolution) == .undecided)
  }

  @Test func noInputTraps() {
    #expect(judge([1, .nan] + Self.smooth, travel: 1).verdict == .undecided)
    #expect(judge([1, .infinity] + Self.smooth, travel: 1).verdict == .undecided)
    #expect(judge([], travel: 0, degreesOfFreedom: 0).verdict == .undecided)
    #expect(judge([], travel: 0, degreesOfFreedom: 99).verdict == .holds)
    #expect(judge([Double](repeating: 0, count: 20), travel: 0, degreesOfFreedom: 17).verdict == .holds)
    #expect(judge([Double](repeating: 0, count: 20), travel: 0, degreesOfFreedom: 17).patternPValue == nil)
    #expect(judge(Self.smooth, travel: 0).relativeLackOfFit == .infinity)
    #expect(judge(Self.smooth, travel: 0).verdict == .fails)
    #expect(judge(Self.smooth.map { $0 * 1e300 }, travel: 1e304).verdict == .holds)
    #expect(judge(Self.smooth, travel: .nan).verdict == .undecided)
  }
}
