internal import CKernels
import LinearAlgebra

/// The state that a linearized fit gives at a time, with what its covariances follow from. It is stored as kernels fill it: memory for
/// vectors, which are aligned, is taken by a slower way.
struct BoundaryState {
  private var numbers: scrollfit_state

  /// Offset, velocity, acceleration.
  private var values: SIMD4<Double> { SIMD4(numbers.values.0, numbers.values.1, numbers.values.2, 0) }
  /// The whitened rows of offset and velocity: their scalar products are the covariances.
  private var offset: RowUpdatedQR.Row { RowUpdatedQR.Row(numbers.offset) }
  private var velocity: RowUpdatedQR.Row { RowUpdatedQR.Row(numbers.velocity) }
  /// The least sum of squares of the fit.
  var squares: Double { numbers.squares }

  /// - Parameters:
  ///   - scale: of the samples' variances.
  ///   - unknown: the variance of what the samples do not determine; 0 takes it as known.
  init(
    _ linearization: borrowing Linearization, at time: Double, _ motion: borrowing Motion, scale: Double,
    unknown: Double = 0
  ) {
    let step = Self.step(motion)
    let local = time - motion.times[linearization.origin]
    let before = linearization.row(at: local - step)
    let now = linearization.row(at: local)
    let after = linearization.row(at: local + step)
    let slope = (after - before) / (2 * step)
    let curvature = (after - 2 * now + before) / (step * step)
    let sums = linearization.factor.combinations([now, slope, curvature], unknown: unknown)
    let (values, deviation) = (sums.values, scale.squareRoot())
    numbers = scrollfit_state(
      values: (values[0] + motion.offsets[linearization.origin], values[1], values[2]),
      squares: linearization.factor.sumOfSquares, offset: (deviation * sums.whitened[0]).numbers,
      velocity: (deviation * sums.whitened[1]).numbers)
  }

  /// Half of the time over which slopes are taken, s.
  static func step(_ motion: borrowing Motion) -> Double { 0.05 * motion.interval }

  /// Takes samples into a linearization one by one, and returns the states in the middle between each and the next one; nil, with nothing
  /// changed, for a model that is not a kernel's curve.
  ///
  /// - Parameters:
  ///   - isBackward: whether the last is taken in first.
  ///   - unknown: the variance of what the samples do not determine.
  static func states(
    _ linearization: inout Linearization, _ range: Range<Int>, _ motion: borrowing Motion, isBackward: Bool,
    unknown: Double
  ) -> [BoundaryState]? {
    var isCurve = false
    let (step, level) = (step(motion), motion.offsets[linearization.origin])
    let states = [BoundaryState](unsafeUninitializedCapacity: range.count) { states, count in
      states.withMemoryRebound(to: scrollfit_state.self) { states in
        isCurve = linearization.add(
          range, motion, isBackward: isBackward, step: step, unknown: unknown, states: states)
        guard isCurve else { return }
        for position in 0..<range.count { states[position].values.0 += level }
        count = range.count
      }
    }
    return isCurve ? states : nil
  }

  var speed: Double { numbers.values.1.magnitude }

  /// The difference of two independent states.
  ///
  /// - Parameter slack: the variances of offset and velocity beside those of the samples.
  func difference(from other: BoundaryState, slack: SIMD2<Double>) -> StateDifference {
    let variance = (offset * offset + other.offset * other.offset).sum() + slack.x
    let share = (offset * velocity + other.offset * other.velocity).sum() / variance
    let rest = (velocity - share * offset, other.velocity - share * other.offset)
    let restVariance = (rest.0 * rest.0 + rest.1 * rest.1).sum() + share * share * slack.x + slack.y
    return StateDifference(
      values: values - other.values, variance: variance, share: share, restVariance: restVariance)
  }
}

extension SIMD8<Double> {
  fileprivate typealias Numbers = (Double, Double, Double, Double, Double, Double, Double, Double)

