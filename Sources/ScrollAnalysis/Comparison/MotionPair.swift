/// A standard gesture moved by the laws of both sides.
struct MotionPair {
  /// The number of steps a motion is followed in.
  private static let steps = 240

  private let laws: ModelChoice
  private let a: MotionBand
  private let b: MotionBand
  let settlingA: Double?
  let settlingB: Double?
  /// The final difference of both ends.
  let final: Double
  /// s since the release, or the finger's travel.
  let abscissas: [Double]
  /// b − a at the abscissas and, behind them, at the end of a glide; and its standard errors.
  let differences: [Double]
  let errors: [Double]

  /// Nil where a law is not known.
  init?(_ gesture: StandardGesture, _ laws: ModelChoice) {
    guard let a = laws.a.motion(gesture), let b = laws.b.motion(gesture) else { return nil }
    self.laws = laws
    settlingA = a.settlingTime
    settlingB = b.settlingTime
    final = b.end - a.end
    let last: Double
    switch gesture.start {
    case .pull(let travel): last = travel
    case .release:
      let settled = max(settlingA ?? .infinity, settlingB ?? .infinity)
      last = min(settled, GestureMotion.horizon)
    }
    abscissas = (0...Self.steps).map { last * Double($0) / Double(Self.steps) }
    self.a = MotionBand(laws.a, gesture, abscissas)
    self.b = MotionBand(laws.b, gesture, abscissas)
    differences = zip(self.a.values, self.b.values).map { $1 - $0 }
    errors = zip(self.a.variances, self.b.variances).map { ($0 + $1).squareRoot() }
  }

  var isBounded: Bool { (differences + errors).allSatisfy(\.isFinite) }

  /// The position at which the difference is least certain.
  var widest: Int { errors.indices.max { errors[$0] < errors[$1] } ?? 0 }

  /// In how many directions errors move the difference: those of one law's constants, or of both laws'.
  var directions: Int { laws.a.constants.count + (laws.isCommon ? 0 : laws.b.constants.count) }

  /// The lack of fit of the models.
  var misfit: Double { laws.a.misfit * a.travel + laws.b.misfit * b.travel }

  func error(at index: Int) -> Welch {
    Welch((a.variances[index], laws.a.degreesOfFreedom), (b.variances[index], laws.b.degreesOfFreedom))
  }

  /// The number of motions would decide by the difference at one place.
  func required(at index: Int, _ test: EquivalenceTest) -> RequiredMotions {
    RequiredMotions(
      test: test, difference: differences[index], misfit: misfit, directions: directions,
      a: .init(variance: a.variances[index], count: laws.a.count, freedom: laws.a.degreesOfFreedom),
      b: .init(variance: b.variances[index], count: laws.b.count, freedom: laws.b.degreesOfFreedom))
  }

  var curves: FeltDifference.Curves {
    let sampled = abscissas.indices
    return FeltDifference.Curves(
      abscissas: abscissas, a: Array(a.values[sampled]), b: Array(b.values[sampled]),
      standardErrors: Array(errors[sampled]))
  }
}

/// A gesture moved by a law, with the variance that the errors of its constants give each offset.
///
/// The constants are displaced to both sides by one standard error in each independent direction; half the
/// difference is that direction's share of the standard error, exact for a linear dependence and better than
/// the derivative for others.
private struct MotionBand {
  /// At the abscissas and, behind them, the end of a glide.
  let values: [Double]
  let variances: [Double]
  /// The distance of the motion, in units of length.
  let travel: Double

  init(_ law: ModelSummary, _ gesture: StandardGesture, _ abscissas: [Double]) {
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
