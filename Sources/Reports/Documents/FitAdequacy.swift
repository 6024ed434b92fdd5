import Numerals
import Recordings
import ScrollFitting

extension [Fit] {
  /// The adequacy of the models, and where to read on.
  ///
  /// - Parameter isNaming: whether a phase is named with its recording.
  func adequacy(_ unit: String, namingRecordings isNaming: Bool = false) -> String {
    let more = "more: --verbose, --html FILE"
    guard !isEmpty else { return "no phase was fitted; \(more)" }
    func distance(_ maximum: Double) -> String {
      maximum < 0.001 ? quantity(0.001, unit) : quantity(maximum, unit, digits: 2)
    }
    let failing = filter { [.near, .fails].contains($0.adequacy.verdict) }
    let undecided = count { $0.adequacy.verdict == .undecided }
    let holding = count - failing.count - undecided
    var parts: [String] = []
    if holding == count {
      let all = count == 1 ? "the fit follows its" : "\(every(count, "fit")) follow their"
      let found = map { (fit: $0, lone: $0.loneSample) }
      let lone = found.compactMap(\.lone)
      let largest = found.map { $0.lone?.others ?? $0.fit.residuals.maximum }.max() ?? 0
      parts.append("\(all) model to \(distance(largest))")
      if let farthest = lone.max(by: { $0.distance < $1.distance }) {
        parts.append(
          lone.count == 1
            ? "one sample is off by \(distance(farthest.distance))"
            : "\(lone.count) samples are off by up to \(distance(farthest.distance))")
      }
    } else if count > 1 {
      parts.append("\(holding) of \(count) fits \(holding == 1 ? "follows its" : "follow their") model")
    }
    if let worst = failing.max(by: { $0.residuals.maximum < $1.residuals.maximum }) {
      let title = worst.recordingName.title
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
  /// The one sample that is more than five times as far from the curve as every other: late, or an outlier, it says nothing about
  /// how the model follows the others; nil where there is none.
  fileprivate var loneSample: (distance: Double, others: Double)? {
    let distances = curve.residuals.map(\.magnitude).sorted()
    guard distances.count >= 8 else { return nil }
    let (distance, others) = (distances[distances.count - 1], distances[distances.count - 2])
    return distance > 5 * others && distance > residuals.quantizationStep ?? 0 ? (distance, others) : nil
  }

  /// `the fling at 7.5 s`.
  package var position: String {
    "the \(PhaseKind(rawValue: phase)?.noun ?? "motion") at \(Numerals.significant(from, 3)) s"
  }
}
