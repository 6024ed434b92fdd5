import Foundation
import Recordings
import Synchronization
import TestSupport
import Testing

@testable import ScrollAnalysis
@testable import ScrollFitting

/// One value for all recordings of a group, against scripts/reference/batch.py and against `fit --joint`.
struct BatchJointTests {
  private struct Reference: Decodable {
    struct Recording: Decodable {
      let t: [Double]
      let y: [Double]
    }
    struct Separate: Decodable {
      let value: Double
      let standardError: Double
      let statistic: Double
      let pValue: Double
    }
    struct Constant: Decodable {
      let name: String
      let value: Double
      let standardError: Double
      let statistic: Double
      let degreesOfFreedom: [Int]
      let pValue: Double
      let separate: Separate
    }
    struct Law: Decodable {
      let recordings: [Recording]
      let constants: [Constant]
    }
    let deceleration: Law
    let rubberBand: Law
  }

  private let reference: Reference

  init() throws {
    let url = URL(filePath: fixtures).appending(path: "reference/batch.json")
    reference = try JSONDecoder().decode(Reference.self, from: Data(contentsOf: url))
  }

  private func entries(_ law: Reference.Law) -> [BatchEntry] {
    law.recordings.enumerated().map { index, recording in
      let line = "{\"id\": \"\(index)\", \"t\": \(recording.t), \"y\": \(recording.y)}"
      return BatchEntry(
        position: index, source: "many.ndjson", line: index + 1, content: .bytes(Array(line.utf8)))
    }
  }

  private func analyzer(_ model: String) -> BatchAnalyzer {
    var options = FitOptions()
    options.model = ModelSelection(model)
    options.noise = NoiseModel.none
    var reading = ReadingOptions()
    if model == "rubber-band" { reading.columns = ["finger": "t", "time": "none"] }
    return BatchAnalyzer(reading: reading, options: options)
  }

  /// The report of a store with the entries, in two groups beside all.
  private func collection(_ entries: [BatchEntry], _ analyzer: BatchAnalyzer) throws -> BatchCollection {
    var collection = BatchCollection(
      recordingCount: entries.count, failedCount: 0, keys: ["device"],
      recordings: entries.map {
        .init(
          source: $0.source, line: $0.line, series: nil, position: $0.position, part: 0, contentHash: "",
          time: nil, groups: ["device": $0.position < 2 ? "a" : "b"])
      })
    for entry in entries {
      guard case .bytes = entry.content else { continue }
      let fit = try #require(analyzer.records(of: entry).first?.fits.first)
      for estimate in fit.parameters + fit.derived {
        guard let error = estimate.standardError else { continue }
        collection.add(
          .init(recording: entry.position, fit: 0, value: estimate.value, standardError: error),
          of: .init(
            phase: fit.phase, axis: "y", model: fit.model.id, name: estimate.name, unit: estimate.unit))
      }
    }
    return collection
  }

  private func report(
    _ collection: BatchCollection, _ analyzer: BatchAnalyzer, jobs: Int, reading entries: [BatchEntry]
  ) -> BatchReport {
    let rest = Mutex(entries[...])
    return BatchReport(
      collection, joint: analyzer.jointValues(of: collection, jobs: jobs) { rest.withLock { $0.popFirst() } })
  }

