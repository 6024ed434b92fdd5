import Recordings

/// A kind of phase that has no comparison, because a side lacks it or because no model was fitted on a side, or a motion of it
/// that is missing where a recording stops at an edge.
package struct UncomparedPhase: Equatable, Sendable {
  package let phase: PhaseKind
  /// Motions of each side.
  package let countA: Int
  package let countB: Int
  /// The motion of the engine on side A that side B lacks; nil of two sets of recordings.
  package let absent: AbsentMotion?
  /// True if the few motions of one side may be of the kind that the other side's are.
  package let mayBeMisnamed: Bool

  /// A phase that one side lacks is a difference; without a model on a side there is no verdict.
  package var equivalence: EquivalenceVerdict {
    absent?.equivalence ?? ((countA == 0 || countB == 0) && !mayBeMisnamed ? .different : .undecided)
  }

  init(_ absent: AbsentMotion, countB: Int) {
    phase = absent.phase
    (countA, self.countB) = (0, countB)
    self.absent = absent
    mayBeMisnamed = false
  }

  init(_ phase: PhaseKind, _ a: MotionSet, _ b: MotionSet) {
    self.phase = phase
    countA = a.motions(phase).count
    countB = b.motions(phase).count
    absent = nil
    let kinds = Self.alike.first { $0.contains(phase) } ?? []
    func count(_ set: MotionSet) -> Int { set.motions.count { kinds.contains($0.phase) } }
    mayBeMisnamed =
      countA == 0
      ? Self.mayBeChance(countB, of: count(b), other: count(a))
      : countB == 0 && Self.mayBeChance(countA, of: count(a), other: count(b))
  }

  /// The kinds of which samples may not tell one from the other: a fling that ends soon, and a spring ahead; a return whose model is
  /// not known, and one by a spring.
  private static let alike: [[PhaseKind]] = [[.deceleration, .snap], [.bounce, .unknownReturn]]

  /// Returns true if at most half of a side's motions that look alike are of a kind, and by chance they would all be on its
  /// side in more than one case of twenty (R. Fisher's exact test).
  ///
  /// - Parameters:
  ///   - own, other: the motions of this kind and those like it on either side.
  private static func mayBeChance(_ count: Int, of own: Int, other: Int) -> Bool {
    guard 2 * count <= own else { return false }
    return (0..<count).reduce(1) { $0 * Double(own - $1) / Double(own + other - $1) } > 0.05
  }

  /// The kinds of phase that either side has and that are not compared, in the order of ``PhaseKind``.
  static func all(_ a: MotionSet, _ b: MotionSet, compared: [PhaseKind]) -> [UncomparedPhase] {
    PhaseKind.allCases.filter { !compared.contains($0) && (a.phases + b.phases).contains($0) }
      .map { UncomparedPhase($0, a, b) }
  }
}
