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
  /// The flings of B beside the engine's curve, where a fitted model has that curve: one that differs is hidden by the spread of all.
  /// Empty of two sets of recordings.
  package let flings: [EngineCurveFit]
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
  }

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
    let common = a.phases.filter(b.phases.contains)
    guard !common.isEmpty else { throw .noCommonPhase(a.name, a.phases, b.name, b.phases) }
    let notices = a.notices + b.notices
    var choices: [(phase: PhaseKind, models: ModelChoice)] = []
    for phase in common {
      guard let models = ModelChoice(a.motions(phase), b.motions(phase), phase: phase) else { continue }
      choices.append((phase, models))
    }
    guard !choices.isEmpty else { throw .noFittedModel(common) }
    self.init(
      a, b, choices, limit: limit, confidence: confidence, notices: notices,
      uncompared: UncomparedPhase.all(a, b, compared: choices.map(\.phase)), ignoresMissing: ignoresMissing,
      groups: groupKeys.flatMap { key in
        choices.flatMap { phase, models in
          GroupEffect.all(a, key: key, phase: phase, model: models.a.model)
            + GroupEffect.all(b, key: key, phase: phase, model: models.b.model)
        }
      })
  }

  /// A set of recordings (B) against an engine of the catalogue with its own constants (A).
  ///
  /// Kinds of phase that the engine has no row for, or moves in by a curve that is not one of the fitted models, are
  /// excluded, with a note. What the engine would have done beyond an edge at which a recording stops is a difference
  /// (``AbsentMotion``). Each fling is compared with the engine's curve too, one that a finger may have made by that alone.
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
    let isFitted = engine.row(for: .deceleration).flatMap { ModelChoice.fitted($0, .deceleration) } != nil
    let flings = isFitted ? EngineCurveFit.all(b.flings, like: engine, limit: limit) : []
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
        notices.append(
          Notice(
            .ownCurve,
            "\(phase.noun): \(engine.name) moves by \(row.model.name), which is no fitted model: excluded; "
              + "identify compares its curve"))
        continue
      }
      choices.append((phase, models))
    }
    guard !choices.isEmpty || isDecidable else { throw .noModel(engine.name) }
    self.init(
      MotionSet(name: engine.name, unit: b.unit, pixels: nil, motions: []), b, choices, limit: limit,
      confidence: confidence, notices: notices,
      uncompared: absent.map { UncomparedPhase($0, countB: b.motions($0.phase).count) }, flings: flings)
  }

  private init(
    _ a: MotionSet, _ b: MotionSet, _ choices: [(phase: PhaseKind, models: ModelChoice)], limit: Double,
    confidence: Double, notices: [Notice], uncompared: [UncomparedPhase], flings: [EngineCurveFit] = [],
    ignoresMissing: Bool = false, groups: [GroupEffect] = []
  ) {
    let returns = choices.first { $0.phase == .bounce }?.models
    let ends = FlingEnds(a: a.flingEnds, b: b.flingEnds, returns: returns)
    let absences = uncompared.count { $0.absent != nil }
    let test = EquivalenceTest(
      limit: limit, confidence: confidence, phases: choices.count + absences + ends.kinds.count)
    phases = choices.map { phase, models in
      let range = GestureRange(a.motions(phase), b.motions(phase))
      return PhaseComparison(phase, models, unit: a.unit, test: test, range: range)
    }
    self.ends = ends.differences(test)
    self.flings = flings
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

  /// True if A is an engine of the catalogue.
  package var isAgainstEngine: Bool {
    phases.contains { $0.a.isOfEngine } || !absent.isEmpty || !flings.isEmpty
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

extension FeelComparison.PhaseComparison {
  init(
    _ phase: PhaseKind, _ models: ModelChoice, unit: String, test: EquivalenceTest,
    range: GestureRange = GestureRange([], [])
  ) {
    self.phase = phase
    a = models.a
    b = models.b
    constants = models.isCommon ? ConstantDifference.all(models.a, models.b, test: test) : []
    gestures = StandardGesture.all(phase, unit: unit, returnStart: models.returnStart)
      .compactMap { TrajectoryDifference($0, models, test: test, range: range) }
    let judged = Self.judged(gestures)
    equivalence = EquivalenceVerdict(of: judged.map(\.equivalence))
    needed =
      equivalence == .undecided ? Self.needed(judged.filter { $0.equivalence == .undecided }, test) : nil
  }

  /// The gestures that decide the phase. One beyond the recorded range shows a difference or nothing; where all are
  /// beyond it, all decide.
  static func judged(_ gestures: [TrajectoryDifference]) -> [TrajectoryDifference] {
    let judged = gestures.filter { $0.isCovered || $0.equivalence == .different }
    return judged.isEmpty ? gestures : judged
  }

  /// The gestures that decide the phase.
  package var judged: [TrajectoryDifference] { Self.judged(gestures) }

  /// The gesture that stands for the phase: the one with the largest difference, of those that show a difference where the
  /// phase differs, else of those that decide it; within the recorded range where one is. Nil where no difference is finite.
  package var widest: TrajectoryDifference? {
    let deciding = equivalence == .different ? gestures.filter { $0.equivalence == .different } : judged
    let finite = deciding.filter(\.largest.isFinite)
    let covered = finite.filter(\.isCovered)
    return (covered.isEmpty ? finite : covered).max { $0.largest < $1.largest }
  }

  /// The smallest limit at which the phase is the same, in units of length: the largest upper bound of the gestures within
  /// the recorded range, of all where none is. Nil where the data do not bound one of them.
  package var equivalenceBound: Double? {
    let covered = gestures.filter(\.isCovered)
    let bound = (covered.isEmpty ? gestures : covered).map(\.high).max() ?? .infinity
    return bound.isFinite ? bound : nil
  }

  /// The gestures beyond the recorded range that show no difference.
  package var notCovered: [TrajectoryDifference] {
    gestures.filter { !$0.isCovered && $0.equivalence != .different }
  }

  /// One difference shown decides a phase; to be the same all of its gestures must be.
  private static func needed(_ undecided: [TrajectoryDifference], _ test: EquivalenceTest) -> Int? {
    let beyond = undecided.filter { $0.largest > test.limit }
    guard beyond.isEmpty else { return beyond.compactMap(\.needed).min() }
    let counts = undecided.compactMap(\.needed)
    return counts.count == undecided.count ? counts.max() : nil
  }
}
