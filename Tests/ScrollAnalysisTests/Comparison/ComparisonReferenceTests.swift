import LeastSquares
import Recordings
import TestSupport
import Testing

@testable import ScrollAnalysis

/// Comparisons against SciPy (scripts/reference/compare.py): means, Welch's test, what a person would feel,
/// and how many motions are needed.
struct ComparisonReferenceTests {
  private static let phases = 8

  private func side(_ node: JSONNode, _ test: JSONNode) throws -> [RecordedMotion] {
    let model = try #require(test["law"].text)
    let phase = try #require(test["phase"].text.flatMap(PhaseKind.init))
    return node.list.map { motion in
      Sets.motion(
        phase,
        Sets.fit(
          model, motion["values"].numbers, errors: motion["errors"].numbers,
          lackOfFit: motion["misfit"].number,
          degreesOfFreedom: motion["freedom"].exists ? motion["freedom"].number : nil,
          correlations: motion["correlation"].exists ? [motion["correlation"].number] : []))
    }
  }

  /// A reference without a number stands for an infinite one.
  private func isSame(_ value: Double?, _ node: JSONNode, _ tolerance: Double, floor: Double = 0) -> Bool {
    guard node.exists else { return value == nil || value?.isFinite == false }
    guard let value else { return false }
    return abs(value - node.number) <= tolerance * abs(node.number) + floor
  }

  @Test("A comparison agrees with the reference", arguments: 0..<phases) func agrees(_ index: Int) throws {
    let test = try JSONNode("reference/compare.json")["cases"][index]
    let a = try side(test["motionsA"], test), b = try side(test["motionsB"], test)
    let phase = a[0].phase
    let models = try #require(ModelChoice(a, b, phase: phase))
    let comparison = FeelComparison.PhaseComparison(
      phase, models, unit: "pt",
      test: EquivalenceTest(limit: 0.5, confidence: 0.95, phases: Int(test["phases"].number)))

    #expect(comparison.constants.count == test["constants"].list.count)
    for (constant, node) in zip(comparison.constants, test["constants"].list) {
      #expect(constant.name == node["name"].text)
      for (side, key) in [(constant.a, "a"), (constant.b, "b")] {
        #expect(isSame(side.value, node[key][0], 1e-9))
        #expect(isSame(side.standardError, node[key][1], 1e-6))
        // The spread's likelihood is flat: the search of SciPy ends where it no longer sees a difference.
        #expect(isSame(side.betweenDeviation, node[key][2], 1e-4, floor: 1e-9))
      }
      #expect(isSame(constant.difference, node["difference"], 1e-5, floor: 1e-12))
      #expect(isSame(constant.interval?.lowerBound, node["interval"][0], 1e-5, floor: 1e-9))
      #expect(isSame(constant.interval?.upperBound, node["interval"][1], 1e-5, floor: 1e-9))
      #expect(isSame(constant.pValue, node["pValue"], 1e-4))
      #expect(isSame(constant.detectable, node["detectable"], 1e-5))
      #expect(isSame(constant.degreesOfFreedom, node["freedom"], 1e-5))
    }
    #expect(comparison.gestures.count == test["gestures"].list.count)
    for (gesture, node) in zip(comparison.gestures, test["gestures"].list) {
      #expect(gesture.gesture.name == node["name"].text)
      #expect(gesture.equivalence.rawValue == node["verdict"].text)
      for (value, key) in [
        (gesture.largest, "largest"), (gesture.final, "final"), (gesture.low, "low"), (gesture.high, "high"),
        (gesture.lackOfFit, "misfit"), (gesture.detectable, "detectable"),
      ] {
        #expect(isSame(value, node[key], 1e-5, floor: 1e-9), "\(gesture.gesture.name) \(key)")
      }
      #expect(gesture.needed == (node["needed"].exists ? Int(node["needed"].number) : nil))
      if node["settling"].exists {
        #expect(isSame(gesture.settlingA, node["settling"][0], 1e-9))
        #expect(isSame(gesture.settlingB, node["settling"][1], 1e-9))
      } else {
        #expect(gesture.settlingA == nil && gesture.settlingB == nil)
      }
    }
  }

  @Test func requiredMotionsGiveTheVerdict() throws {
    let rows = try JSONNode("reference/compare.json")["power"].list
    #expect(rows.count == 5)
    for row in rows {
      let deviation = row["deviation"].number
      let pilot = RequiredSampleSize.Side(variance: deviation * deviation / 5, count: 5, degreesOfFreedom: 4)
      let required = RequiredSampleSize(
        test: EquivalenceTest(limit: 0.5, confidence: 0.95, phases: 1), difference: row["difference"].number,
        lackOfFit: 0, directions: 1, a: pilot, b: pilot)
      #expect(required.count == Int(row["needed"].number))
      // What as many motions came to in simulated experiments.
      #expect((0.78...0.84).contains(row["share"].number))
    }
  }
}
