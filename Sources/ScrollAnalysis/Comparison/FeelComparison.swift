import LeastSquares
public import Recordings

/// The test of two sets of recordings for equivalent motion.
public struct FeelComparison: Equatable, Sendable {
  public let a: MotionSet
  public let b: MotionSet
  /// The largest difference that counts as the same, in units of length.
  public let limit: Double
  public let confidence: Double
  public let likeness: Likeness
  public let phases: [PhaseComparison]
  /// Kinds of phase without a comparison.
  public let uncompared: [UncomparedPhase]
  /// True if ``uncompared`` phases are left out of the verdict.
  public let ignoresMissing: Bool
  /// The groups of the recordings on both sides.
  public let groups: [GroupEffect]
  public let warnings: [String]

  /// Device pixels to a unit of length: of the side that has more.
  public var pixels: Double? { [a.pixels, b.pixels].compactMap(\.self).max() }
  public var unit: String { a.unit }

  /// The constants and the gestures of one kind of phase.
  public struct PhaseComparison: Equatable, Sendable {
    public let phase: PhaseKind
    public let a: LawSummary
    public let b: LawSummary
    /// The differences of every constant; empty where the laws differ.
    public let constants: [ConstantDifference]
    public let gestures: [FeltDifference]
    public let likeness: Likeness
    /// The number of motions each side needs for a verdict; nil where there is one, or no number gives one.
    public let needed: Int?
  }

  /// - Parameters:
  ///   - limit: ≥ 0.
  ///   - confidence: in 0…1.
  ///   - ignoresMissing: leaves kinds of phase that one side lacks out of the verdict.
  /// - Throws: ``ComparisonError`` where the sets have no kind of phase in common.
  public init(
    _ a: MotionSet, _ b: MotionSet, limit: Double = 0.5, confidence: Double = 0.95, groupKeys: [String] = [],
    ignoresMissing: Bool = false
  ) throws(ComparisonError) {
    for set in [a, b] where set.motions.isEmpty { throw .noMotions(set.name) }
    let common = a.phases.filter(b.phases.contains)
    guard !common.isEmpty else { throw .noCommonPhase(a.name, a.phases, b.name, b.phases) }
    var warnings = a.warnings + b.warnings
    var choices: [(phase: PhaseKind, laws: LawChoice)] = []
    for phase in common {
      guard let laws = LawChoice(a.motions(phase), b.motions(phase), phase: phase) else { continue }
      choices.append((phase, laws))
    }
    guard !choices.isEmpty else { throw .noLaw(common) }
    let test = EquivalenceTest(limit: limit, confidence: confidence, phases: choices.count)
    let unit = a.unit
    phases = choices.map { phase, laws in
      let range = GestureRange(a.motions(phase), b.motions(phase))
      return PhaseComparison(phase, laws, unit: unit, test: test, range: range)
    }
    uncompared = UncomparedPhase.all(a, b, compared: phases.map(\.phase))
    self.ignoresMissing = ignoresMissing
    likeness = Likeness(
      of: phases.map(\.likeness) + (ignoresMissing ? [] : uncompared.map(\.likeness)))
    groups = groupKeys.flatMap { key in
      choices.flatMap { phase, laws in
        GroupEffect.all(a, key: key, phase: phase, law: laws.a.law)
          + GroupEffect.all(b, key: key, phase: phase, law: laws.b.law)
      }
    }
    warnings += ComparisonWarnings(a, b, choices: choices, phases: phases).all
    self.warnings = warnings
    self.a = a
    self.b = b
    self.limit = limit
    self.confidence = confidence
  }
}

extension MotionSet {
  func motions(_ phase: PhaseKind) -> [RecordedMotion] { motions.filter { $0.phase == phase } }
}

extension FeelComparison.PhaseComparison {
  init(
    _ phase: PhaseKind, _ laws: LawChoice, unit: String, test: EquivalenceTest,
    range: GestureRange = GestureRange([], [])
  ) {
    self.phase = phase
    a = laws.a
    b = laws.b
    constants = laws.isCommon ? ConstantDifference.all(laws.a, laws.b, test: test) : []
    gestures = StandardGesture.all(phase, unit: unit, returnStart: laws.returnStart)
      .compactMap { FeltDifference($0, laws, test: test, range: range) }
    let judged = Self.judged(gestures)
    likeness = Likeness(of: judged.map(\.likeness))
    needed = likeness == .undecided ? Self.needed(judged.filter { $0.likeness == .undecided }, test) : nil
  }

  /// The gestures that decide the phase. One beyond the recorded range shows a difference or nothing; where all are
  /// beyond it, all decide.
  static func judged(_ gestures: [FeltDifference]) -> [FeltDifference] {
    let judged = gestures.filter { $0.isCovered || $0.likeness == .different }
    return judged.isEmpty ? gestures : judged
  }

  /// The gestures that decide the phase.
  public var judged: [FeltDifference] { Self.judged(gestures) }

  /// The gestures beyond the recorded range that show no difference.
  public var notCovered: [FeltDifference] {
    gestures.filter { !$0.isCovered && $0.likeness != .different }
  }

  /// One difference shown decides a phase; to be the same all of its gestures must be.
  private static func needed(_ undecided: [FeltDifference], _ test: EquivalenceTest) -> Int? {
    let beyond = undecided.filter { $0.largest > test.limit }
    guard beyond.isEmpty else { return beyond.compactMap(\.needed).min() }
    let counts = undecided.compactMap(\.needed)
    return counts.count == undecided.count ? counts.max() : nil
  }
}
