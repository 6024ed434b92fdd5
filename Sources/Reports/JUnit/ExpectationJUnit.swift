import Numerals
import ScrollAnalysis

extension [ExpectationOutcome] {
  /// The rules as JUnit XML: one suite, a case a rule; what cannot be told is skipped.
  ///
  /// The time of a case is that of the recordings, not of the computation: the same recordings give the same bytes.
  ///
  /// - Parameters:
  ///   - seconds: the duration of all recordings.
  ///   - onlySame: whether a rule that cannot be told fails.
  package func junit(source: String, seconds: Double, onlySame: Bool) -> String {
    let cases = map { outcome -> XMLElement in
      let isFailure = outcome.equivalence == .different || onlySame && outcome.equivalence == .undecided
      var result = XMLElement(
        name: isFailure ? "failure" : "skipped", attributes: [("message", outcome.words)],
        text: "\(outcome.rule.text): \(outcome.words)\nrecordings: \(source)")
      if isFailure { result.attributes.append(("type", outcome.equivalence.rawValue)) }
      return XMLElement(
        name: "testcase",
        attributes: [
          ("classname", "expect"), ("name", outcome.rule.text), ("time", Numerals.fixed(seconds, 3)),
        ],
        children: outcome.equivalence == .same ? [] : [result])
    }
    func count(_ name: String) -> String { "\(cases.count { $0.children.contains { $0.name == name } })" }
    let counts = [
      ("tests", "\(cases.count)"), ("failures", count("failure")), ("errors", "0"),
      ("skipped", count("skipped")), ("time", Numerals.fixed(Double(cases.count) * seconds, 3)),
    ]
    let suite = XMLElement(name: "testsuite", attributes: [("name", source)] + counts, children: cases)
    return XMLElement(
      name: "testsuites", attributes: [("name", "scrollfit expect")] + counts, children: [suite]
    ).document
  }
}
