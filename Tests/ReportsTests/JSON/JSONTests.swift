import Foundation
import Recordings
import ScrollAnalysis
import ScrollFitting
import Testing

@testable import FitJSON
@testable import Reports

/// An object of the parsed text, for walking by key.
func parse(_ text: String) throws -> [String: Any] {
  try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}

/// The keys of the object that follows `marker`, in the order they stand in the text. Objects within are stepped over.
func keys(_ text: String, after marker: String = "") throws -> [String] {
  let start = marker.isEmpty ? text.startIndex : try #require(text.range(of: marker)).upperBound
  var depth = 0, keys: [String] = [], quoted: String?, escaped = false, last = ""
  for character in text[start...] {
    if let current = quoted {
      if !escaped, character == "\"" {
        last = current
        quoted = nil
      } else {
        quoted = current + String(character)
      }
      escaped = !escaped && character == "\\"
      continue
    }
    switch character {
    case "\"": quoted = ""
    case "{", "[": depth += 1
    case "}", "]":
      depth -= 1
      if depth == 0 { return keys }
    case ":": if depth == 1 { keys.append(last) }
    default: break
    }
  }
  return keys
}

struct JSONWriterTests {
  @Test(arguments: [
    "", "\"\\/", "\n\r\t\u{8}\u{c}\0\u{1b}\u{7f}\u{85}", "a\u{2028}b\u{2029}", "🛼 é \r\n",
    Samples.hostileName,
  ])
  func stringsReadBack(_ text: String) throws {
    let written = JSONWriter().write(["text": .string(text)])
    #expect(try parse(written)["text"] as? String == text)
    #expect(
      !written.unicodeScalars.dropLast().contains {
        ($0.value < 32 && $0 != "\n") || (0x7f..<0xa0).contains($0.value)
      })
  }

  @Test(arguments: [
    0, -0.0, 1, 0.1, .leastNonzeroMagnitude, .leastNonzeroMagnitude * 2024, 1e300, 1e16,
    .greatestFiniteMagnitude, 2.0020026706730774,
  ])
  func numbersReadBack(_ value: Double) throws {
    let written = JSONWriter.line(.number(value))
    #expect(Double(written)?.bitPattern == value.bitPattern)
    // Foundation's parser may miss the nearest double by one.
    let parsed = try #require(parse("{\"a\": \(written)}")["a"] as? Double)
    #expect(abs(parsed - value) <= value.ulp)
  }

  @Test("JSON is broken into lines where it is long") func layout() {
    let value: JSONValue = [
      "schema": .string("s"), "empty": .array([]), "numbers": .numbers((0..<40).map(Double.init)),
      "small": ["a": .integer(1), "b": .null],
      "large": ["name": .string(String(repeating: "x", count: 100)), "flag": .bool(true)],
    ]
    let numbers = (0..<40).map { "\($0).0" }.joined(separator: ", ")
    #expect(
      JSONWriter().write(value) == """
        {
          "schema": "s",
          "empty": [],
          "numbers": [\(numbers)],
          "small": {"a": 1, "b": null},
          "large": {
            "name": "\(String(repeating: "x", count: 100))",
            "flag": true
          }
        }

        """)
  }

  @Test func everyNotFiniteNumberHasItsReason() throws {
    let value = JSONValue.object(
      [
        "from": .number(.nan),
        "list": .array([["name": .string("rest"), "value": .number(.infinity), "low": .number(-.infinity)]]),
        "known": .number(.nan),
      ], warnings: ["known does not exist"])
    let object = try parse(JSONWriter().write(value))
    #expect(object["from"] is NSNull && object["known"] is NSNull)
    #expect(
      object["warnings"] as? [String] == [
        "known does not exist", "from has no finite value: null", "rest has no finite value: null",
        "rest.low has no finite value: null",
      ])
  }
}

