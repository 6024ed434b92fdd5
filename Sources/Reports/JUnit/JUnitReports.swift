import Numerals
import ScrollAnalysis

extension FeelComparison {
  /// The comparison as JUnit XML for a build machine: a suite for each phase, in it a test case for the
  /// phase, each constant and each gesture; a phase that one side lacks, an end of flings that differs, and
  /// single flings that differ or may be none, have a suite with one case.
  ///
  /// A difference fails. An undecided comparison is skipped, or fails where only the same will do; a gesture beyond the
  /// recorded range is skipped. A constant fails where it differs significantly in a phase that is different: a
  /// difference below the limit is no failure.
  ///
  /// The time of a gesture is that of the compared motion, not of the computation: the same recordings give the same bytes.
  ///
  /// - Parameter onlySame: whether a verdict that is not "same" is a failure.
  package func junit(onlySame: Bool) -> String {
    let cases = TestCases(comparison: self, onlySame: onlySame)
    let suites =
      uncompared.map(cases.suite) + differingEnds.map(cases.suite)
      + [flingEquivalence.map(cases.suite)].compactMap(\.self) + phases.map(cases.suite)
    return XMLElement(
      name: "testsuites",
      attributes: [("name", "scrollfit compare \(a.name) \(b.name)")]
        + TestCases.counts(of: suites.flatMap(\.children)),
      children: suites
    ).document
  }
}

/// The suites and cases of one comparison.
private struct TestCases {
  let comparison: FeelComparison
  let onlySame: Bool

  private var unit: String { comparison.unit }

  /// Number of test cases, of failures and of skipped ones.
  static func counts(of cases: [XMLElement]) -> [(name: String, value: String)] {
    func count(_ name: String) -> String {
      "\(cases.count { $0.children.contains { $0.name == name } })"
    }
    return [
      ("tests", "\(cases.count)"), ("failures", count("failure")), ("errors", "0"),
      ("skipped", count("skipped")), ("time", seconds(of: cases)),
    ]
  }

  /// The sum of the cases' times.
  private static func seconds(of cases: [XMLElement]) -> String {
    let times = cases.flatMap { $0.attributes.filter { $0.name == "time" } }.compactMap { Double($0.value) }
    return Numerals.fixed(times.reduce(0, +), 3)
  }

  func suite(of missing: UncomparedPhase) -> XMLElement {
    let kind = missing.phase.noun
    let whole = testCase(
      "\(kind).phase", kind, missing.equivalence, "\(kind): \(missing.reason)",
      isIgnored: comparison.ignoresMissing)
    return suite(kind, [whole])
  }

  func suite(of end: FlingEndDifference) -> XMLElement {
    let name = end.kind.noun
    return suite(name, [testCase("ends", name, end.equivalence, end.evidence(unit: unit))])
  }

  func suite(ofFlings equivalence: EquivalenceVerdict) -> XMLElement {
    let name = [EngineCurveFit].heading
    let words = comparison.flingWords
    return suite(name, [testCase("flings", name, equivalence, words)])
  }

  func suite(of phase: FeelComparison.PhaseComparison) -> XMLElement {
    let kind = phase.phase.noun
    let message =
      phase.equivalence == .undecided
      ? phase.dataNeeded(unit: unit) : "motions differ by more than \(quantity(comparison.limit, unit))"
    let whole = testCase("\(kind).phase", kind, phase.equivalence, message)
    return suite(kind, [whole] + phase.constants.map { constant($0, of: phase) } + gestures(of: phase))
  }

  private func constant(
    _ constant: ConstantDifference, of phase: FeelComparison.PhaseComparison
  ) -> XMLElement {
    let isDifferent = phase.equivalence == .different && constant.pValue < 1 - comparison.confidence
    let message =
      "\(measured(constant.a.value, error: constant.a.standardError, unit: constant.unit)) against "
      + "\(measured(constant.b.value, error: constant.b.standardError, unit: constant.unit)), p "
      + Numerals.probability(constant.pValue)
    return testCase(
      "\(phase.phase.noun).constant", constant.name, isDifferent ? .different : .same, message)
  }

  private func gestures(of phase: FeelComparison.PhaseComparison) -> [XMLElement] {
    let uncovered = phase.notCovered.map(\.gesture)
    return phase.gestures.map { gesture in
      let kind = "\(phase.phase.noun).gesture", name = gesture.gesture.name
      guard !uncovered.contains(gesture.gesture) else {
        let message = "not covered: record \(gesture.request(unit: unit) ?? name)"
        return testCase(kind, name, .undecided, message, isIgnored: true)
      }
      let message =
        "the largest difference is \(quantity(gesture.largest, unit, digits: 3)), at least "
        + "\(quantity(gesture.low, unit, digits: 3)), at most \(quantity(gesture.high, unit, digits: 3))"
      return testCase(kind, name, gesture.equivalence, message, seconds: gesture.seconds)
    }
  }

  private func suite(_ name: String, _ cases: [XMLElement]) -> XMLElement {
    XMLElement(name: "testsuite", attributes: [("name", name)] + Self.counts(of: cases), children: cases)
  }

  /// - Parameter isIgnored: skips a case that is not the same, whatever its verdict.
  private func testCase(
    _ kind: String, _ name: String, _ equivalence: EquivalenceVerdict, _ message: String,
    isIgnored: Bool = false,
    seconds: Double = 0
  ) -> XMLElement {
    let isFailure = !isIgnored && (equivalence == .different || onlySame && equivalence == .undecided)
    var outcome = XMLElement(
      name: isFailure ? "failure" : "skipped", attributes: [("message", message)],
      text: body(name, message))
    if isFailure { outcome.attributes.append(("type", equivalence.rawValue)) }
    return XMLElement(
      name: "testcase",
      attributes: [("classname", kind), ("name", name), ("time", Numerals.fixed(seconds, 3))],
      children: equivalence == .same ? [] : [outcome])
  }

  /// The text of a case: some build servers show nothing else.
  private func body(_ name: String, _ message: String) -> String {
    """
    \(message.hasPrefix("\(name):") ? message : "\(name): \(message)")
    A: \(comparison.a.name)
    B: \(comparison.b.name)
    limit: \(quantity(comparison.limit, unit))
    Both motions of every gesture are drawn with --html FILE.
    """
  }
}

extension TrajectoryDifference {
  /// The duration of the compared motion, s; 0 for a pull, which has no times.
  fileprivate var seconds: Double {
    if case .pull = gesture.start { 0 } else { curves.abscissas.last ?? 0 }
  }
}

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

/// An element of an XML 1.0 document.
struct XMLElement {
  let name: String
  var attributes: [(name: String, value: String)] = []
  var children: [XMLElement] = []
  var text = ""

  /// The document with this element as its root, ended by a line feed.
  var document: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + written(indentation: 0) }

  private func written(indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    let opening =
      margin + "<" + name + attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
    guard !children.isEmpty || !text.isEmpty else { return opening + "/>\n" }
    guard !children.isEmpty else { return opening + ">\(Self.escaped(text))</\(name)>\n" }
    return opening + ">\n" + children.map { $0.written(indentation: indentation + 2) }.joined() + margin
      + "</\(name)>\n"
  }

  /// The text without what would be markup; a character that XML 1.0 does not allow, even escaped, becomes
  /// U+FFFD.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // A reader would make spaces of them in an attribute.
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\0"..<" ", "\u{fffe}", "\u{ffff}": escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
