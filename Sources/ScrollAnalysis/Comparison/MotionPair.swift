/// A standard gesture moved by the models of both sides.
struct MotionPair {
  /// The number of steps a motion is followed in.
  private static let steps = 240

  private let models: ModelChoice
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

  /// Nil where a model is not known.
  init?(_ gesture: StandardGesture, _ models: ModelChoice) {
    guard let a = models.a.motion(gesture), let b = models.b.motion(gesture) else { return nil }
    self.models = models
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
    self.a = MotionBand(models.a, gesture, abscissas)
    self.b = MotionBand(models.b, gesture, abscissas)
    differences = zip(self.a.values, self.b.values).map { $1 - $0 }
    errors = zip(self.a.variances, self.b.variances).map { ($0 + $1).squareRoot() }
  }

  var isBounded: Bool { (differences + errors).allSatisfy(\.isFinite) }

  /// The position at which the difference is least certain.
  var widest: Int { errors.indices.max { errors[$0] < errors[$1] } ?? 0 }

  /// In how many directions errors move the difference: those of one model's constants, or of both models'.
  var directions: Int { models.a.constants.count + (models.isCommon ? 0 : models.b.constants.count) }

  /// The lack of fit of the models.
  var lackOfFit: Double { models.a.lackOfFit * a.travel + models.b.lackOfFit * b.travel }

  func error(at index: Int) -> WelchError {
    WelchError(
      (a.variances[index], models.a.degreesOfFreedom), (b.variances[index], models.b.degreesOfFreedom))
  }

  /// The number of motions would decide by the difference at one place.
  func required(at index: Int, _ test: EquivalenceTest) -> RequiredSampleSize {
    RequiredSampleSize(
      test: test, difference: differences[index], lackOfFit: lackOfFit, directions: directions,
      a: .init(
        variance: a.variances[index], count: models.a.count, degreesOfFreedom: models.a.degreesOfFreedom),
      b: .init(
        variance: b.variances[index], count: models.b.count, degreesOfFreedom: models.b.degreesOfFreedom))
  }

  var curves: TrajectoryDifference.Curves {
    let sampled = abscissas.indices
    return TrajectoryDifference.Curves(
      abscissas: abscissas, a: Array(a.values[sampled]), b: Array(b.values[sampled]),
      standardErrors: Array(errors[sampled]))
  }
}

/// A gesture moved by a model, with the variance that the errors of its constants give each offset.
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

  init(_ model: ModelSummary, _ gesture: StandardGesture, _ abscissas: [Double]) {
    func offsets(_ displacement: [Double]?) -> [Double] {
      guard let motion = model.motion(gesture, displaced: displacement) else { return [] }
      return motion.offsets(at: abscissas) + (gesture.phase == .deceleration ? [motion.end] : [])
    }
    let centre = offsets(nil)
    var variances = centre.map { _ in 0.0 }
    for displacement in model.displacements {
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