  private func isClose(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool {
    abs(a - b) <= tolerance * abs(b)
  }

  @Test(arguments: ["deceleration", "rubber-band"])
  func asTheReferenceSays(_ model: String) throws {
    let law = model == "deceleration" ? reference.deceleration : reference.rubberBand
    let entries = entries(law), analyzer = analyzer(model)
    let collection = try collection(entries, analyzer)
    let report = report(collection, analyzer, jobs: 2, reading: entries)
    #expect(report == self.report(collection, analyzer, jobs: 1, reading: entries))
    for expected in law.constants {
      let constant = try #require(report.constants.first { $0.constant.name == expected.name })
      let joint = try #require(constant.all.joint)
      #expect(joint.method == .samples && joint.count == law.recordings.count)
      #expect(isClose(joint.value, expected.value, 1e-8))
      #expect(isClose(joint.standardError, expected.standardError, 1e-5))
      #expect(isClose(joint.statistic, expected.statistic, 1e-5))
      #expect([joint.equalities, joint.degreesOfFreedom ?? 0] == expected.degreesOfFreedom)
      #expect(isClose(joint.pValue, expected.pValue, 1e-4))
      // Each group of two or more has a value of its own.
      for group in constant.groups.flatMap(\.groups) {
        #expect((group.summary.joint?.method == .samples) == (group.summary.count > 1))
      }
    }
    // Where nothing can be read again, the separate fits are put together, and that is said.
    let separate = BatchReport(collection)
    for expected in law.constants {
      let joint = try #require(
        separate.constants.first { $0.constant.name == expected.name }?.all.joint)
      #expect(joint.method == .separateFits(.notThere) && joint.degreesOfFreedom == nil)
      #expect(isClose(joint.value, expected.separate.value, 1e-8))
      #expect(isClose(joint.standardError, expected.separate.standardError, 1e-5))
      #expect(isClose(joint.statistic, expected.separate.statistic, 1e-4))
      #expect(isClose(joint.pValue, expected.separate.pValue, 1e-4))
    }
  }

  /// With the noise that a batch estimates, and in the groups too.
  @Test func asFitJointSays() throws {
    let entries = entries(reference.deceleration)
    var options = FitOptions()
    options.model = "deceleration"
    let analyzer = BatchAnalyzer(reading: ReadingOptions(), options: options)
    let collection = try collection(entries, analyzer)
    let constant = try #require(
      report(collection, analyzer, jobs: 1, reading: entries).constants.first {
        $0.constant.name == "decayConstant"
      })
    options.joint = ["decayConstant"]
    for (group, summary) in [(0..<4, constant.all)]
      + zip([0..<2, 2..<4], constant.groups[0].groups.map(\.summary))
    {
      let traces = try entries[group].flatMap { try analyzer.traces(of: $0).traces }
      let expected = try #require(Analyzer(options: options).analyze(traces).analysis.joint.first)
      let joint = try #require(summary.joint)
      // A batch begins where a kernel says: the last digits may differ.
      #expect(isClose(joint.value, expected.estimate.value, 1e-9))
      #expect(isClose(joint.standardError, try #require(expected.estimate.standardError), 1e-9))
      #expect(isClose(joint.statistic, expected.fStatistic, 1e-9))
      #expect(isClose(joint.pValue, expected.pValue, 1e-9))
    }
  }

  /// Constants of the gesture's own have no value for all, and one recording shares with nobody.
  @Test func whatIsNotShared() throws {
    let entries = Array(entries(reference.deceleration).prefix(3)), analyzer = analyzer("deceleration")
    let collection = try collection(entries, analyzer)
    let report = report(collection, analyzer, jobs: 1, reading: entries)
    for constant in report.constants {
      #expect((constant.all.joint != nil) == (constant.constant.name == "decayConstant"))
    }
    let shared = try #require(report.constants.first { $0.constant.name == "decayConstant" })
    #expect(shared.groups[0].groups.map { $0.summary.joint != nil } == [true, false])
    // One that is not there takes its group, and all, to the separate fits; the other group is as it was.
    let without = self.report(collection, analyzer, jobs: 1, reading: Array(entries.prefix(2)))
    let left = try #require(without.constants.first { $0.constant.name == "decayConstant" })
    #expect(left.all.joint?.method == .separateFits(.notThere))
    #expect(left.groups[0].groups[0].summary.joint == shared.groups[0].groups[0].summary.joint)
  }

  @Test("A joint value that is not computed has a reason") func whyNot() throws {
    let entries = entries(reference.deceleration)
    let plain = analyzer("deceleration")
    let collection = try collection(entries, plain)
    let changes: [(JointValue.Reason, (inout FitOptions) -> Void)] = [
      (.robustLoss, { $0.loss = .huber }), (.searchedIntervals, { $0.intervals = .profile }),
    ]
    for (reason, change) in changes {
      var options = plain.options
      change(&options)
      let other = BatchAnalyzer(reading: plain.reading, options: options)
      let report = report(collection, other, jobs: 1, reading: entries)
      let methods = Set(report.constants.compactMap(\.all.joint).map { "\($0.method)" })
      #expect(methods == ["\(JointValue.Method.separateFits(reason))"])
    }
  }
}