struct FitJSONTests {
  @Test func keysAndOrder() throws {
    let text = ReportFormat.json.render(Samples.analysis)
    #expect(
      try keys(text) == ["schema", "recordings", "fits", "crossings", "comparisons", "joint", "across"])
    #expect(
      try keys(text, after: "\"recordings\": [") == [
        "source", "series", "format", "timeOrigin", "frameInterval", "frameRate", "variableFrameRate",
        "droppedFrames", "longestGap", "grid",
        "edges",
        "phases",
        "cleaning", "warnings",
      ])
    #expect(
      try keys(text, after: "\"phases\": [") == [
        "axis", "kind", "from", "fromError", "to", "toError", "samples", "alternatives", "evidence",
      ])
    #expect(try keys(text, after: "\"cleaning\": [") == ["what", "count", "lines"])
    #expect(
      try keys(text, after: "\"fits\": [") == [
        "source", "series", "axis", "phase", "from", "to", "samples", "model", "estimator", "parameters",
        "derived",
        "residuals", "adequacy", "selection", "termination", "against", "path", "correlations", "noise",
        "loss", "intervals", "curve", "sensitivity", "warnings",
      ])
    #expect(
      try keys(text, after: "\"parameters\": [") == [
        "name", "unit", "value", "standardError", "interval", "fixed", "shared",
      ])
    #expect(
      try keys(text, after: "\"residuals\":") == [
        "count", "degreesOfFreedom", "sumOfSquares", "rms", "maximum", "durbinWatson", "runsP", "grid",
        "floor",
      ])
    #expect(
      try keys(text, after: "\"adequacy\":") == [
        "verdict", "structure", "excess", "excessOfTravel", "reason",
      ])
    #expect(try keys(text, after: "\"selection\":") == ["aicc", "bic", "rSquared", "weights"])
    #expect(try keys(text, after: "\"weights\": [") == ["model", "aicc", "weight"])
    #expect(
      try keys(text, after: "\"termination\":") == ["reason", "converged", "iterations", "evaluations"])
    #expect(
      try keys(text, after: "\"against\": [") == ["reference", "parameter", "expected", "difference", "z"])
    #expect(try keys(text, after: "\"path\": [") == ["parameters", "cost"])
  }

  @Test("Numbers of JSON have all their digits") func values() throws {
    let fit = Samples.fit(derived: [Samples.damping])
    let text = ReportFormat.json.render(Analysis(recordings: [], fits: [fit]))
    let object = try #require(parse(text)["fits"] as? [[String: Any]]).first
    let parameters = try #require(object?["parameters"] as? [[String: Any]])
    #expect(parameters[0]["fixed"] as? Bool == true)
    #expect(parameters[0]["standardError"] is NSNull && parameters[0]["interval"] is NSNull)
    #expect(parameters[1]["value"] as? Double == 10.9038123)
    #expect(parameters[1]["interval"] as? [Double] == [10.89231, 10.91532])
    let derived = try #require(object?["derived"] as? [[String: Any]])
    #expect(derived[0].keys.sorted() == ["interval", "name", "standardError", "unit", "value"])
    #expect((object?["termination"] as? [String: Any])?["reason"] as? String == "gradient")
    #expect(object?["warnings"] as? [String] == ["a wide, \"quoted\" warning"])
  }

  @Test func hostileAndNotFinite() throws {
    let object = try parse(ReportFormat.json.render(Samples.hostile))
    let fit = try #require((object["fits"] as? [[String: Any]])?.first)
    #expect(fit["source"] as? String == Samples.hostileName)
    let derived = try #require((fit["derived"] as? [[String: Any]])?.first)
    #expect(derived["value"] is NSNull && derived["standardError"] is NSNull)
    let warnings = try #require(fit["warnings"] as? [String])
    #expect(
      warnings.dropFirst() == [
        "destination has no finite value: null", "destination.standardError has no finite value: null",
        "destination.interval has no finite value: null",
      ])
    let recording = try #require((object["recordings"] as? [[String: Any]])?.first)
    #expect(
      recording["warnings"] as? [String] == ["taken as one phase", "edges.y has no finite value: null"])
  }

  @Test("A line of a batch has a fit as a report has it, whether its numbers are finite or not")
  func lineOfBatch() {
    for fit in Samples.analysis.fits + Samples.hostile.fits {
      let record = BatchRecord(series: nil, recording: nil, facts: [:], fits: [fit], problem: nil)
      let entry = BatchEntry(position: 0, source: "a.csv", line: nil, content: .file)
      let line = BatchLine(record, answer: nil, of: entry, contentHash: nil)
      #expect(
        String(decoding: line.bytes, as: UTF8.self).contains(
          "\"fits\": [\(JSONWriter.line(fit.json))]"))
    }
  }

  @Test func aWarningThatNamesTheQuantityIsEnough() throws {
    let fit = Samples.fit(derived: [Samples.destination], warnings: ["no destination: the motion speeds up"])
    let object = try parse(ReportFormat.json.render(Analysis(recordings: [], fits: [fit])))
    let warnings = (object["fits"] as? [[String: Any]])?.first?["warnings"] as? [String]
    #expect(warnings == ["no destination: the motion speeds up"])
  }

  @Test("A JSON report without fits keeps its keys") func empty() throws {
    #expect(
      ReportFormat.json.render(Analysis(recordings: [], fits: [])) == """
        {
          "schema": "scrollfit.fit/1",
          "recordings": [],
          "fits": [],
          "crossings": [],
          "comparisons": [],
          "joint": [],
          "across": []
        }

        """)
  }
}

struct OtherJSONTests {
  @Test("A projection as JSON") func projection() throws {
    let text = ReportFormat.json.render(Samples.projection)
    #expect(try keys(text) == ["schema", "table", "regression", "regressions", "warnings"])
    #expect(
      try keys(text, after: "\"table\": [") == [
        "decelerationRate", "velocity", "apple", "log", "difference", "relative",
      ])
    #expect(
      try keys(text, after: "\"regression\":").prefix(6) == [
        "count", "slope", "stopVelocity", "slopeThroughOrigin", "residuals", "verdicts",
      ])
    #expect(try keys(text, after: "\"slope\":") == ["value", "standardError", "interval", "unit"])
    #expect(try keys(text, after: "\"verdicts\": [") == ["formula", "expected", "z", "holds"])
    #expect(try keys(text, after: "\"regressions\": [").first == "decelerationRate")
    let object = try parse(text)
    let log = try #require((object["table"] as? [[String: Any]])?[0]["log"] as? Double)
    #expect(abs(log - 499.49983316645526) < 1e-12)
    let none = ProjectionAnalysis(table: [], regressions: [])
    #expect(try parse(ReportFormat.json.render(none))["regression"] is NSNull)
  }

  @Test("Claims as JSON") func claims() throws {
    let text = ReportFormat.json.render(Samples.claims)
    #expect(try keys(text) == ["schema", "claims", "warnings"])
    #expect(
      try keys(text, after: "\"claims\": [") == [
        "id", "article", "statement", "published", "value", "standardError", "interval", "unit", "components",
        "verdict", "detail",
      ])
    #expect(try keys(text, after: "\"components\":") == ["c2", "c1"])
    let claims = try #require(parse(text)["claims"] as? [[String: Any]])
    #expect(claims[0]["verdict"] as? String == "confirmed")
    #expect(claims[1]["verdict"] is NSNull && claims[1]["published"] is NSNull)
  }
}
