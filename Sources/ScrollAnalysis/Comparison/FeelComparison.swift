import LeastSquares
import Recordings
import ScrollModels

/// The test of two sets of recordings for equivalent motion.
package struct FeelComparison: Equatable, Sendable {
  package let a: MotionSet
  package let b: MotionSet
  /// The largest difference that counts as the same, in units of length.
  package let limit: Double
  package let confidence: Double
  package let equivalence: EquivalenceVerdict
  package let phases: [PhaseComparison]
  /// Kinds of phase without a comparison.
  package let uncompared: [UncomparedPhase]
  /// The engine's motions that the recordings lack (``AbsentMotion``).
  package var absent: [AbsentMotion] { uncompared.compactMap(\.absent) }
  /// The ends of flings that both sides show; only a difference that they show decides.
  package let ends: [FlingEndDifference]
  /// The ends that differ.
  package var differingEnds: [FlingEndDifference] { ends.filter { $0.equivalence == .different } }
  /// The flings of B beside the curve of ``engine``: one that differs is hidden by the spread of all.
  package let flings: [EngineCurveFit]
  /// The engine that A is, or whose curves A's flings follow; nil where they follow none.
  package let engine: ScrollEngine?
  /// True if A is an engine of the catalogue.
  package let isAgainstEngine: Bool
  /// True if ``uncompared`` phases are left out of the verdict.
  package let ignoresMissing: Bool
  /// The groups of the recordings on both sides.
  package let groups: [GroupEffect]
  package let notices: [Notice]
  /// The sentences of ``notices``.
  package var warnings: [String] { notices.map(\.description) }

  /// Device pixels to a unit of length: of the side that has more.
  package var pixels: Double? { [a.pixels, b.pixels].compactMap(\.self).max() }
  package var unit: String { a.unit }

  /// The constants and the gestures of one kind of phase.
  package struct PhaseComparison: Equatable, Sendable {
    package let phase: PhaseKind
    package let a: ModelSummary
    package let b: ModelSummary
    /// The differences of every constant; empty where the models differ.
    package let constants: [ConstantDifference]
    package let gestures: [TrajectoryDifference]
    package let equivalence: EquivalenceVerdict
    /// The number of motions each side needs for a verdict; nil where there is one, or no number gives one.
    package let needed: Int?
    /// True if the models hold beyond the recorded range (``ModelChoice/extrapolates``).
    let extrapolates: Bool
  }

  /// A set of recordings (B) against another one (A).
  ///
  /// Each fling of B is compared with the curve of the engine that A's flings follow, too; by that alone where no fitted model has
  /// the curve (``FollowedCurve``).
  ///
  /// - Parameters:
  ///   - limit: ≥ 0.
  ///   - confidence: in 0…1.
  ///   - ignoresMissing: leaves kinds of phase that one side lacks out of the verdict.
  /// - Throws: ``ComparisonError`` where the sets have no kind of phase in common.
  package init(
    _ a: MotionSet, _ b: MotionSet, limit: Double = 0.5, confidence: Double = 0.95, groupKeys: [String] = [],
    ignoresMissing: Bool = false
  ) throws(ComparisonError) {
    for set in [a, b] where set.motions.isEmpty { throw .noMotions(set.name) }
    var curve = FollowedCurve(of: a, for: b, limit: limit)
    if let own = curve, !own.engine.hasFittedFling,
      ModelChoice(a.motions(.deceleration), b.motions(.deceleration), phase: .deceleration)?.extrapolates
        ?? false
    {
      curve = nil
    }
    let (a, b) = (
      curve?.followed.hasFlingsNamedSnaps ?? false ? a.withoutSnaps() : a,
      curve?.hasFlingsNamedSnaps ?? false ? b.withoutSnaps() : b
    )
    let common = a.phases.filter(b.phases.contains)
    guard !common.isEmpty || curve != nil else { throw .noCommonPhase(a.name, a.phases, b.name, b.phases) }
    var notices = a.notices + b.notices
    var choices: [(phase: PhaseKind, models: ModelChoice)] = []
    for phase in common {
      guard let models = ModelChoice(a.motions(phase), b.motions(phase), phase: phase) else { continue }
      choices.append((phase, models))
    }
    var compared = choices.map(\.phase)
    if let engine = curve?.engine, !engine.hasFittedFling {
      // Of a curve that no fitted model has, a model's constants are those of the velocities that were recorded.
      choices.removeAll { $0.phase == .deceleration }
      compared.append(.deceleration)
      notices.append(
        Notice(
          .ownCurve,
          "fling: A's follow \(engine.name), whose curve no fitted model has: each of B's is compared with that curve"
        ))
    }
    guard !choices.isEmpty || curve != nil else { throw .noFittedModel(common) }
    self.init(
      a, b, choices, limit: limit, confidence: confidence, notices: notices,
      uncompared: UncomparedPhase.all(a, b, compared: compared), engine: curve?.engine,
      flings: curve?.flings ?? [], ignoresMissing: ignoresMissing,
      groups: groupKeys.flatMap { key in
        choices.flatMap { phase, models in
          GroupEffect.all(a, key: key, phase: phase, model: models.a.model)
            + GroupEffect.all(b, key: key, phase: phase, model: models.b.model)
        }
      })
  }

  /// A set of recordings (B) against an engine of the catalogue with its own constants (A).
  ///
  /// Kinds of phase that the engine has no row for are excluded, with a note, and so are those but flings in which it moves by a
  /// curve that is not one of the fitted models. What the engine would have done beyond an edge at which a recording stops is a
  /// difference (``AbsentMotion``). Each fling is compared with the engine's curve too; by that alone where no fitted model has the
  /// curve, and one that a finger may have made.
  ///
  /// - Parameters:
  ///   - limit: ≥ 0.
  ///   - confidence: in 0…1.
  ///   - ignoresMissing: leaves motions that the recordings lack out of the verdict.
  /// - Throws: ``ComparisonError`` where nothing can be compared.
  package init(
    like engine: ScrollEngine, _ recorded: MotionSet, limit: Double = 0.5, confidence: Double = 0.95,
    ignoresMissing: Bool = false
  ) throws(ComparisonError) {
    let b = recorded.withoutPossibleDrags
    let absent =
      ignoresMissing
      ? [] : AbsentMotion.all(b.edgeStops, of: engine, limit: limit, confidence: confidence)
    let flings = EngineCurveFit.all(b.flings, like: engine, limit: limit)
    let isDecidable = !absent.isEmpty || flings.contains { $0.equivalence != .undecided }
    guard !b.motions.isEmpty || isDecidable else { throw .noMotions(b.name) }
    var notices = b.notices
    let excluded = recorded.motions.count - b.motions.count
    if excluded > 0 {
      notices.append(
        Notice(
          .excludedMotions,
          "\(excluded) of B's motions may be \(excluded == 1 ? "a finger's drag" : "a finger's drags"): left out of the constants, "
            + "compared with the curve of \(engine.name) alone"))
    }
    var choices: [(phase: PhaseKind, models: ModelChoice)] = []
    for phase in b.phases {
      guard let row = engine.row(for: phase) else {
        notices.append(
          Notice(.missingRow, "\(phase.noun): the catalogue has no row of \(engine.name): excluded"))
        continue
      }
      guard let models = ModelChoice(like: row, b.motions(phase), phase: phase) else {
        let compared =
          flings.contains { $0.kind == phase }
          ? "each is compared with its curve" : "excluded; identify compares its curve"
        notices.append(
          Notice(
            .ownCurve,
            "\(phase.noun): \(engine.name) moves by \(row.model.name), which is no fitted model: \(compared)")
        )
        continue
      }
      choices.append((phase, models))
    }
    guard !choices.isEmpty || isDecidable else { throw .noModel(engine.name) }
    self.init(
      MotionSet(name: engine.name, unit: b.unit, pixels: nil, motions: []), b, choices, limit: limit,
      confidence: confidence, notices: notices,
      uncompared: absent.map { UncomparedPhase($0, countB: b.motions($0.phase).count) }, engine: engine,
      flings: flings, isAgainstEngine: true)
  }

  private init(
    _ a: MotionSet, _ b: MotionSet, _ choices: [(phase: PhaseKind, models: ModelChoice)], limit: Double,
    confidence: Double, notices: [Notice], uncompared: [UncomparedPhase], engine: ScrollEngine?,
    flings: [EngineCurveFit], isAgainstEngine: Bool = false, ignoresMissing: Bool = false,
    groups: [GroupEffect] = []
  ) {
    func models(_ phase: PhaseKind) -> ModelChoice? { choices.first { $0.phase == phase }?.models }
    let ends = FlingEnds(
      a: a.flingEnds, b: b.flingEnds, returns: models(.bounce), flings: models(.deceleration))
    let absences = uncompared.count { $0.absent != nil }
    let test = EquivalenceTest(
      limit: limit, confidence: confidence, phases: choices.count + absences + ends.kinds.count)
    phases = choices.map { phase, models in
      let range = GestureRange(a.motions(phase), b.motions(phase))
      return PhaseComparison(phase, models, unit: a.unit, test: test, range: range)
    }
    self.ends = ends.differences(test)
    self.flings = flings
    self.engine = engine
    self.isAgainstEngine = isAgainstEngine
    equivalence = EquivalenceVerdict(
      of: phases.map(\.equivalence) + (ignoresMissing ? [] : uncompared.map(\.equivalence))
        + self.ends.map(\.equivalence).filter { $0 == .different }
        + Self.deciding(flings, beside: phases).map(\.equivalence))
    self.a = a
    self.b = b
    self.limit = limit
    self.confidence = confidence
    self.uncompared = uncompared
    self.ignoresMissing = ignoresMissing
    self.groups = groups
    self.notices = notices + ComparisonNotices(a, b, choices: choices, phases: phases).all
  }

  /// The flings that decide: those that differ, or may be no flings, unless the difference of all is that of their model; all of them
  /// where no model compares flings.
  package var decidingFlings: [EngineCurveFit] { Self.deciding(flings, beside: phases) }

  /// The verdict of ``decidingFlings``; nil where the models decide.
  package var flingEquivalence: EquivalenceVerdict? {
    decidingFlings.isEmpty ? nil : EquivalenceVerdict(of: decidingFlings.map(\.equivalence))
  }

  private static func deciding(_ flings: [EngineCurveFit], beside phases: [PhaseComparison])
    -> [EngineCurveFit]
  {
    guard let model = phases.first(where: { $0.phase == .deceleration }) else { return flings }
    let isOfAll = model.equivalence == .different && flings.allSatisfy { $0.equivalence == .different }
    return isOfAll ? [] : flings.filter { $0.isDoubtful || $0.equivalence == .different }
  }

  /// The smallest limit at which all compared phases are the same, in units of length; nil where the data do not bound one,
  /// where a phase is not compared, and where single flings decide.
  package var equivalenceBound: Double? {
    guard uncompared.isEmpty || ignoresMissing, decidingFlings.isEmpty else { return nil }
    let bounds = phases.map(\.equivalenceBound)
    return bounds.contains(nil) ? nil : bounds.compactMap(\.self).max()
  }

  /// The gesture with the largest difference of all phases; nil where no difference is finite.
  package var widest: TrajectoryDifference? {
    phases.compactMap(\.widest).max { $0.largest < $1.largest }
  }
}

extension ScrollEngine {
  /// The row that answers a kind of phase; nil for none.
  func row(for phase: PhaseKind) -> CatalogueEntry? {
    switch phase {
    case .deceleration: rows[.fling]
    case .bounce, .unknownReturn: rows[.bounce]
    case .snap: rows[.snap]
    case .rubberBand: rows[.overscroll]
    case .drag, .programmatic, .rest, .jump, .constantVelocity, .wheel: nil
    }
  }
}
