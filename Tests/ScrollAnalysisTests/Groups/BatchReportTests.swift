import Foundation
import TestSupport
import Testing

@testable import ScrollAnalysis

/// Against scripts/reference/batch.py.
struct BatchReportTests {
  private struct Reference: Decodable {
    struct Line: Decodable {
      let slope: Double
      let standardError: Double
      let pValue: Double
    }
    let values: [Double]
    let errors: [Double]
    let spread: Double
    let quantiles: [Double]
    let drift: Line
    let days: [Double]
    let driftOverDays: Line
    let outliers: [[Double]]
  }

  private let reference: Reference
  private let name = BatchCollection.ConstantName(
    phase: "deceleration", axis: "y", model: "deceleration", name: "decayConstant", unit: "1/s")

  init() throws {
    let url = URL(filePath: fixtures).appending(path: "reference/batch.json")
    reference = try JSONDecoder().decode(Reference.self, from: Data(contentsOf: url))
  }

  /// A recording for each value of the reference.
  private func collection(
    keys: [String] = [], candidates: [String] = [], values: [Double]? = nil, errors: [Double]? = nil,
    time: (Int) -> Double? = { _ in nil },
    groups: (Int) -> [String: String] = { _ in [:] }
  ) -> BatchCollection {
    let values = values ?? reference.values, errors = errors ?? reference.errors
    var collection = BatchCollection(
      recordingCount: values.count, failedCount: 0, keys: keys, candidateKeys: candidates,
      recordings: values.indices.map {
        .init(
          source: "\($0)", line: nil, series: nil, position: $0, part: 0, contentHash: "", time: time($0),
          groups: groups($0))
      })
    for index in values.indices {
      collection.add(
        .init(recording: index, fit: 0, value: values[index], standardError: errors[index]), of: name)
    }
    return collection
  }

  /// Two engines, 2 and 4 1/s to a thousandth.
  @Test("A key whose groups have values of their own is named, one that cuts across them is not")
  func mixtures() throws {
    let values: [Double] = (0..<12).map { index in
      let engine: Double = index % 2 == 0 ? 2 : 4
      return engine + Double(index / 2) / 1000
    }
    func found(_ values: [Double], _ candidates: [String]) -> [ConstantMixture] {
      let errors = Array(repeating: 1e-4, count: values.count)
      let all = collection(
        candidates: candidates, values: values, errors: errors,
        groups: { ["engine": "\($0 % 2)", "half": "\($0 / 6)"] })
      return BatchReport(all).mixtures
    }
    let alike: [Double] = values.indices.map { 2 + Double($0 % 3) / 100_000 }
    #expect(found(values, ["half", "engine"]).map(\.key) == ["engine"])
    #expect(found(values, ["half"]).isEmpty && found(values, []).isEmpty)
    let mixture = try #require(found(values, ["engine"]).first)
    #expect(mixture.groupCount == 2 && mixture.pValue < 1e-9)
    #expect(mixture.betweenDeviation > 1 && mixture.withinGroups < 0.003)
    #expect(found(alike, ["half", "engine"]).isEmpty)
  }

  private func only(_ collection: BatchCollection) throws -> ConstantDistribution {
    let constants = BatchReport(collection).constants
    return try #require(constants.count == 1 ? constants.first : nil)
  }

  private func isClose(_ a: Double, _ b: Double, _ tolerance: Double = 1e-12) -> Bool {
    abs(a - b) <= tolerance * abs(b)
  }

