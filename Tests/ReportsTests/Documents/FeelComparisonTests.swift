import Foundation
import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels
import TestSupport
import Testing

@testable import FitJSON
@testable import Reports

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The reports of `compare`, the baseline and the JUnit file.
struct FeelComparisonTests {
  private static func motion(
    _ phase: PhaseKind, _ model: MotionModel, _ constants: [(String, String, Double, Double)],
    speed: Double? = 3000,
    group: String? = nil
  ) -> RecordedMotion {
    RecordedMotion(
      phase: phase, source: Samples.hostileName, series: nil, axis: .y, speed: speed,
      groups: group.map { ["device": $0] } ?? [:],
      models: [
        ModelFit(
          model: model, aicc: -120.25, lackOfFit: 0.1 / 3, degreesOfFreedom: 100,
          constants: constants.map { .init(name: $0.0, unit: $0.1, value: $0.2, standardError: $0.3) },
          correlations: constants.count == 2 ? [-0.9] : [])
      ])
  }

  private static func set(_ name: String, constant: Double, damping: Double, error: Double = 1e-5)
    -> MotionSet
  {
    MotionSet(
      name: name, unit: "pt", pixels: 3,
      motions: [constant, constant + 1e-5].map { value in
        RecordedMotion(
          phase: .deceleration, source: "a.csv", series: "1", axis: .y, speed: 3000,
          groups: ["device": Samples.hostileName],
          models: [
            ModelFit(
              model: "deceleration", aicc: -100, lackOfFit: 0, degreesOfFreedom: nil,
              constants: [.init(name: "decayConstant", unit: "1/s", value: value, standardError: error)],
              correlations: [])
          ])
      } + [
        motion(.bounce, "bounce", [("damping", "1/s", damping, 1e-6)]),
        motion(
          .rubberBand, "rubber-band", [("coefficient", "", 0.55, 1e-4), ("dimension", "pt", 812, 2)],
          speed: nil),
      ])
  }

  private let a = set(Samples.hostileName, constant: 2.002, damping: 10.9)

  @Test("A return that takes longer than it is followed has no percentage of delay")
  func endlessReturn() throws {
    let later = try compared(damping: 9).differences
    #expect(later.count == 1 && later[0].wholeMatch(of: #/a bounce returns \d+ % later/#) != nil, "\(later)")
    #expect(try compared(damping: 0.01).differences == ["a bounce does not return within 10 s"])
  }

  private func compared(constant: Double = 2.002, damping: Double = 10.9, error: Double = 1e-5) throws
    -> FeelComparison
  {
    try FeelComparison(
      a, Self.set("B & <co>", constant: constant, damping: damping, error: error), groupKeys: ["device"])
  }

