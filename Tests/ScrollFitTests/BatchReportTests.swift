import Foundation
import Testing

@testable import ScrollFit

/// Against scripts/reference/batch.py.
struct BatchReportTests {
  private struct Reference: Decodable {
    let values: [Double]
    let errors: [Double]
    let spread: Double
    let quantiles: [Double]
    let slope: Double
    let standardError: Double
    let pValue: Double
    let outliers: [[Double]]
  }

  private let reference: Reference
  private let name = BatchReport.ConstantName(
    phase: "deceleration", axis: "y", model: "deceleration", name: "decayConstant", unit: "1/s")

  init() throws {
    let url = URL(filePath: fixtures).appending(path: "reference/batch.json")
    reference = try JSONDecoder().decode(Reference.self, from: Data(contentsOf: url))
  }

  private func observations(_ groups: (Int) -> [String: String] = { _ in [:] }) -> [BatchReport.Observation] {
    zip(reference.values, reference.errors).enumerated().map { index, number in
      BatchReport.Observation(
        recording: "\(index)", position: index, constant: name, value: number.0, standardError: number.1,
        groups: groups(index))
    }
  }

  private func isClose(_ a: Double, _ b: Double, _ tolerance: Double = 1e-12) -> Bool {
    abs(a - b) <= tolerance * abs(b)
  }

  @Test func quantilesAndOutliers() throws {
    let found = try #require(ConstantDistribution(name, observations(), keys: []))
    #expect(zip(found.all.quantiles, reference.quantiles).allSatisfy { isClose($0, $1) })
    #expect(found.outliers.map(\.recording) == reference.outliers.map { "\(Int($0[0]))" })
    #expect(zip(found.outliers, reference.outliers).allSatisfy { isClose($0.score, $1[1]) })
  }

  @Test func drift() throws {
    let drift = try #require(ConstantDistribution.Drift(observations(), spread: reference.spread))
    #expect(isClose(drift.slope, reference.slope, 1e-9))
    #expect(isClose(drift.standardError, reference.standardError))
    #expect(isClose(drift.pValue, reference.pValue, 1e-9))
    #expect(ConstantDistribution.Drift(Array(observations().prefix(2)), spread: 1) == nil)
  }

  /// Groups that differ are told apart; a key that has one value, or none, groups nothing.
  @Test func groups() throws {
    let found = try #require(
      ConstantDistribution(
        name, observations { ["device": $0 < 12 ? "a" : "b", "os": "1"] }, keys: ["device", "os", "app"]))
    #expect(found.groups.map(\.key) == ["device"])
    let device = try #require(found.groups.first)
    #expect(device.groups.map(\.value) == ["a", "b"] && device.groups.map(\.summary.count) == [12, 11])
    let apart = observations { ["device": $0 < 12 ? "a" : "b"] }.map {
      BatchReport.Observation(
        recording: $0.recording, position: $0.position, constant: name,
        value: $0.value + ($0.groups["device"] == "a" ? 0 : 5), standardError: $0.standardError,
        groups: $0.groups)
    }
    let told = try #require(ConstantDistribution(name, apart, keys: ["device"])?.groups.first?.pValue)
    #expect(told < 1e-6 && (device.pValue ?? 0) > 0.01)
  }

  @Test func nothingToTell() throws {
    #expect(ConstantDistribution(name, [], keys: []) == nil)
    let equal = (0..<5).map {
      BatchReport.Observation(
        recording: "", position: $0, constant: name, value: 2, standardError: 0, groups: [:])
    }
    let found = try #require(ConstantDistribution(name, equal, keys: []))
    #expect(found.all.quantiles == [2, 2, 2, 2, 2] && found.outliers.isEmpty && found.drift == nil)
  }
}