  @Test func quantilesAndOutliers() throws {
    let found = try only(collection())
    #expect(zip(found.all.quantiles, reference.quantiles).allSatisfy { isClose($0, $1) })
    #expect(
      found.outliers.map(\.reference.recording.source) == reference.outliers.map { "\(Int($0[0]))" })
    #expect(zip(found.outliers, reference.outliers).allSatisfy { isClose($0.score, $1[1]) })
    #expect(found.outliers.map(\.x) == reference.outliers.map { $0[0] })
  }

  private func drift(_ collection: BatchCollection) -> ConstantDrift? {
    ConstantDrift(
      collection.constants[0].observations, of: collection.recordings, betweenDeviation: reference.spread)
  }

  private func expect(_ drift: ConstantDrift, _ line: Reference.Line) {
    #expect(isClose(drift.slope, line.slope, 1e-9))
    #expect(isClose(drift.standardError, line.standardError, 1e-9))
    #expect(isClose(drift.pValue, line.pValue, 1e-8))
  }

  @Test func driftAlongTheInput() throws {
    let drift = try #require(self.drift(collection()))
    expect(drift, reference.drift)
    #expect(drift.order == .input && drift.count == 23 && drift.origin == 0)
    #expect(self.drift(collection(values: [1, 2], errors: [1, 1])) == nil)
  }

  @Test func driftOverTime() throws {
    // From some day on, of a calendar's clock.
    let start = 1.7e9
    let drift = try #require(self.drift(collection(time: { start + 86_400 * reference.days[$0] })))
    expect(drift, reference.driftOverDays)
    #expect(drift.order == .time && drift.count == 23)
    // Half of the recordings are enough, fewer are not; all at once tell no order.
    #expect(self.drift(collection(time: { $0 < 12 ? start + 86_400 * Double($0) : nil }))?.count == 12)
    #expect(self.drift(collection(time: { $0 < 11 ? start + 86_400 * Double($0) : nil }))?.order == .input)
    #expect(self.drift(collection(time: { _ in start }))?.order == .input)
    let some = try only(collection(time: { $0 < 12 ? start + 86_400 * Double($0) : nil }))
    #expect(some.points.map(\.x) == (0..<12).map(Double.init))
  }

  @Test("Groups that differ are distinguished; a key that has one value, or none, groups nothing")
  func groups() throws {
    let found = try only(
      collection(keys: ["device", "os", "app"], groups: { ["device": $0 < 12 ? "a" : "b", "os": "1"] }))
    #expect(found.groups.map(\.key) == ["device"])
    let device = try #require(found.groups.first)
    #expect(device.groups.map(\.value) == ["a", "b"] && device.groups.map(\.summary.count) == [12, 11])
    let histogram = try #require(found.histogram)
    #expect(
      zip(device.groups[0].counts, device.groups[1].counts).map(+) == histogram.counts
        && histogram.counts.reduce(0, +) + histogram.outside == 23)
    let apart = reference.values.enumerated().map { $1 + ($0 < 12 ? 0 : 5) }
    let told = try only(
      collection(keys: ["device"], values: apart, groups: { ["device": $0 < 12 ? "a" : "b"] }))
    #expect(try #require(told.groups.first?.pValue) < 1e-6 && (device.pValue ?? 0) > 0.01)
  }

  @Test func nothingToTell() throws {
    #expect(BatchReport(collection(values: [], errors: [])).constants.isEmpty)
    let found = try only(
      collection(values: [2, 2, 2, 2, 2], errors: [0, 0, 0, 0, 0]))
    #expect(found.all.quantiles == [2, 2, 2, 2, 2] && found.outliers.isEmpty && found.drift == nil)
    #expect(found.histogram == nil && found.all.joint == nil)
  }

  @Test("Bins of equal width hold every value but those far out")
  func histogram() throws {
    let values = (0..<200).map { Double($0) } + [1e6, -1e6]
    let found = try only(collection(values: values, errors: values.map { _ in 1 }))
    let histogram = try #require(found.histogram)
    // Freedman and Diaconis: IQR 100.5, n 202, over 0…199 and three IQRs beyond the quartiles.
    #expect(histogram.outside == 2 && histogram.counts.reduce(0, +) == 200)
    #expect(histogram.range.upperBound < 602 && histogram.range.lowerBound > -402)
    let width = 2 * (found.all.quantiles[3] - found.all.quantiles[1]) / pow(202, 1.0 / 3)
    #expect(histogram.width <= width && histogram.width > 0.9 * width)
  }

  /// The quartiles of two engines in one group lie in different ones of them.
  @Test func histogramOfAMixture() throws {
    let values = (0..<120).map { ($0 < 60 ? 2.0 : 2.8) + 1e-3 * Double($0 % 7) }
    let found = try only(collection(values: values, errors: values.map { _ in 1 }))
    // Sturges: log₂ 120 + 1 = 7.9.
    #expect(try #require(found.histogram).counts.count == 8)
  }
}