  @Test("A comparison as JSON") func json() throws {
    let comparison = try compared(constant: 2.102)
    let text = ReportFormat.json.render(comparison)
    let root = try parse(text)
    #expect(root["schema"] as? String == "scrollfit.compare/1")
    #expect(root["limit"] as? Double == 0.5 && root["verdict"] as? String == "different")
    #expect(
      try keys(text)
        == [
          "schema", "limit", "verdict", "parameters", "motion", "sameWithin", "confidence", "a", "b",
          "phases",
          "uncompared", "ends", "engine", "flings", "ignoresMissing", "groups", "warnings",
        ])
    let parameters = try #require(root["parameters"] as? [[String: Any]])
    #expect(
      parameters.map { $0["name"] as? String } == ["coefficient", "dimension", "decayConstant", "damping"])
    let constant = parameters[2]
    #expect((constant["a"] as? [String: Any])?["count"] as? Int == 2)
    // Foundation reads numbers to the last but one digit.
    func isSame(_ value: Any?, _ number: Double?) -> Bool {
      guard let value = value as? Double, let number else { return false }
      return abs(value - number) <= 1e-13
    }
    #expect(isSame(constant["difference"], comparison.phases[1].constants[0].difference))
    #expect((constant["interval"] as? [Double])?.count == 2)
    for key in ["phase", "unit", "pValue", "detectable"] { #expect(constant[key] != nil) }
    let motions = try #require(root["motion"] as? [[String: Any]])
    #expect(motions.count == 4 + 4 + 7)
    let fling = motions[5]
    let felt = comparison.phases[1].gestures[1]
    #expect(fling["gesture"] as? String == "fling at 1000 pt/s" && fling["unit"] as? String == "pt")
    #expect(isSame(fling["largest"], felt.largest) && isSame(fling["final"], felt.final))
    #expect(isSame(fling["largestPixels"], felt.largest * 3))
    #expect(isSame((fling["settlingTime"] as? [String: Any])?["b"], felt.settlingB))
    #expect(!text.contains("\u{1b}"))
  }

  @Test func numbersWithoutValueAreNullAndExplained() throws {
    // One standard error below, B never stops.
    let comparison = try FeelComparison(a, Self.set("B", constant: 0.1, damping: 10.9, error: 0.5))
    let text = ReportFormat.json.render(comparison)
    let root = try parse(text)
    let fling = try #require((root["motion"] as? [[String: Any]])?[4])
    #expect(fling["high"] is NSNull && fling["verdict"] as? String == "undecided")
    let warnings = try #require(root["warnings"] as? [String])
    #expect(warnings.contains("fling: the data do not bound the motion of a fling at 500 pt/s"))
    #expect(!text.contains("inf") && !text.contains("nan,"))
  }

  @Test("An end of flings that differs is in every report") func ends() throws {
    func set(_ name: String, _ share: Double) -> MotionSet {
      let own = Self.set(name, constant: 2.002, damping: 10.9)
      return MotionSet(
        name: name, unit: "pt", pixels: 3, motions: own.motions,
        flingEnds: [0.99, 1, 1.01].map {
          FlingEnd(
            kind: .edge, source: "a.csv", series: nil, axis: .y, value: share * $0, standardError: 0.001,
            degreesOfFreedom: .infinity, frameEffect: 0, speed: 2000)
        })
    }
    let comparison = try FeelComparison(set("A", 1), set("B", 0.25))
    #expect(comparison.differences == ["an edge hit at 2000 pt/s goes 51 pt less far beyond the edge"])
    let text = ReportFormat.text.render(comparison)
    #expect(
      text.contains("velocity at the edge  different: the content leaves the edge with 0.25"), "\(text)")
    #expect(comparison.junit(onlySame: true).contains(#"<testsuite name="velocity at the edge""#))
    #expect(
      comparison.annotations(onlySame: true).contains("title=velocity at the edge%3A B against A::different"))
    let root = try parse(ReportFormat.json.render(comparison))
    let ends = try #require(root["ends"] as? [[String: Any]])
    #expect(ends.map { $0["kind"] as? String } == ["edge"] && ends[0]["verdict"] as? String == "different")
  }

  @Test func baselineRoundTrip() throws {
    let ends = [FlingEnd.Kind.edge, .rest].map {
      FlingEnd(
        kind: $0, source: "a.csv", series: nil, axis: .y, value: 1 / 3.0, standardError: 0.001,
        degreesOfFreedom: $0 == .edge ? .infinity : 12, frameEffect: 0.36, speed: $0 == .edge ? 2000 : nil)
    }
    let a = MotionSet(name: a.name, unit: a.unit, pixels: a.pixels, motions: a.motions, flingEnds: ends)
    let text = ReportFormat.json.render(a)
    let read = try MotionSet(baseline: JSONValue(json: Array(text.utf8)))
    #expect(read == a)
    #expect(ReportFormat.json.render(read) == text)
    for constant in [2.002, 2.0021, 2.102] {
      let other = Self.set("B", constant: constant, damping: 10.9)
      #expect(try FeelComparison(read, other) == FeelComparison(a, other))
    }
  }

  private func change(_ from: String, _ to: String) throws -> String {
    let text = ReportFormat.json.render(a)
    try #require(text.contains(from))
    let changed = text.replacing(from, with: to, maxReplacements: 1)
    do {
      _ = try MotionSet(baseline: JSONValue(json: Array(changed.utf8)))
      return "read"
    } catch { return "\(error)" }
  }

  @Test func baselinesThatAreNone() throws {
    #expect(
      try change("baseline/1", "baseline/2")
        == "is of the schema 'scrollfit.baseline/2', not 'scrollfit.baseline/1': save the baseline anew")
    #expect(
      try change("\"schema\"", "\"scheme\"")
        == "is no baseline: it names no schema, where 'scrollfit.baseline/1' must stand")
    #expect(try change("\"unit\": \"pt\"", "\"unit\": \"km\"") == "unit must be pt or px")
    #expect(
      try change("\"law\": \"bounce\"", "\"law\": \"jump\"")
        == "motions[2].laws[0].law must be a model of this program")
    #expect(
      try change("\"law\": \"bounce\"", "\"law\": \"spring\"")
        == "motions[2].laws[0].constants must be those of the model: naturalFrequency, dampingRatio")
    #expect(
      try change("\"standardError\": 1e-05", "\"standardError\": -1")
        == "motions[0].laws[0].constants[0].standardError must be at least 0.0")
    #expect(try change("\"correlations\": [-0.9]", "\"correlations\": [-1.9]").contains("from -1.0 to 1.0"))
    #expect(try change("\"correlations\": [-0.9]", "\"correlations\": []").contains("each pair"))
    #expect(try change("\"value\": 2.002,", "\"value\": null,").hasSuffix("value must be a number"))
    #expect(
      try change("\"phase\": \"bounce\"", "\"phase\": \"rest\"")
        == "motions[2].phase must be a phase with a model")
    #expect(try change("\"warnings\": []", "\"warnings\": {}") == "warnings must be a list")
    #expect(try change("\"groups\": {}", "\"groups\": {\"os\": 17}") == "motions[2].groups.os must be a text")
  }

  /// Counts what a reader of XML finds, and fails on what is not well formed.
  private final class Reader: NSObject, XMLParserDelegate {
    var cases: [String] = []
    var failures: [String] = []
    var skipped: [String] = []
    var suites: [[String: String]] = []
    var root: [String: String] = [:]
    var types: [String] = []
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      switch name {
      case "testsuites": root = attributes
      case "testsuite": suites.append(attributes)
      case "testcase": cases.append("\(attributes["classname"] ?? "") \(attributes["name"] ?? "")")
      case "failure":
        failures.append(attributes["message"] ?? "")
        types.append(attributes["type"] ?? "")
      case "skipped": skipped.append(attributes["message"] ?? "")
      default: Issue.record("an element \(name)")
      }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }
  }

  private func read(_ xml: String) throws -> Reader {
    let reader = Reader()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return reader
  }

  @Test("A comparison as JUnit") func junit() throws {
    let comparison = try compared(constant: 2.102)
    let found = try read(comparison.junit(onlySame: false))
    #expect(found.suites.map { $0["name"] } == ["overscroll drag", "fling", "bounce"])
    #expect(found.cases.count == 7 + 6 + 9)
    #expect(found.root["tests"] == "22" && found.root["failures"] == "\(found.failures.count)")
    // The phase, its constant and its four flings.
    #expect(found.failures.count == 6 && found.suites[1]["failures"] == "6" && found.skipped.count >= 1)
    #expect(found.failures.contains { $0.contains("p < 0.001") })
    #expect(found.cases.contains("fling.gesture fling at 4000 pt/s"))
    let name = try #require(found.root["name"])
    // The escape is no character of XML, the line feed stays one.
    #expect(name.contains("<img onerror=alert(1)>|\"a_b`*\n,🛼\u{fffd}[31m") && name.hasSuffix("B & <co>"))
    let alike = try read(compared().junit(onlySame: false))
    #expect(alike.failures.isEmpty && alike.root["failures"] == "0")
  }

  @Test("A phase that one side lacks has a failing suite, and failures have a type and a text of their own")
  func junitOfAMissingPhase() throws {
    let flings = MotionSet(
      name: "B", unit: "pt", pixels: 3, motions: a.motions.filter { $0.phase == .deceleration })
    let found = try read(FeelComparison(a, flings).junit(onlySame: false))
    #expect(found.suites.map { $0["name"] } == ["overscroll drag", "bounce", "fling"])
    #expect(
      found.failures == ["overscroll drag: 1 motion of A, none of B", "bounce: 1 motion of A, none of B"])
    #expect(found.types == ["different", "different"])
    #expect(found.text.contains("bounce: 1 motion of A, none of B") && found.text.contains("--html FILE"))
    let ignoring = try read(FeelComparison(a, flings, ignoresMissing: true).junit(onlySame: true))
    #expect(ignoring.failures.isEmpty && ignoring.skipped.count { $0.contains("none of B") } == 2)
    let text = ReportFormat.text.render(try FeelComparison(a, flings))
    #expect(text.contains("different: B has no overscroll drag and no bounce"))
  }

  @Test func junitOfWhatCannotBeTold() throws {
    let comparison = try compared(error: 0.01)
    #expect(comparison.equivalence == .undecided)
    let found = try read(comparison.junit(onlySame: false))
    #expect(found.failures.isEmpty && found.skipped.contains { $0.contains("on each side would decide") })
    let strict = try read(comparison.junit(onlySame: true))
    #expect(strict.skipped == ["not covered: record fling at 4000 pt/s (recorded up to 3000 pt/s)"])
    #expect(strict.failures.count + strict.skipped.count == found.skipped.count)
  }

  @Test("A comparison as text and Markdown") func texts() throws {
    let text = ReportFormat.text.render(try compared(constant: 2.102))
    #expect(
      text.contains("different") && text.contains("fling at 1000 pt/s") && text.contains("decayConstant"))
    #expect(!text.contains("\u{1b}") && text.contains("\\u{1b}"))
    #expect(text.contains("by device"))
    #expect(ReportFormat.text.render(try compared(error: 0.01)).contains("more of A and"))
    let markdown = ReportFormat.markdown.render(try compared())
    #expect(markdown.contains("| fling at 1000 pt/s |") && !markdown.contains("<img"))
    #expect(ReportFormat.text.render(a).contains("2.002000 ± 0.000010 1/s"))
  }

  @Test("The page begins with the largest difference of a gesture that the recordings cover")
  func coveredFirst() throws {
    let html = try compared(error: 0.01).page.html()
    let table = try #require(
      html.split(separator: "not covered ones last</caption>").last?.split(separator: "</table>").first)
    let rows = table.split(separator: "<tr>").dropFirst(2)
    #expect(rows.count { $0.contains("not covered") } == 1)
    #expect(rows.last?.contains("fling at 4000 pt/s") == true && rows.last?.contains("not covered") == true)
  }

  @Test("A comparison as CSV") func csv() throws {
    let comparison = try compared(constant: 2.102)
    let lines = ReportFormat.csv.render(comparison).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines[0]
        == "phase,kind,name,unit,a,aStandardError,aCount,b,bStandardError,bCount,difference,low,high,pValue,"
        + "detectable,final,verdict")
    let fling = try #require(lines.first { $0.contains("fling at 1000 pt/s") })
    #expect(fling.hasPrefix("deceleration,motion,fling at 1000 pt/s,pt,") && fling.hasSuffix(",different"))
    #expect(lines.contains { $0.hasPrefix("deceleration,parameter,decayConstant,1/s,") })
    let rows = ReportFormat.csv.render(a).split(separator: "\n")
    #expect(rows.contains { $0.hasSuffix(",deceleration,deceleration,-100.0,decayConstant,1/s,2.002,1e-05") })
  }
}
