import Elementary
import LeastSquares

/// One standard gesture answered by both sides from the same start, and the difference of their motions.
package struct TrajectoryDifference: Equatable, Sendable {
  package let gesture: StandardGesture
  /// |b − a| at its largest, in units of length.
  package let largest: Double
  /// The time of that, s since the release, or the travel of the finger; the end of the time followed where
  /// it is at the end of the motion.
  package let at: Double
  /// b − a where both end up, in units of length; not finite where a glide never ends.
  package let final: Double
  /// The size of the true largest difference is at least and at most this, each with the comparison's
  /// confidence (``EquivalenceTest``); the latter is infinite where the data do not bound it.
  package let low: Double
  package let high: Double
  /// The lack of fit that is added to either bound, in units of length.
  package let lackOfFit: Double
  /// The smallest difference that this much data would distinguish from none in 80 % of cases.
  package let detectable: Double
  /// The time at which each side has settled, s; nil for a pull and for a motion that never does.
  package let settlingA: Double?
  package let settlingB: Double?
  package let equivalence: EquivalenceVerdict
  /// The recorded maximum of what the gesture demands, where it demands more (``GestureRange``): speed, displacement or
  /// travel of the finger; nil for a gesture within the recorded range.
  package let recordedMaximum: Double?
  /// The number of motions each side needs to decide; nil where it is decided, or no number would.
  package let needed: Int?
  package let curves: Curves

  /// True if the gesture lies within the recorded range.
  package var isCovered: Bool { recordedMaximum == nil }

  /// The time over which a motion that does not settle is followed, s.
  package static let horizon = GestureMotion.horizon

  /// The distance that the gesture moves the content, on the side where it is longer, in units of length.
  package var travel: Double {
    [curves.a, curves.b].map { ($0.max() ?? 0) - ($0.min() ?? 0) }.max() ?? 0
  }

  /// Both motions, for pictures: as long as each other.
  package struct Curves: Equatable, Sendable {
    /// s since the release, or the finger's travel.
    package let abscissas: [Double]
    package let a: [Double]
    package let b: [Double]
    /// The standard errors of b − a.
    package let standardErrors: [Double]

    /// The delay of B behind A at the positions of A, ms, where the abscissas are times; nil where it is
    /// never there.
    package var delays: [Double?] { PositionDelays(abscissas, a, b).milliseconds }
  }
}

extension TrajectoryDifference {
  /// - Returns: nil where a model is not known.
  init?(_ gesture: StandardGesture, _ models: ModelChoice, test: EquivalenceTest, range: GestureRange) {
    guard let pair = MotionPair(gesture, models) else { return nil }
    let sizes = pair.differences.map(abs), errors = pair.errors
    let degreesOfFreedom = pair.error(at: pair.widest).degreesOfFreedom
    let upper = test.upperQuantile(degreesOfFreedom)
    let lower = test.lowerQuantile(degreesOfFreedom, directions: pair.directions)
    let largest = sizes.indices.max { sizes[$0] < sizes[$1] } ?? 0
    let bounds = zip(sizes, errors).map { $0 + upper * $1 }
    let uncertain = bounds.indices.max { bounds[$0] < bounds[$1] } ?? 0
    let shown = zip(sizes, errors).reduce(0) { max($0, $1.0 - lower * $1.1) }

    self.gesture = gesture
    self.largest = pair.isBounded ? sizes[largest] : .nan
    at = pair.abscissas[min(largest, pair.abscissas.count - 1)]
    final = pair.final
    lackOfFit = pair.lackOfFit
    low = pair.isBounded && !pair.mayBeEqual(lower) ? max(0, shown - lackOfFit) : 0
    high = pair.isBounded ? bounds[uncertain] + lackOfFit : .infinity
    detectable = pair.isBounded ? test.detectable(degreesOfFreedom) * errors[pair.widest] : .infinity
    settlingA = pair.settlingA
    settlingB = pair.settlingB
    equivalence = test.equivalence(low: low, high: high)
    // A difference is decided where it is largest, sameness where it is least certain.
    let decisive = sizes[largest] > test.limit ? largest : uncertain
    needed = equivalence == .undecided && pair.isBounded ? pair.required(at: decisive, test).count : nil
    curves = pair.curves
    let displacement = (curves.a + curves.b).reduce(0) { max($0, abs($1)) }
    recordedMaximum = range.shortage(of: gesture, displacement: displacement)
  }
}

