import LeastSquares

/// What a person would feel: one standard gesture answered by both sides from the same start.
public struct FeltDifference: Equatable, Sendable {
  public let gesture: StandardGesture
  /// |b − a| at its largest, in units of length.
  public let largest: Double
  /// When that is, s since the release, or at which travel of the finger; the end of the time followed where
  /// it is at the end of the motion.
  public let at: Double
  /// b − a where both end up, in units of length; not finite where a glide never ends.
  public let final: Double
  /// The size of the true largest difference is at least and at most this, each with the comparison's
  /// confidence (``EquivalenceTest``); the latter is infinite where the data do not bound it.
  public let low: Double
  public let high: Double
  /// What the laws' misfit adds to either bound, in units of length.
  public let misfit: Double
  /// The smallest difference that this much data would tell from none in 80 % of cases.
  public let detectable: Double
  /// When each side has settled, s; nil for a pull and for a motion that never does.
  public let settlingA: Double?
  public let settlingB: Double?
  public let likeness: Likeness
  /// How many motions each side needs to decide; nil where it is decided, or no number would.
  public let needed: Int?
  public let curves: Curves

  /// Both motions, for pictures: as long as each other.
  public struct Curves: Equatable, Sendable {
    /// s since the release, or the finger's travel.
    public let abscissas: [Double]
    public let a: [Double]
    public let b: [Double]
    /// Of b − a.
    public let standardErrors: [Double]

    /// How much later than A B is at the place where A is, ms, where the abscissas are times; nil where it is
    /// never there.
    public var delays: [Double?] { Delays(abscissas, a, b).milliseconds }
  }
}

extension FeltDifference {
  /// How many steps a motion is followed in.
  private static let steps = 240

  /// - Returns: nil where a law is not known.
  init?(_ gesture: StandardGesture, _ laws: LawChoice, test: EquivalenceTest) {
    guard let a = laws.a.motion(gesture), let b = laws.b.motion(gesture) else { return nil }
    let last: Double
    switch gesture.start {
    case .pull(let travel): last = travel
    case .release:
      last =
        [a.settlingTime, b.settlingTime].compactMap(\.self).max().map { min($0, GestureMotion.horizon) }
        ?? GestureMotion.horizon
    }
    let abscissas = (0...Self.steps).map { last * Double($0) / Double(Self.steps) }
    let first = MotionBand(laws.a, gesture, abscissas)
    let second = MotionBand(laws.b, gesture, abscissas)
    let differences = zip(first.values, second.values).map { $1 - $0 }
    let errors = zip(first.variances, second.variances).map { ($0 + $1).squareRoot() }
    let widest = errors.indices.max { errors[$0] < errors[$1] } ?? 0
    func welch(_ index: Int) -> Welch {
      Welch(
        (first.variances[index], laws.a.degreesOfFreedom), (second.variances[index], laws.b.degreesOfFreedom))
    }
    let freedom = welch(widest).degreesOfFreedom
    // The difference of one law's constants, or both laws' own.
    let directions = laws.a.constants.count + (laws.isCommon ? 0 : laws.b.constants.count)
    let misfit = laws.a.misfit * first.travel + laws.b.misfit * second.travel
    let upper = test.upperQuantile(freedom)
    let lower = test.lowerQuantile(freedom, directions: directions)
    let largest = differences.indices.max { abs(differences[$0]) < abs(differences[$1]) } ?? 0
    let uncertain =
      differences.indices.max {
        abs(differences[$0]) + upper * errors[$0] < abs(differences[$1]) + upper * errors[$1]
      } ?? 0
    let isBounded = (differences + errors).allSatisfy(\.isFinite)

    self.gesture = gesture
    self.largest = isBounded ? abs(differences[largest]) : .nan
    self.misfit = misfit
    at = abscissas[min(largest, Self.steps)]
    final = b.end - a.end
    settlingA = a.settlingTime
    settlingB = b.settlingTime
    low =
      isBounded
      ? max(0, zip(differences, errors).reduce(0) { max($0, abs($1.0) - lower * $1.1) } - misfit) : 0
    high = isBounded ? abs(differences[uncertain]) + upper * errors[uncertain] + misfit : .infinity
    detectable = isBounded ? test.detectable(freedom) * errors[widest] : .infinity
    likeness = test.likeness(low: low, high: high)
    // A difference is decided where it is largest, sameness where it is least certain.
    let decisive = abs(differences[largest]) > test.limit ? largest : uncertain
    needed =
      likeness == .undecided && isBounded
      ? RequiredMotions(
        test: test, difference: differences[decisive], misfit: misfit, directions: directions,
        a: .init(variance: first.variances[decisive], count: laws.a.count, freedom: laws.a.degreesOfFreedom),
        b: .init(variance: second.variances[decisive], count: laws.b.count, freedom: laws.b.degreesOfFreedom)
      ).count : nil
    let sampled = abscissas.indices
    curves = Curves(
      abscissas: abscissas, a: Array(first.values[sampled]), b: Array(second.values[sampled]),
      standardErrors: Array(errors[sampled]))
  }
}

/// A gesture moved by a law, with the variance that the errors of its constants give each offset.
///
/// The constants are displaced to both sides by one standard error in each independent direction; half the
/// difference is that direction's share of the standard error, exact for a linear dependence and better than
/// the derivative for others.
private struct MotionBand {
  /// At the abscissas and, behind them, the end of a glide that has one.
  let values: [Double]
  let variances: [Double]
  /// How far the motion goes, in units of length.
  let travel: Double

  init(_ law: LawSummary, _ gesture: StandardGesture, _ abscissas: [Double]) {
    func offsets(_ displacement: [Double]?) -> [Double] {
      guard let motion = law.motion(gesture, displaced: displacement) else { return [] }
      return motion.offsets(at: abscissas) + (gesture.phase == .deceleration ? [motion.end] : [])
    }
    let centre = offsets(nil)
    var variances = centre.map { _ in 0.0 }
    for displacement in law.displacements {
      let ahead = offsets(displacement), behind = offsets(displacement.map { -$0 })
      for index in variances.indices {
        let half = (ahead[index] - behind[index]) / 2
        variances[index] += half * half
      }
    }
    values = centre
    self.variances = variances
    travel = (centre.max() ?? 0) - (centre.min() ?? 0)
  }
}
