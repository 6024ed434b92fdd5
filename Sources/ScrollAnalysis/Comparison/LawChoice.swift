import Recordings
import ScrollFitting
import ScrollModels

/// The models by which two sets are compared, in one kind of phase.
///
/// The simplest law that is not clearly worse than any other: whose AICc, summed over the motions, lies
/// within 10 of the best one (K. Burnham and D. Anderson, *Model Selection and Multimodel Inference*, 2002:
/// essentially no support beyond). One law for both sides wherever that is not clearly worse than a law of
/// its own for each.
struct LawChoice {
  /// The difference that counts as clearly worse.
  private static let clearly = 10.0

  let a: LawSummary
  let b: LawSummary

  /// Nil where a side has no law that at least half of its motions were fitted with.
  ///
  /// A motion too short for a law counts as if the law were the worst of those it has.
  init?(_ a: [RecordedMotion], _ b: [RecordedMotion], phase: PhaseKind) {
    let laws = Fitting.laws(of: phase)
    func candidates(_ motions: [RecordedMotion]) -> [(summary: LawSummary, aicc: Double)] {
      laws.compactMap { law in
        guard let summary = LawSummary(motions, law: law), 2 * summary.count >= motions.count else {
          return nil
        }
        let sum = motions.reduce(0) { sum, motion in
          let own = motion.laws.first { $0.law == law }?.aicc ?? motion.laws.map(\.aicc).max()
          return sum + (own ?? 0)
        }
        return (summary, sum)
      }
    }
    let (ofA, ofB) = (candidates(a), candidates(b))
    guard let bestA = ofA.map(\.aicc).min(), let bestB = ofB.map(\.aicc).min(),
      let ownA = ofA.first(where: { $0.aicc <= bestA + Self.clearly }),
      let ownB = ofB.first(where: { $0.aicc <= bestB + Self.clearly })
    else { return nil }
    let common = ofA.lazy.compactMap { first in
      ofB.first { $0.summary.law == first.summary.law }.map { (first, $0) }
    }.first { $0.aicc + $1.aicc <= bestA + bestB + Self.clearly }
    (self.a, self.b) = common.map { ($0.summary, $1.summary) } ?? (ownA.summary, ownB.summary)
  }

  var isCommon: Bool { a.law == b.law }

  /// The way that both sides return after a release beyond the edge: UIScrollView's where both are critically damped.
  var returnStart: ReturnStart {
    [a, b].allSatisfy { $0.law == .bounce } ? .inwardVelocity : .gestureVelocity
  }
}
