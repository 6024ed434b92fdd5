internal import Elementary

/// The noise of a recording, by restricted maximum likelihood.
///
///     σᵢ² = (s g)² + (vᵢ σ_t)²,  s ≥ 1, σ_t ≥ 0
///
/// with g what the resolution alone gives a sample, vᵢ the curve's slope there and σ_t the noise of the abscissas (of
/// the recorded times): an offset read at a wrong time is wrong by the slope times the error. s says by how much
/// samples scatter more than their resolution where nothing moves. The likelihood is that of the residuals' n − p free combinations, so that the
/// parameters that were fitted take nothing from the variance:
///
///     −2 ln L = Σ ln σᵢ² + min ‖(r − J d)/σ‖² + ln det(JᵀWJ),  W = diag(1/σᵢ²)
///
/// (H. D. Patterson and R. Thompson, *Recovery of inter-block information when block sizes are unequal*, Biometrika 58,
/// 1971.)
public struct RecordingNoise: Equatable, Sendable {
  /// s, a pure number.
  public let scale: Double
  /// σ_t, in the unit of the abscissas.
  public let abscissaNoise: Double
  /// The standard error of σ_t at this s from the likelihood's curvature; nil where σ_t is 0 or the curvature says nothing.
  public let abscissaNoiseError: Double?
  /// σᵢ, in the unit of the observations.
  public let standardDeviations: [Double]

  /// The count of samples that the two numbers are estimated from, spread evenly over a longer recording.
  public static let sampleLimit = 4096

  /// σ_t is 0 where nothing tells it from s: slopes that are all alike, or fewer than three degrees of freedom.
  ///
  /// - Parameters:
  ///   - residuals: observed minus fitted, or the reverse.
  ///   - slopes: the curve's derivative by the abscissa at each sample.
  ///   - jacobian: ∂f/∂p without weights, column-major, a multiple of the residuals' count.
  ///   - resolution: g > 0, in the unit of the observations.
  /// - Complexity: O(n p²) for each of about a hundred trials.
  public init(residuals: [Double], slopes: [Double], jacobian: [Double], resolution: Double) {
    precondition(slopes.count == residuals.count && resolution > 0)
    var likelihood = NoiseLikelihood(
      residuals: residuals, slopes: slopes, jacobian: jacobian, resolution: resolution,
      limit: Self.sampleLimit)
    let ratio = likelihood.bestRatio()
    let variance = likelihood.value(atRatio: ratio).variance
    scale = variance.squareRoot() / resolution
    abscissaNoise = (ratio * variance).squareRoot()
    abscissaNoiseError = ratio > 0 ? likelihood.rootRatioError(ratio).map { $0 * variance.squareRoot() } : nil
    standardDeviations = slopes.map { (variance * (1 + ratio * $0 * $0)).squareRoot() }
  }
}
