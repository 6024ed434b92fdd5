import Numerals
import Recordings
import ScrollFitting

extension [Fit] {
  /// The fit of each phase of a recording: of the model that its samples prefer, where that is not the expected one.
  var preferred: [Fit] {
    indices.filter { index in
      !dropFirst(index + 1).contains {
        $0.axis == self[index].axis && $0.from == self[index].from && $0.source == self[index].source
          && $0.series == self[index].series
      }
    }.map { self[$0] }
  }

  /// The adequacy of the models, and where to read on.
  ///
  /// - Parameter isNaming: whether a phase is named with its recording.
  func adequacy(_ unit: String, namingRecordings isNaming: Bool = false) -> String {
    let more = "more: --verbose, --html FILE"
    guard let largest = map(\.residuals.maximum).max() else { return "no phase was fitted; \(more)" }
    func distance(_ maximum: Double) -> String {
      maximum < 0.001 ? quantity(0.001, unit) : quantity(maximum, unit, digits: 2)
    }
    let failing = filter { [.near, .fails].contains($0.adequacy.verdict) }
    let undecided = count { $0.adequacy.verdict == .undecided }
    let holding = count - failing.count - undecided
    var parts: [String] = []
    if holding == count {
      let all = count == 1 ? "the fit follows its" : "\(every(count, "fit")) follow their"
      parts.append("\(all) model to \(distance(largest))")
    } else if count > 1 {
      parts.append("\(holding) of \(count) fits \(holding == 1 ? "follows its" : "follow their") model")
    }
    if let worst = failing.max(by: { $0.residuals.maximum < $1.residuals.maximum }) {
      let title = Analysis.title(source: worst.source, series: worst.series)
      let position = isNaming ? "\(worst.position) of \(title)" : worst.position
      parts.append("\(position) is off by \(distance(worst.residuals.maximum))")
    }
    if undecided > 0 {
      let few = count == 1 ? "the fit has" : undecided == 1 ? "1 has" : "\(undecided) have"
      parts.append("\(few) too few samples to tell")
    }
    return parts.joined(separator: ", ") + "; " + more
  }
}

extension Fit {
  /// `the fling at 7.5 s`.
  var position: String {
    "the \(PhaseKind(rawValue: phase)?.noun ?? "motion") at \(Numerals.significant(from, 3)) s"
  }
}