/// The delays of one motion at the positions of another.
struct PositionDelays {
  /// For each sample of A: the time at which B is where A is, nearest to it, less its own, ms; nil where B is
  /// never there.
  let milliseconds: [Double?]

  /// - Parameters:
  ///   - times: s, of both.
  ///   - a, b: offsets; between its samples B moves along straight lines.
  init(_ times: [Double], _ a: [Double], _ b: [Double]) {
    milliseconds = a.indices.map { index in
      var nearest: Double?
      func take(_ time: Double) {
        let delay = (time - times[index]) * 1000
        if abs(delay) < abs(nearest ?? .infinity) { nearest = delay }
      }
      for end in b.indices.dropFirst() {
        let (low, high) = (b[end - 1] - a[index], b[end] - a[index])
        guard (low <= 0) != (high <= 0) || high == 0 || low == 0 else { continue }
        let share = low == high ? 0 : low / (low - high)
        guard share.isFinite else { continue }
        take(times[end - 1] + share * (times[end] - times[end - 1]))
      }
      return nearest
    }
  }
}

/// One constant of one model on both sides.
///
/// A two-sided test of equal means by Welch's t, and the interval that belongs to it: significance, of which
/// the verdict is independent, for with enough data every difference is significant, felt or not.
package struct ConstantDifference: Equatable, Sendable {
  package let a: ModelSummary.ConstantSummary
  package let b: ModelSummary.ConstantSummary
  /// b − a.
  package let difference: Double
  package let standardError: Double
  /// ν, infinite for known variances.
  package let degreesOfFreedom: Double
  /// Nil without degrees of freedom.
  package let interval: ClosedRange<Double>?
  /// The p-value of a difference at least this large where there is none.
  package let pValue: Double
  /// The smallest true difference that this much data would show in 80 % of cases: (t_{1−α/2} + t_{0.8})
  /// standard errors.
  package let detectable: Double

  package var name: String { a.name }
  package var unit: String { a.unit }

  /// Every constant that both summaries of one model have.
  static func all(_ a: ModelSummary, _ b: ModelSummary, test: EquivalenceTest) -> [ConstantDifference] {
    zip(a.constants, b.constants).map { first, second in
      let welch = WelchError(
        (first.standardError * first.standardError, a.degreesOfFreedom),
        (second.standardError * second.standardError, b.degreesOfFreedom))
      let difference = second.value - first.value
      return ConstantDifference(
        a: first, b: second, difference: difference, standardError: welch.standardError,
        degreesOfFreedom: welch.degreesOfFreedom,
        interval: welch.distribution.interval(
          around: difference, standardError: welch.standardError, confidence: test.confidence),
        pValue: welch.pValue(difference),
        detectable: test.detectable(welch.degreesOfFreedom) * welch.standardError)
    }
  }
}

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

  /// Returns true if the one constant of a model that both sides follow may be the same: so may their motions then, however little the
  /// errors of offsets tell of a constant that they do not depend on linearly.
  ///
  /// - Parameter quantile: the standard errors that a difference needs to be shown.
  func mayBeEqual(_ quantile: Double) -> Bool {
    guard models.isCommon, directions == 1 else { return false }
    let (a, b) = (models.a.constants[0], models.b.constants[0])
    return abs(b.value - a.value) <= quantile * length(a.standardError, b.standardError)
  }

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