  fileprivate init(_ numbers: Numbers) {
    self = withUnsafeBytes(of: numbers) { $0.loadUnaligned(as: Self.self) }
  }

  fileprivate var numbers: Numbers {
    (self[0], self[1], self[2], self[3], self[4], self[5], self[6], self[7])
  }
}

/// The difference of two independent states, with its variances: those of offset, and of the velocity that the offset leaves open,
/// so that no covariance is subtracted from another.
struct StateDifference {
  /// Offset, velocity, acceleration.
  fileprivate let values: SIMD4<Double>
  fileprivate let variance: Double
  /// The velocity that belongs to an offset.
  fileprivate let share: Double
  fileprivate let restVariance: Double

  /// The Wald statistics of what parts the states a little later: of one offset, and of one offset and velocity.
  ///
  /// The variances are those before: within a frame they hardly change.
  func statistics(after time: Double) -> (offset: Double, velocity: Double) {
    let distance = (values * SIMD4(1, time, time * time / 2, 0)).sum()
    let change = (values * SIMD4(0, 1, time, 0)).sum()
    let restChange = change - share * distance
    let own = distance * distance / variance
    return (own, own + restChange * restChange / restVariance)
  }
}

extension SegmentFitter {
  /// The change of cost where two fitted segments meet, by the constraints that their regimes' transition allows.
  ///
  /// - Complexity: O(samples of both).
  func continuityCost(
    _ left: SegmentFit, _ right: SegmentFit, from before: Regime, to after: Regime, penalty: Double
  ) -> Double {
    let origin = right.range.lowerBound
    guard let transition = TransitionTable.transition(from: before, to: after),
      transition.strongest > .none,
      origin > 0, left.range.upperBound == origin
    else { return 0 }
    let frame = motion.times[origin] - motion.times[origin - 1]
    let time = motion.times[origin] - frame / 2
    func state(_ fit: SegmentFit) -> BoundaryState {
      BoundaryState(
        linearized(fit.model, fit.range, fit.rates, slopes: fit.coefficients), at: time, motion,
        scale: fit.scale)
    }
    return continuityCost(
      state(left), state(right), transition, from: before, to: after, samples: right.range.count,
      frame: frame,
      penalty: penalty)
  }

  /// The change of cost where two segments meet with a continuity constraint, by the Wald statistic of what parts them: each
  /// constraint saves a parameter. A finger that stops short costs one penalty.
  ///
  /// The boundary lies anywhere between two samples, so the least over a few instants there counts. Content at rest was
  /// rounded once for all of its samples, so that its offset is known to half a step only.
  ///
  /// It is no lower than the penalties of the parameters that the strongest constraint saves.
  ///
  /// - Parameter samples: how many the later segment has: too few show no velocity.
  func continuityCost(
    _ left: BoundaryState, _ right: BoundaryState, _ transition: Transition, from before: Regime,
    to after: Regime, samples: Int, frame: Double, penalty: Double
  ) -> Double {
    let floor = before.isStill || after.isStill ? motion.resolution / 2 : 0
    var best = 0.0
    let difference = left.difference(from: right, slack: SIMD2(floor * floor, 0))
    for step in -2...2 {
      let (offset, velocity) = difference.statistics(after: Double(step) / 4 * frame)
      if transition.strongest >= .offset { best = min(best, offset - penalty) }
      if transition.strongest >= .velocity { best = min(best, velocity - 2 * penalty) }
    }
    let isFinger = before == .finger && (after == .finger || after == .hold)
    let isShown = samples >= Regime.rest.minimumSamples
    let stops = isFinger && isShown && stopsShort(left.speed, right.speed, frame: frame)
    return best + (stops ? penalty : 0)
  }

  /// Returns true if content loses most of its speed within a frame: a touch stops a glide so, and a finger slows down.
  private func stopsShort(_ before: Double, _ after: Double, frame: Double) -> Bool {
    after < before / 2 && (before - after) * frame > 2 * motion.resolution
  }
}
