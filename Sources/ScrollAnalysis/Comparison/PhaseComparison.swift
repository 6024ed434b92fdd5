import Recordings
import ScrollModels

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
    extrapolates = models.extrapolates
    let judged = Self.judged(gestures, extrapolates: extrapolates)
    let isJudged = extrapolates || gestures.contains(where: \.isCovered)
    equivalence = isJudged ? EquivalenceVerdict(of: judged.map(\.equivalence)) : .undecided
    needed =
      equivalence == .undecided ? Self.needed(judged.filter { $0.equivalence == .undecided }, test) : nil
  }

  /// The gestures that decide the phase. One beyond the recorded range shows a difference or nothing, and nothing where the models hold for
  /// the recorded range alone; where all are beyond it, all decide.
  private static func judged(_ gestures: [TrajectoryDifference], extrapolates: Bool) -> [TrajectoryDifference]
  {
    let judged = gestures.filter { $0.isCovered || extrapolates && $0.equivalence == .different }
    return judged.isEmpty ? gestures : judged
  }

  /// The gestures that decide the phase.
  package var judged: [TrajectoryDifference] { Self.judged(gestures, extrapolates: extrapolates) }

  /// The gesture that stands for the phase: the one with the largest difference, of those that show a difference where the
  /// phase differs, else of those that decide it; within the recorded range where one is. Nil where no difference is finite.
  package var widest: TrajectoryDifference? {
    let deciding = equivalence == .different ? judged.filter { $0.equivalence == .different } : judged
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

  /// The gestures beyond the recorded range that decide nothing.
  package var notCovered: [TrajectoryDifference] {
    gestures.filter { !$0.isCovered && !(extrapolates && $0.equivalence == .different) }
  }

  /// One difference shown decides a phase; to be the same all of its gestures must be.
  private static func needed(_ undecided: [TrajectoryDifference], _ test: EquivalenceTest) -> Int? {
    let beyond = undecided.filter { $0.largest > test.limit }
    guard beyond.isEmpty else { return beyond.compactMap(\.needed).min() }
    let counts = undecided.compactMap(\.needed)
    return counts.count == undecided.count ? counts.max() : nil
  }
}
