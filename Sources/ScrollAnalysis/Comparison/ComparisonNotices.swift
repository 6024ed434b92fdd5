import Numerals
import Recordings

/// The remarks about a comparison.
struct ComparisonNotices {
  let all: [Notice]

  init(
    _ a: MotionSet, _ b: MotionSet, choices: [(phase: PhaseKind, laws: ModelChoice)],
    phases: [FeelComparison.PhaseComparison]
  ) {
    var all: [Notice] = []
    func add(_ kind: Notice.Kind, _ sentence: String) { all.append(Notice(kind, sentence)) }
    if a.unit != b.unit { add(.mixedUnits, "A is in \(a.unit), B in \(b.unit): taken as the same unit") }
    for (phase, laws) in choices {
      let kind = phase.noun
      if !laws.isCommon {
        add(
          .differentModels,
          "\(kind): A follows \(laws.a.law), B \(laws.b.law): "
            + "their motions are compared, not their constants"
        )
      }
      for (side, set, law) in [("A", a, laws.a), ("B", b, laws.b)] {
        let left = set.motions(phase).count - law.count
        if left > 0 {
          add(
            .excludedMotions,
            "\(kind): \(left) of \(side)'s motions \(left == 1 ? "has" : "have") no fit of \(law.law) and \(left == 1 ? "is" : "are") excluded"
          )
        }
        if law.count == 1 {
          add(.singleMotion, "\(kind): \(side) has one motion: the variation between motions is unknown")
        }
        if law.misfit > 0 {
          add(
            .misfit,
            "\(kind): \(law.law) differs from \(side)'s samples by \(Numerals.percent(law.misfit)) of "
              + "the travel: the maximum trajectory difference is uncertain by as much")
        }
        for sentence in Self.unlike(law, side, kind) { add(.variedMotions, sentence) }
      }
    }
    for phase in phases {
      let kind = phase.phase.noun
      let endless = phase.gestures.filter { gesture in
        let settling = max(gesture.settlingA ?? .infinity, gesture.settlingB ?? .infinity)
        return gesture.gesture.phase != .rubberBand && settling > GestureMotion.horizon
      }
      if !endless.isEmpty {
        add(
          .unsettled,
          "\(kind): motions that do not settle are compared over "
            + "\(Numerals.significant(GestureMotion.horizon)) s"
        )
      }
      for gesture in phase.gestures where !gesture.high.isFinite {
        add(.unbounded, "\(kind): the data do not bound the motion of \(gesture.gesture.title)")
      }
    }
    self.all = all
  }

  /// Motions that differ more among each other than those of one engine do.
  private static func unlike(_ law: ModelSummary, _ side: String, _ kind: String) -> [String] {
    law.constants.compactMap { constant in
      guard let spread = constant.spread, spread > abs(constant.value) / 10 else { return nil }
      return "\(kind): \(side)'s motions vary: the standard deviation of \(constant.name) is "
        + "\(Numerals.significant(spread, 3)) \(constant.unit) about "
        + Numerals.significant(constant.value, 3)
    }
  }
}
