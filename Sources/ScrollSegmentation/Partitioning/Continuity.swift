import LinearAlgebra

/// The state that a linearized fit gives at a time, with its covariance.
struct BoundaryState {
  /// Offset, velocity, acceleration.
  let offset: Double
  let velocity: Double
  let acceleration: Double
  let offsetVariance: Double
  let covariance: Double
  let velocityVariance: Double

  init(_ linearization: Linearization, at time: Double, _ motion: Motion, scale: Double) {
    let step = 0.05 * motion.interval
    let local = time - motion.times[linearization.origin]
    let before = linearization.row(at: local - step)
    let now = linearization.row(at: local)
    let after = linearization.row(at: local + step)
    let slope = (after - before) / (2 * step)
    let solution = linearization.factor.coefficients
    offset = (solution * now).sum() + motion.offsets[linearization.origin]
    velocity = (solution * slope).sum()
    acceleration = (solution * (after - 2 * now + before)).sum() / (step * step)
    let offsetRow = linearization.factor.whitened(now)
    let velocityRow = linearization.factor.whitened(slope)
    offsetVariance = (offsetRow * offsetRow).sum() * scale
    covariance = (offsetRow * velocityRow).sum() * scale
    velocityVariance = (velocityRow * velocityRow).sum() * scale
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
      !transition.continuity.isEmpty,
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
      state(left), state(right), transition.continuity, frame: frame,
      isStill: before.isStill || after.isStill, penalty: penalty)
  }

  /// The change of cost where two segments meet with a continuity constraint, by the Wald statistic of what parts them: each
  /// constraint saves a parameter.
  ///
  /// The boundary lies anywhere between two samples, so the least over a few instants there counts. Content at rest was
  /// rounded once for all of its samples, so that its offset is known to half a step only.
  func continuityCost(
    _ left: BoundaryState, _ right: BoundaryState, _ kinds: [Continuity], frame: Double, isStill: Bool,
    penalty: Double
  ) -> Double {
    let floor = isStill ? motion.resolution / 2 : 0
    var best = 0.0
    for step in -2...2 {
      let time = Double(step) / 4 * frame
      let (x, v) = left.moved(by: time)
      let (y, w) = right.moved(by: time)
      let xx = left.offsetVariance + right.offsetVariance + floor * floor
      let xv = left.covariance + right.covariance
      let vv = left.velocityVariance + right.velocityVariance
      let dx = x - y
      let dv = v - w
      if kinds.contains(.offset) { best = min(best, dx * dx / xx - penalty) }
      let determinant = xx * vv - xv * xv
      guard kinds.contains(.velocity), determinant > 0 else { continue }
      let wald = (dx * dx * vv - 2 * dx * dv * xv + dv * dv * xx) / determinant
      best = min(best, wald - 2 * penalty)
    }
    return best
  }
}

extension BoundaryState {
  /// Offset and velocity a little earlier or later.
  fileprivate func moved(by time: Double) -> (offset: Double, velocity: Double) {
    (offset + time * (velocity + time * acceleration / 2), velocity + time * acceleration)
  }
}
