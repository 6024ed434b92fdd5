import Numerals
import Recordings
import ScrollAnalysis

extension [EngineCurveFit] {
  /// The name of the verdicts on single flings in reports.
  static var heading: String { "each fling" }

  /// The verdicts on motions of one kind: `4 of 5 flings follow Chromium; the fling at 5.98 s is off by 14 px: it may be a finger's drag`.
  func words(of engine: String) -> String {
    ([followers(of: engine)] + [difference, doubt].compactMap(\.self)).joined(separator: "; ")
  }

  /// `3 of 4 flings follow Chromium`.
  func followers(of engine: String) -> String {
    let count = count { $0.equivalence == .same }
    return "\(count) of \(self.count) \(first?.kind.noun ?? "")s follow\(count == 1 ? "s" : "") \(engine)"
  }

  /// `the fling at 5.98 s is off by 14 px, the one at 2.07 s by less`; nil where none differs.
  var difference: String? { offsets { $0.equivalence == .different } }

  /// `the fling at 5.98 s is off by 14 px: it may be a finger's drag`, or an animation; nil for none.
  var doubt: String? {
    offsets(of: \.isDoubtful).map { offsets in
      let doubtful = filter(\.isDoubtful)
      let drag = doubtful.count == 1 ? "it may be a finger's drag" : "they may be a finger's drags"
      let animation = doubtful.contains(where: \.mayBeAnimation) ? " or an animation" : ""
      return "\(offsets): \(drag)\(animation)"
    }
  }

  /// The largest number of motions that are named with their recordings beside the farthest.
  private static var maximumNames: Int { 3 }

  /// Some of the motions: the one that is farthest from its engine's curve, and the others.
  private func offsets(of isChosen: (EngineCurveFit) -> Bool) -> String? {
    let chosen = filter(isChosen)
    guard let first = chosen.max(by: { $0.maximum < $1.maximum }) else { return nil }
    let isOfOneRecording = allSatisfy { $0.recording == self[0].recording }
    func time(_ fit: EngineCurveFit) -> String {
      "\(Numerals.significant(fit.from, 3)) s" + (isOfOneRecording ? "" : " of \(fit.recording.title)")
    }
    let distance = quantity(first.maximum, first.unit, digits: 2)
    let farthest = "the \(first.kind.noun) at \(time(first)) is off by \(distance)"
    let others = chosen.filter { $0 != first }.sorted { $0.from < $1.from }.map(time)
    guard !others.isEmpty else { return farthest }
    guard isOfOneRecording || others.count <= Self.maximumNames else {
      return "\(farthest), \(others.count) others by less"
    }
    return "\(farthest), \(others.count == 1 ? "the one" : "those") at \(others.listed) by less"
  }
}
