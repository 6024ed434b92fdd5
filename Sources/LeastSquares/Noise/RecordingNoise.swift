import Elementary

/// The two parts of a recording's noise: the pixel grid offsets are rounded to, and errors of the times they
/// are recorded at, which move a sample by as much as the content moves meanwhile:
///
/// σᵢ² = s² (g² + (vᵢ σ_t)²), s ≥ 1, σ_t ≥ 0,
///
/// g the standard deviation that is known (that of a grid q is q/√12), vᵢ the curve's slope at sample i. s
/// and σ_t maximize the restricted likelihood (REML) of the residuals r,
///
/// ℓ = −½ Σ ln σᵢ² − ½ rᵀ P r − ½ ln det(Jᵀ W J), W = diag(1/σᵢ²), P = W − W J (Jᵀ W J)⁻¹ Jᵀ W.
///
/// Unlike the plain likelihood it counts the p degrees of freedom that the curve takes from the residuals,
/// most of them just where it is steep. s takes what neither the grid nor the times explain; below 1 it would
/// claim a noise smaller than the rounding's. An interval around an estimate takes s² = 1 (it is in σᵢ) and
/// Student's t of n − p degrees of freedom.
///
/// Measured on 2,000 decelerations of 150 frames from 1,000–5,000 pt/s on a grid of ⅓ pt: the 95 % intervals
/// of start, velocity and decay hold the truth in 95.1–95.6 % without further noise, 94.4–95.5 % with 0.3 ms
/// and 94.6–94.9 % with 1 ms of noise of the times, 95.4–95.8 % with 1 pt of normal noise. The plain
/// likelihood, with s² corrected to n − p, covers 94.2–95.6 % and finds less noise of the times
/// (`scripts/reference/noise_coverage.py`).
///
/// (H. Patterson and R. Thompson, *Recovery of inter-block information when block sizes are unequal*,
/// Biometrika 58, 1971; D. Harville, *Maximum likelihood approaches to variance component estimation*, JASA
/// 72, 1977.)
package struct RecordingNoise: Equatable, Sendable {
  /// s ≥ 1; exactly 1 where the noise is no more than g and the times explain.
  package let scale: Double
  /// σ_t ≥ 0, in the abscissas' unit; exactly 0 where noise of the times would make the residuals less
  /// likely.
  package let timing: Double
  /// σᵢ, in the observations' unit, s included.
  package let standardDeviations: [Double]
  /// ℓ, without −½ (n − p) ln 2π.
  package let logLikelihood: Double
  /// σ_t's own, by the curvature of ℓ with s at its best; nil where σ_t is 0 or ℓ does not bend down there.
  package let timingError: Double?

  /// Estimates the noise from the residuals of a fit.
  ///
  /// σ_t is 0, and all excess is s's, where the two cannot be distinguished: slopes all of one size (to 1e-6),
  /// fewer than 3 degrees of freedom. Slopes smaller than a ten thousandth of the largest do not determine
  /// σ_t on their own.
  ///
  /// - Parameters:
  ///   - residuals: rᵢ, in the observations' unit, not weighted.
  ///   - slopes: vᵢ = df/dt at sample i.
  ///   - jacobian: ∂rᵢ/∂pⱼ at `[j·rows + i]` of all free parameters, not weighted.
  ///   - rows: n, the count of residuals.
  ///   - columns: p, the count of free parameters.
  ///   - resolution: g > 0.
  /// - Throws: ``RecordingNoiseError``.
  /// - Complexity: some forty factorings of J, each O(n·p²).
  package static func estimate(
    residuals: [Double], slopes: [Double], jacobian: [Double], rows: Int, columns: Int, resolution: Double
  ) throws(RecordingNoiseError) -> RecordingNoise {
    var likelihood = try likelihood(
      residuals: residuals, slopes: slopes, jacobian: jacobian, rows: rows, columns: columns,
      resolution: resolution)
    let best = likelihood.best()
    return RecordingNoise(best, of: likelihood, timingError: likelihood.timingError(at: best))
  }

  /// The likelihood of what ``estimate(residuals:slopes:jacobian:rows:columns:resolution:)`` is given.
  static func likelihood(
    residuals: [Double], slopes: [Double], jacobian: [Double], rows: Int, columns: Int, resolution: Double
  ) throws(RecordingNoiseError) -> NoiseLikelihood {
    guard resolution > 0, resolution.isFinite, (1 / resolution).isFinite else {
      throw .resolution(resolution)
    }
    guard residuals.count == rows, slopes.count == rows, jacobian.count == rows * columns, rows >= columns
    else {
      throw .shape(
        residuals: residuals.count, slopes: slopes.count, jacobian: jacobian.count, rows: rows,
        columns: columns)
    }
    if let index = firstNotFinite(residuals, slopes, jacobian) { throw .notFinite(index: index) }
    return NoiseLikelihood(
      residuals: residuals, slopes: slopes, jacobian: jacobian, columns: columns, resolution: resolution)
  }

  /// The first sample with a number that is not finite.
  private static func firstNotFinite(
    _ residuals: [Double], _ slopes: [Double], _ jacobian: [Double]
  ) -> Int? {
    let all = [residuals, slopes, jacobian]
    // A sum of zeros times finite numbers is 0, and NaN where one of them is not finite.
    guard all.contains(where: { $0.reduce(0) { $0 + 0 * $1 } != 0 }) else { return nil }
    return residuals.indices.first { i in
      all.contains { numbers in
        stride(from: i, to: numbers.count, by: residuals.count).contains { !numbers[$0].isFinite }
      }
    }
  }

  /// The noise at a point of its likelihood.
  init(_ point: NoiseLikelihood.Point, of likelihood: NoiseLikelihood, timingError: Double?) {
    let (resolution, velocityRatio) = (likelihood.resolution, point.ratio.squareRoot())
    self.init(
      scale: point.scale, timing: likelihood.timing(point.ratio),
      standardDeviations: velocityRatio == 0
        ? [Double](repeating: resolution * point.scale, count: likelihood.slopes.count)
        : likelihood.slopes.map { resolution * point.scale * length(1, velocityRatio * $0) },
      logLikelihood: -point.loss / 2
        - Double(likelihood.slopes.count - likelihood.columns) * logarithm(resolution),
      timingError: timingError)
  }

  private init(
    scale: Double, timing: Double, standardDeviations: [Double], logLikelihood: Double, timingError: Double?
  ) {
    self.scale = scale
    self.timing = timing
    self.standardDeviations = standardDeviations
    self.logLikelihood = logLikelihood
    self.timingError = timingError
  }
}

/// The reason that a recording's noise has no estimate.
package enum RecordingNoiseError: Error, Equatable, Sendable {
  /// It has to be positive and finite.
  case resolution(Double)
  case shape(residuals: Int, slopes: Int, jacobian: Int, rows: Int, columns: Int)
  /// A residual, slope or row of J, counted from 0.
  case notFinite(index: Int)
}

extension RecordingNoiseError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .resolution(let resolution): "a resolution of \(resolution) is not a positive number"
    case .shape(let residuals, let slopes, let jacobian, let rows, let columns):
      "\(residuals) residuals, \(slopes) slopes and \(jacobian) derivatives for \(rows) rows, \(columns) columns"
    case .notFinite(let index): "sample \(index): a residual, slope or derivative is not finite"
    }
  }
}

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
