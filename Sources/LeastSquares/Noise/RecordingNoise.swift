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
      standardDeviations: likelihood.slopes.map {
        resolution * point.scale * length(1, velocityRatio * $0)
      },
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
