import Recordings
import ScrollModels

/// An engine of the catalogue whose curve the flings of a set of recordings follow.
package struct FollowedEngine: Equatable, Sendable {
  package let engine: ScrollEngine
  /// True if motions that are named snaps are flings by its curve: a fling that ends soon may be taken for a spring ahead.
  package let hasFlingsNamedSnaps: Bool

  package init(_ engine: ScrollEngine, hasFlingsNamedSnaps: Bool) {
    self.engine = engine
    self.hasFlingsNamedSnaps = hasFlingsNamedSnaps
  }

  /// The engines whose curves all flings of a set follow that have enough samples, at least two of them: a single one may follow several. Of
  /// engines that move alike the first in the catalogue.
  ///
  /// - Parameter set: with the motions of the flings, of which an engine with a fitted model has the constants.
  static func all(of set: MotionSet) -> [FollowedEngine] {
    let snaps = set.identified.filter { $0.kind == .snap }.map(\.asFling)
    let withSnaps = snaps.isEmpty ? [] : engines(of: set.flings + snaps).filter(\.mayFlingsBeNamedSnaps)
    let candidates =
      withSnaps.map { FollowedEngine($0, hasFlingsNamedSnaps: true) }
      + engines(of: set.flings).filter { !withSnaps.contains($0) }
      .map { FollowedEngine($0, hasFlingsNamedSnaps: false) }
    var rows: Set<RowIdentity> = []
    return candidates.filter { candidate in
      guard let row = candidate.engine.row(for: .deceleration) else { return false }
      return rows.insert(RowIdentity(row)).inserted && !set.excludesConstants(of: row)
    }
  }

  private static func engines(of flings: [IdentifiedPhase]) -> [ScrollEngine] {
    EngineCurveFit.following(flings, limit: Answer.limit).filter { candidate in
      let count = candidate.fits.count { $0.equivalence == .same }
      return count > 1 && count == candidate.fits.count && 2 * count > flings.count
    }.map(\.engine)
  }
}

/// The curve of an engine that the flings of one side of a comparison follow: the flings of the other side are compared with it one by one.
///
/// The constants of a fitted model that only approximates an engine's curve depend on the velocity that a fling starts with, so they differ
/// between two recordings of one engine. The curve does not, and of several flings it shows the one that has changed.
struct FollowedCurve {
  let followed: FollowedEngine
  /// The flings of the other side.
  let flings: [EngineCurveFit]
  /// True if motions of the other side that are named snaps are among them.
  let hasFlingsNamedSnaps: Bool

  /// The engine that the flings of a side follow and that those of the other side differ least from; nil where A's follow none, or B has
  /// no fling.
  ///
  /// - Parameter limit: the largest difference that counts as the same, in units of length.
  init?(of a: MotionSet, for b: MotionSet, limit: Double) {
    let curves = a.followedEngines.map { FollowedCurve($0, b, limit: limit) }.filter { !$0.flings.isEmpty }
    guard let nearest = curves.min(by: { $0.distance < $1.distance }) else { return nil }
    self = nearest
  }

  private init(_ followed: FollowedEngine, _ b: MotionSet, limit: Double) {
    let engine = followed.engine
    let snaps =
      engine.mayFlingsBeNamedSnaps ? b.identified.filter { $0.kind == .snap }.map(\.asFling) : []
    hasFlingsNamedSnaps =
      !snaps.isEmpty
      && snaps.allSatisfy { EngineCurveFit($0, like: engine, limit: limit)?.equivalence == .same }
    self.followed = followed
    flings = EngineCurveFit.all(b.flings + (hasFlingsNamedSnaps ? snaps : []), like: engine, limit: limit)
  }

  var engine: ScrollEngine { followed.engine }

  private var distance: (Int, Int, Int) {
    (
      flings.count { $0.equivalence == .different }, engine.hasFittedFling ? 0 : 1,
      flings.count { $0.equivalence == .undecided }
    )
  }
}

extension ScrollEngine {
  /// True if one of the fitted models has the curve of its flings.
  var hasFittedFling: Bool {
    row(for: .deceleration).flatMap { ModelChoice.fitted($0, .deceleration) } != nil
  }

  /// True for an engine without snaps whose flings no fitted model has.
  fileprivate var mayFlingsBeNamedSnaps: Bool { !hasFittedFling && row(for: .snap) == nil }
}

extension MotionSet {
  /// Returns true if its flings have a fitted model's constants that are not those of an engine's row.
  fileprivate func excludesConstants(of row: CatalogueEntry) -> Bool {
    let flings = motions(.deceleration)
    guard let models = ModelChoice(like: row, flings, phase: .deceleration) else { return false }
    let comparison = FeelComparison.PhaseComparison(
      .deceleration, models, unit: unit,
      test: EquivalenceTest(limit: Answer.limit, confidence: 0.95, phases: 1),
      range: GestureRange([], flings))
    return comparison.equivalence == .different
  }

  /// The set without the motions of snaps.
  func withoutSnaps() -> MotionSet { with(motions.filter { $0.phase != .snap }) }
}
