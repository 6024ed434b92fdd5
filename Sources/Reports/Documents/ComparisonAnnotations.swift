import Numerals
import ScrollAnalysis

extension FeelComparison {
  /// The kinds of phase that are not the same as annotations of GitHub Actions.
  ///
  /// - Parameter onlySame: whether an undecided verdict is an error; otherwise it is a warning.
  package func annotations(onlySame: Bool) -> String {
    let missing = ignoresMissing ? [] : uncompared.filter { $0.equivalence != .same }
    return missing.map { annotation($0.phase.noun, $0.equivalence, $0.reason, onlySame) }.joined()
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
