import Numerals
import ScrollFit

extension FeelComparison {
  /// The comparison as JUnit XML for a build machine: a suite for each phase, in it a test case for the
  /// phase, each constant and each gesture.
  ///
  /// What is different fails. What cannot be told is skipped, or fails where only the same will do. A
  /// constant fails where it differs significantly in a phase that is different: a difference that nobody
  /// feels is no failure.
  ///
  /// - Parameter onlySame: whether a verdict that is not "same" is a failure.
  public func junit(onlySame: Bool) -> String {
    let suites = phases.map { $0.suite(of: self, onlySame: onlySame) }
    return XMLElement(
      name: "testsuites",
      attributes: [("name", "scrollfit compare \(a.name) \(b.name)")]
        + counts(of: suites.flatMap(\.children)),
      children: suites
    ).document
  }
}

/// The number of test cases there are, fail and are skipped.
private func counts(of cases: [XMLElement]) -> [(name: String, value: String)] {
  func count(_ name: String) -> String {
    "\(cases.count { $0.children.contains { $0.name == name } })"
  }
  return [
    ("tests", "\(cases.count)"), ("failures", count("failure")), ("errors", "0"),
    ("skipped", count("skipped")),
  ]
}

extension FeelComparison.PhaseComparison {
  fileprivate func suite(of comparison: FeelComparison, onlySame: Bool) -> XMLElement {
    let (limit, unit) = (comparison.limit, comparison.unit)
    func testCase(_ kind: String, _ name: String, _ likeness: Likeness, _ message: String) -> XMLElement {
      let isFailure = likeness == .different || onlySame && likeness == .undecided
      let outcome =
        likeness == .same
        ? [] : [XMLElement(name: isFailure ? "failure" : "skipped", attributes: [("message", message)])]
      return XMLElement(
        name: "testcase", attributes: [("classname", "\(phase.rawValue).\(kind)"), ("name", name)],
        children: outcome)
    }
    let whole =
      likeness == .undecided
      ? dataNeeded(unit: unit) : "motions differ by more than \(quantity(limit, unit))"
    var cases = [testCase("phase", phase.rawValue, likeness, whole)]
    cases += constants.map { constant in
      let isDifferent = likeness == .different && constant.pValue < 1 - comparison.confidence
      let message =
        "\(measured(constant.a.value, error: constant.a.standardError, unit: constant.unit)) against "
        + "\(measured(constant.b.value, error: constant.b.standardError, unit: constant.unit)), p "
        + Numerals.probability(constant.pValue)
      return testCase("constant", constant.name, isDifferent ? .different : .same, message)
    }
    cases += gestures.map { gesture in
      let message =
        "the largest difference is \(quantity(gesture.largest, unit, digits: 3)), at least "
        + "\(quantity(gesture.low, unit, digits: 3)), at most \(quantity(gesture.high, unit, digits: 3))"
      return testCase("gesture", gesture.gesture.name, gesture.likeness, message)
    }
    return XMLElement(
      name: "testsuite", attributes: [("name", phase.rawValue)] + counts(of: cases), children: cases)
  }
}
