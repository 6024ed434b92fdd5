import Elementary

extension RecordingNoise {
  /// A fitted curve as its noise is estimated from; nothing in it is weighted.
  package struct Curve: Equatable, Sendable {
    package let parameters: [Double]
    /// rᵢ.
    package let residuals: [Double]
    /// df/dt at sample i.
    package let slopes: [Double]
    /// ∂rᵢ/∂pⱼ at `[j·n + i]` of all free parameters.
    package let jacobian: [Double]

    package init(parameters: [Double], residuals: [Double], slopes: [Double], jacobian: [Double]) {
      self.parameters = parameters
      self.residuals = residuals
      self.slopes = slopes
      self.jacobian = jacobian
    }
  }

  /// A curve and the noise it was fitted with, each the other's.
  package struct Settled: Equatable, Sendable {
    package let curve: Curve
    package let noise: RecordingNoise
    /// The fits that were made.
    package let rounds: Int
    /// True if the weights of the last fit are those its residuals ask for, to 1e-10 relative.
    package let isSettled: Bool
  }

  /// Fits, estimates the noise and fits with it again, from equal weights on, until the weights no longer
  /// change.
  ///
  /// Only σ_t decides how weights compare, so the rounds are a search for the one number that reproduces
  /// itself. Each takes the secant of the last two, where plain repetition would gain half a digit; from
  /// round 20 on half of the step at most, which ends a cycle. It is deterministic and ends after
  /// `roundLimit` fits at the latest.
  ///
  /// - Parameters:
  ///   - resolution: g > 0, as for ``estimate(residuals:slopes:jacobian:rows:columns:resolution:)``.
  ///   - fit: the curve by weighted least squares; its first weights are ``Weights/equal``, later ones
  ///     ``Weights/known(standardDeviations:)``.
  /// - Throws: what `fit` throws, ``RecordingNoiseError``.
  package static func iterate(
    resolution: Double, roundLimit: Int = 50, fit: (_ weights: Weights) throws -> Curve
  ) throws -> Settled {
    var curve = try fit(.equal)
    var noise = try estimate(from: curve, resolution: resolution)
    var search = FixedPoint(value: 0, image: noise.timing * noise.timing)
    var deviations = curve.slopes.map { _ in resolution }
    var rounds = 1
    // The local minimum of the first likelihood is followed from round to round, and looked for again in the last one.
    var follows = true
    while !noise.hasShape(of: deviations), rounds < roundLimit {
      deviations = curve.slopes.map { length(resolution, search.next * $0) * noise.scale }
      curve = try fit(.known(standardDeviations: deviations))
      let followed = follows ? try estimate(from: curve, near: noise.timing, resolution: resolution) : nil
      if let followed, !followed.hasShape(of: deviations) {
        noise = followed
      } else {
        noise = try estimate(from: curve, resolution: resolution)
        follows = follows && followed == nil
      }
      rounds += 1
      search.advance(image: noise.timing * noise.timing, isDamped: rounds >= 20)
    }
    return Settled(
      curve: curve, noise: noise, rounds: rounds, isSettled: noise.hasShape(of: deviations))
  }

  private static func estimate(
    from curve: Curve, resolution: Double
  ) throws(RecordingNoiseError) -> RecordingNoise {
    try estimate(
      residuals: curve.residuals, slopes: curve.slopes, jacobian: curve.jacobian,
      rows: curve.residuals.count, columns: curve.parameters.count, resolution: resolution)
  }

  /// The estimate in the local minimum of a noise of the times, without its error; nil where there is none.
  private static func estimate(
    from curve: Curve, near timing: Double, resolution: Double
  ) throws(RecordingNoiseError) -> RecordingNoise? {
    var likelihood = try likelihood(
      residuals: curve.residuals, slopes: curve.slopes, jacobian: curve.jacobian,
      rows: curve.residuals.count, columns: curve.parameters.count, resolution: resolution)
    return likelihood.best(near: timing).map { RecordingNoise($0, of: likelihood, timingError: nil) }
  }

  /// Returns true if the deviations are these up to one factor, which changes no fit.
  private func hasShape(of deviations: [Double]) -> Bool {
    guard !deviations.isEmpty else { return true }
    var (low, high) = (Double.infinity, -Double.infinity)
    for (own, other) in zip(standardDeviations, deviations) {
      let ratio = own / other
      low = min(low, ratio)
      high = max(high, ratio)
    }
    return high - low <= 1e-10 * high
  }
}

/// The search for the x = σ_t² that a fit weighted with it returns.
private struct FixedPoint {
  private var before: (value: Double, image: Double)?
  private var last: (value: Double, image: Double)
  private(set) var step: Double

  init(value: Double, image: Double) {
    last = (value, image)
    step = image - value
  }

  /// √x to try next.
  var next: Double { (last.value + step).squareRoot() }

  /// Takes in what the x tried returned.
  mutating func advance(image: Double, isDamped: Bool) {
    before = last
    last = (last.value + step, image)
    let gap = last.image - last.value
    step = gap
    if let before {
      let bend = gap - (before.image - before.value)
      let secant = -gap * (last.value - before.value) / bend
      // A step back, or one far beyond what plain repetition takes, comes of a jump, not of a slope.
      if secant.isFinite, secant * gap > 0, abs(secant) <= 10 * abs(gap), last.value + secant >= 0 {
        step = secant
      }
    }
    if isDamped { step = abs(step) < abs(gap) ? step / 2 : gap / 2 }
  }
}
