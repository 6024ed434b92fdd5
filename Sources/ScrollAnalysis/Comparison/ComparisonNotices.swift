import Numerals
import Recordings

/// The remarks about a comparison.
struct ComparisonNotices {
  let all: [Notice]

  init(
    _ a: MotionSet, _ b: MotionSet, choices: [(phase: PhaseKind, models: ModelChoice)],
    phases: [FeelComparison.PhaseComparison]
  ) {
    var all: [Notice] = []
    func add(_ kind: Notice.Kind, _ sentence: String) { all.append(Notice(kind, sentence)) }
    if a.unit != b.unit { add(.mixedUnits, "A is in \(a.unit), B in \(b.unit): taken as the same unit") }
    if !a.motions.isEmpty, a.motions.elementsEqual(b.motions, by: { $0.models == $1.models }) {
      add(
        .sameMotions,
        "A and B are the same samples: the verdict is how small a difference this many motions would show")
    }
    for (phase, models) in choices {
      let kind = phase.noun
      if !models.isCommon {
        add(
          .differentModels,
          "\(kind): A follows \(models.a.model), B \(models.b.model): "
            + "their motions are compared, not their constants"
        )
      }
      for (side, set, model) in [("A", a, models.a), ("B", b, models.b)] {
        let left = set.motions(phase).count - model.count
        if left > 0 {
          add(
            .excludedMotions,
            "\(kind): \(left) of \(side)'s motions \(left == 1 ? "has" : "have") no fit of \(model.model) and \(left == 1 ? "is" : "are") excluded"
          )
        }
        if model.count == 1 {
          add(.singleMotion, "\(kind): \(side) has one motion: the variation between motions is unknown")
        }
        if model.lackOfFit > 0 {
          add(
            .misfit,
            "\(kind): \(model.model) differs from \(side)'s samples by \(Numerals.percent(model.lackOfFit)) of "
              + "the travel: the maximum trajectory difference is uncertain by as much")
        }
        for sentence in Self.unlike(model, side, kind) { add(.variedMotions, sentence) }
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
  private static func unlike(_ model: ModelSummary, _ side: String, _ kind: String) -> [String] {
    model.constants.compactMap { constant in
      guard let betweenDeviation = constant.betweenDeviation, constant.varies else { return nil }
      return "\(kind): \(side)'s motions vary: the standard deviation of \(constant.name) is "
        + "\(Numerals.significant(betweenDeviation, 3)) \(constant.unit) about "
        + Numerals.significant(constant.value, 3)
    }
  }
}

/// The reason that two sets of recordings cannot be compared.
package enum ComparisonError: Error, Equatable, Sendable {
  /// A set without a motion that follows a model.
  case noMotions(String)
  case noCommonPhase(String, [PhaseKind], String, [PhaseKind])
  /// Phases that both have, of which none has a model that half of its motions were fitted with.
  case noFittedModel([PhaseKind])
  /// An engine whose curves are none of the fitted models in the recorded kinds of phase.
  case noModel(String)
}

extension ComparisonError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noMotions(let name):
      "\(name) has no motion that a model could be fitted to"
    case .noCommonPhase(let a, let ofA, let b, let ofB):
      "\(a) has \(Self.list(ofA)), \(b) has \(Self.list(ofB)): they have no phase in common"
    case .noFittedModel(let phases):
      "no model was fitted to half of the \(Self.list(phases)) of a side"
    case .noModel(let engine):
      "\(engine) moves by none of the fitted models in these phases; identify compares its own curves"
    }
  }

  private static func list(_ phases: [PhaseKind]) -> String {
    phases.map { "\($0.noun) phases" }.joined(separator: " and ")
  }
}
