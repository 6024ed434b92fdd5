internal import CKernels
import LinearAlgebra

/// The state that a linearized fit gives at a time, with what its covariances follow from. It is stored as kernels fill it: memory for
/// vectors, which are aligned, is taken by a slower way.
struct BoundaryState {
  private var numbers: scrollfit_state

  /// The least sum of squares of the fit.
  var squares: Double { numbers.squares }

  /// - Parameters:
  ///   - scale: of the samples' variances.
  ///   - unknown: the variance of what the samples do not determine; 0 takes it as known.
  init(
    _ linearization: inout Linearization, at time: Double, _ motion: borrowing Motion, scale: Double,
    unknown: Double = 0
  ) {
    let (step, deviation, level) = (
      Self.step(motion), scale.squareRoot(), motion.offsets[linearization.origin]
    )
    if let state = linearization.state(
      at: time, motion, step: step, unknown: unknown, deviation: deviation)
    {
      numbers = state
      numbers.values.0 += level
      return
    }
    let local = time - motion.times[linearization.origin]
    let before = linearization.row(at: local - step)
    let now = linearization.row(at: local)
    let after = linearization.row(at: local + step)
    let slope = (after - before) / (2 * step)
    let curvature = (after - 2 * now + before) / (step * step)
    let sums = linearization.factor.combinations([now, slope, curvature], unknown: unknown)
    let values = sums.values
    numbers = scrollfit_state(
      values: (values[0] + level, values[1], values[2]),
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

  /// Calls `body` with the Wald statistics of what parts the states of two models at boundaries.
  ///
  /// - Parameters:
  ///   - left: the states before each boundary.
  ///   - right: those behind it, the last boundary's first.
  ///   - frames: the times between the samples on both sides of each boundary, s.
  ///   - slack: the variances of offset and velocity beside those of the samples.
  ///   - instants: the times at which the models may meet, in frames since the boundary. The variances are those at the boundary:
  ///     within a frame they hardly change.
  static func withPartingStatistics<Result>(
    _ left: UnsafeBufferPointer<BoundaryState>, _ right: UnsafeBufferPointer<BoundaryState>,
    frames: UnsafePointer<Double>, slack: SIMD2<Double>, instants: [Double],
    _ body: (PartingStatistics) -> Result
  ) -> Result {
    precondition(left.count == right.count)
    let stride = (left.count + 7) / 8 * 8
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * stride * instants.count) { space in
      let statistics = PartingStatistics(numbers: space, instants: instants.count, stride: stride)
      left.withMemoryRebound(to: scrollfit_state.self) { left in
        right.withMemoryRebound(to: scrollfit_state.self) { right in
          scrollfit_parting(
            scrollfit_fastest_path(), left.baseAddress, right.baseAddress, left.count, frames, slack.x,
            slack.y, instants, instants.count, space.baseAddress,
            space.baseAddress?.advanced(by: stride * instants.count))
        }
      }
      return body(statistics)
    }
  }

  /// The same at one boundary.
  static func withPartingStatistics<Result>(
    _ left: BoundaryState, _ right: BoundaryState, frame: Double, slack: SIMD2<Double>, instants: [Double],
    _ body: (PartingStatistics) -> Result
  ) -> Result {
    withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) { right in
        withUnsafePointer(to: frame) { frame in
          withPartingStatistics(
            UnsafeBufferPointer(start: left, count: 1), UnsafeBufferPointer(start: right, count: 1),
            frames: frame, slack: slack, instants: instants, body)
        }
      }
    }
  }
}

/// The Wald statistics of what parts two models: of their offsets, and of offsets and velocities.
struct PartingStatistics {
  /// The statistics of the offsets, by instant and boundary, then the others.
  fileprivate let numbers: UnsafeMutableBufferPointer<Double>
  fileprivate let instants: Int
  fileprivate let stride: Int

  subscript(boundary: Int, instant: Int) -> (offset: Double, velocity: Double) {
    (numbers[instant * stride + boundary], numbers[(instants + instant) * stride + boundary])
  }
}

extension SIMD8<Double> {
  fileprivate typealias Numbers = (Double, Double, Double, Double, Double, Double, Double, Double)

  fileprivate var numbers: Numbers {
    (self[0], self[1], self[2], self[3], self[4], self[5], self[6], self[7])
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
      var linearization = linearized(fit.model, fit.range, fit.rates, slopes: fit.coefficients)
      return BoundaryState(&linearization, at: time, motion, scale: fit.scale)
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
    let best = BoundaryState.withPartingStatistics(
      left, right, frame: frame, slack: SIMD2(floor * floor, 0), instants: Self.meetings
    ) { statistics in
      var best = 0.0
      for instant in Self.meetings.indices {
        let (offset, velocity) = statistics[0, instant]
        if transition.strongest >= .offset { best = min(best, offset - penalty) }
        if transition.strongest >= .velocity { best = min(best, velocity - 2 * penalty) }
      }
      return best
    }
    let isFinger = before == .finger && (after == .finger || after == .hold)
    let isShown = samples >= Regime.rest.minimumSamples
    let stops = isFinger && isShown && stopsShort(left.speed, right.speed, frame: frame)
    return best + (stops ? penalty : 0)
  }

  /// The instants at which two segments may meet, in frames since the middle between two samples.
  private static let meetings = [-0.5, -0.25, 0, 0.25, 0.5]

  /// Returns true if content loses most of its speed within a frame: a touch stops a glide so, and a finger slows down.
  private func stopsShort(_ before: Double, _ after: Double, frame: Double) -> Bool {
    after < before / 2 && (before - after) * frame > 2 * motion.resolution
  }
}
