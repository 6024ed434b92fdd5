import Numerals
import Recordings
import ScrollAnalysis

extension ExpectationOutcome {
  /// `✓ decelerationRate = 0.998 ± 0.0005: met: 0.998 ± 0.00002, 95 % interval …`.
  package var line: String { "\(mark) \(rule.text): \(words)" }

  /// The verdict with its number.
  package var words: String {
    let verdict =
      switch equivalence {
      case .same: "met"
      case .different: "not met"
      case .undecided: "cannot be told"
      }
    switch finding {
    case .constant(let value, let error, let interval, let motions, let quantile, let degreesOfFreedom):
      let rounding = Rounding(value: value, error: error)
      return "\(verdict): \(measured(value, error: error, unit: "")), 95 % interval "
        + "\(rounding.text(interval.lowerBound)) to \(rounding.text(interval.upperBound)), "
        + counted(motions, "motion") + Self.wideness(quantile: quantile, degreesOfFreedom: degreesOfFreedom)
    case .difference(let largest, let high, let gesture):
      let bound = high.isFinite ? "at most \(quantity(high, "pt", digits: 3))" : "not bounded by the data"
      return "\(verdict): \(quantity(largest, "pt", digits: 3)) apart in \(gesture), \(bound)"
    case .flings(let flings, let engine): return "\(verdict): \(flings.words(of: engine))"
    case .none(let reason): return "\(verdict): \(reason)"
    }
  }

  /// The reason that the interval is much wider than twice the error, which a few motions make it; empty for many.
  private static func wideness(quantile: Double, degreesOfFreedom: Double) -> String {
    guard quantile > 3, quantile.isFinite else { return "" }
    return "; the interval is compared, \(Numerals.significant(quantile, 3)) standard errors to either side "
      + "by Student's t with \(counted(Int(degreesOfFreedom), "degree")) of freedom"
  }

  private var mark: String {
    switch equivalence {
    case .same: "✓"
    case .different: "✗"
    case .undecided: "?"
    }
  }
}

extension [ExpectationOutcome] {
  /// A line for each rule.
  package var text: String { map { $0.line.visible + "\n" }.joined() }

  /// `scrollfit.expect/1`.
  package func json(source: String) -> String {
    let rules = map { outcome -> JSONValue in
      let (value, low, high): (Double?, Double?, Double?) =
        switch outcome.finding {
        case .constant(let value, _, let interval, _, _, _): (value, interval.lowerBound, interval.upperBound)
        case .difference(let largest, let high, _): (largest, nil, high)
        case .flings, .none: (nil, nil, nil)
        }
      return [
        "rule": .string(outcome.rule.text), "verdict": .string(outcome.equivalence.rawValue),
        "value": .number(value), "low": .number(low), "high": .number(high),
        "sentence": .string(outcome.words),
      ]
    }
    return JSONWriter().write(
      .object(
        ["schema": .string("scrollfit.expect/1"), "source": .string(source), "rules": .array(rules)],
        warnings: []))
  }

  /// The rules that are not met as annotations of GitHub Actions, then a line for each rule.
  ///
  /// - Parameter onlySame: whether a rule that cannot be told is an error; otherwise it is a warning.
  package func annotations(onlySame: Bool) -> String {
    filter { $0.equivalence != .same }.map { outcome in
      WorkflowCommand(
        isError: outcome.equivalence == .different || onlySame, title: outcome.rule.text,
        message: outcome.words
      ).line
    }.joined() + text
  }
}

extension FeelComparison {
  /// The kinds of phase that are not the same as annotations of GitHub Actions.
  ///
  /// - Parameter onlySame: whether an undecided verdict is an error; otherwise it is a warning.
  package func annotations(onlySame: Bool) -> String {
    let missing = ignoresMissing ? [] : uncompared.filter { $0.equivalence != .same }
    return missing.map { annotation($0.phase.noun, $0.equivalence, $0.reason, onlySame) }.joined()
      + differingEnds.map { annotation($0.kind.noun, $0.equivalence, $0.evidence(unit: unit), onlySame) }
      .joined()
      + [flingEquivalence].compactMap(\.self).filter { $0 != .same }
      .map { annotation([EngineCurveFit].heading, $0, flingWords, onlySame) }.joined()
      + phases.filter { $0.equivalence != .same }.map { phase in
        annotation(phase.phase.noun, phase.equivalence, message(of: phase), onlySame)
      }.joined()
  }

  private func message(of phase: PhaseComparison) -> String {
    guard phase.equivalence == .different else { return phase.dataNeeded(unit: unit) }
    guard let worst = phase.widest else { return verdict }
    return "\(worst.distance(unit)) apart in \(worst.gesture.title), at least "
      + "\(quantity(worst.low, unit, digits: 3)); the limit is \(quantity(limit, unit))"
  }

  private func annotation(
    _ phase: String, _ equivalence: EquivalenceVerdict, _ message: String, _ onlySame: Bool
  ) -> String {
    WorkflowCommand(
      isError: equivalence == .different || onlySame,
      title: "\(phase): \(b.name) against \(a.name)", message: message
    ).line
  }
}
