import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// The models by which two sets are compared, in one kind of phase.
///
/// The simplest model that is not clearly worse than any other: whose AICc, summed over the motions, lies
/// within 10 of the best one (K. Burnham and D. Anderson, *Model Selection and Multimodel Inference*, 2002:
/// essentially no support beyond). One model for both sides wherever that is not clearly worse than a model of
/// its own for each.
struct ModelChoice {
  /// The difference that counts as clearly worse.
  private static let clearly = 10.0

  let a: ModelSummary
  let b: ModelSummary
  /// The start of a return after a release beyond the edge, where both sides are critically damped; UIScrollView's
  /// without an engine.
  private let criticalStart: ReturnStart

  /// Nil where a side has no model that at least half of its motions were fitted with.
  ///
  /// A motion too short for a model counts as if the model were the worst of those it has.
  init?(_ a: [RecordedMotion], _ b: [RecordedMotion], phase: PhaseKind) {
    let (ofA, ofB) = (Self.candidates(a, phase), Self.candidates(b, phase))
    guard let bestA = ofA.map(\.aicc).min(), let bestB = ofB.map(\.aicc).min(),
      let ownA = ofA.first(where: { $0.aicc <= bestA + Self.clearly }),
      let ownB = ofB.first(where: { $0.aicc <= bestB + Self.clearly })
    else { return nil }
    let common = ofA.lazy.compactMap { first in
      ofB.first { $0.summary.model == first.summary.model }.map { (first, $0) }
    }.first { $0.aicc + $1.aicc <= bestA + bestB + Self.clearly }
    (self.a, self.b) = common.map { ($0.summary, $1.summary) } ?? (ownA.summary, ownB.summary)
    criticalStart = .inwardVelocity
  }

  /// The constants of an engine (A) and the model of motions (B): the engine's model where it is not clearly worse than
  /// the best. Nil for an engine whose curve is not one of the fitted models, and where no model was fitted to at least
  /// half of the motions.
  init?(like entry: CatalogueEntry, _ b: [RecordedMotion], phase: PhaseKind) {
    let plausible = Self.plausible(b, phase)
    guard let own = plausible.first(where: { $0.model == entry.model.fitted?.model }) ?? plausible.first
    else {
      return nil
    }
    let dimension = own.constants.first { $0.name == Parameter.dimension.name }?.value
    guard let engine = ModelSummary(entry, dimension: dimension ?? EngineContext().dimension),
      Fitting.models(of: phase).contains(engine.model)
    else { return nil }
    a = engine
    self.b = own
    criticalStart = entry.returnStart
  }

  /// The models that are not clearly worse than the best, the simplest first; empty where none was fitted to at least half
  /// of the motions.
  static func plausible(_ motions: [RecordedMotion], _ phase: PhaseKind) -> [ModelSummary] {
    let candidates = candidates(motions, phase)
    guard let best = candidates.map(\.aicc).min() else { return [] }
    return candidates.filter { $0.aicc <= best + clearly }.map(\.summary)
  }

  /// The models that at least half of the motions were fitted with, with their summed AICc.
  private static func candidates(
    _ motions: [RecordedMotion], _ phase: PhaseKind
  ) -> [(summary: ModelSummary, aicc: Double)] {
    Fitting.models(of: phase).compactMap { model in
      guard let summary = ModelSummary(motions, model: model), 2 * summary.count >= motions.count else {
        return nil
      }
      let sum = motions.reduce(0) { sum, motion in
        let own = motion.models.first { $0.model == model }?.aicc ?? motion.models.map(\.aicc).max()
        return sum + (own ?? 0)
      }
      return (summary, sum)
    }
  }

  var isCommon: Bool { a.model == b.model }

  /// The start of both sides' returns after a release beyond the edge.
  var returnStart: ReturnStart {
    [a, b].allSatisfy { $0.model == .bounce } ? criticalStart : .gestureVelocity
  }
}
