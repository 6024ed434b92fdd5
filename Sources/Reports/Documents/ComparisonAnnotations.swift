import Numerals
import ScrollAnalysis

extension FeelComparison {
  /// The kinds of phase that are not the same as annotations of GitHub Actions.
  ///
  /// - Parameter onlySame: whether an undecided verdict is an error; otherwise it is a warning.
  package func annotations(onlySame: Bool) -> String {
    let missing = ignoresMissing ? [] : uncompared.filter { $0.likeness != .same }
    return missing.map { annotation($0.phase.rawValue, $0.likeness, $0.reason, onlySame) }.joined()
      + phases.filter { $0.likeness != .same }.map { phase in
        annotation(phase.phase.rawValue, phase.likeness, message(of: phase), onlySame)
      }.joined()
  }

  private func message(of phase: PhaseComparison) -> String {
    guard phase.likeness == .different else { return phase.dataNeeded(unit: unit) }
    let shown = phase.judged.filter { $0.likeness == .different }
    guard let worst = shown.max(by: { $0.largest < $1.largest }) else { return verdict }
    return "\(quantity(worst.largest, unit, digits: 3)) apart in a \(worst.gesture.name), at least "
      + "\(quantity(worst.low, unit, digits: 3)); the limit is \(quantity(limit, unit))"
  }

  private func annotation(
    _ phase: String, _ likeness: Likeness, _ message: String, _ onlySame: Bool
  ) -> String {
    WorkflowCommand(
      isError: likeness == .different || onlySame,
      title: "\(phase): \(b.name) against \(a.name)", message: message
    ).line
  }
}
