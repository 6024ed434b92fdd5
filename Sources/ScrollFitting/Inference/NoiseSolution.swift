import LeastSquares
import ScrollModels
import ScrollSegmentation

extension Candidate {
  /// The parameters to report, with the samples weighted by the options.
  ///
  /// - Throws: ``FitError`` where the noise asked for is not known on these samples.
  package func solution(_ options: FitOptions) throws(FitError) -> Solution {
    if options.loss != .linear { return try robust(options) }
    switch options.noise {
    case .none: return unweighted
    case .grid: return try withKnownQuantizationStep()
    case .interval: return try byIntervals(options)
    case .estimated: return try withEstimatedNoise(options)
    }
  }

  var unweighted: Solution { Solution(estimation, samples: phase.samples, noise: .none) }

  private func withKnownQuantizationStep() throws(FitError) -> Solution {
    guard let quantizationStep = phase.quantizationStep else { throw .quantizationStepMissing }
    let resolution = quantizationStep / 12.0.squareRoot()
    return Solution(
      estimation, samples: phase.samples,
      noise: NoiseSummary(model: .grid, resolution: resolution, isVarianceKnown: true),
      variance: resolution * resolution, distribution: StudentT(degreesOfFreedom: .infinity))
  }

  /// Fit and noise in turn, each with what the other gave, until the samples' weights settle.
  ///
  /// A model that is not over time has no noise of times, and residuals of the size of rounding have no cause to be
  /// found: then only the scale is estimated, which is never below the resolution.
  private func withEstimatedNoise(_ options: FitOptions) throws(FitError) -> Solution {
    let resolution = phase.resolution / 12.0.squareRoot()
    guard scrollModel.isOfScrolling, options.estimator != .compassSearchArticles, resolution > 0,
      let variance = estimation.residualVariance
    else { return unweighted }
    let hasTimes = phase.abscissaUnit == "s" && !isExact
    var noise: RecordingNoise?
    var settled: Estimation?
    if hasTimes, options.estimator == .auto, !options.keepPath,
      let together = estimation.settled(scrollModel, phase.samples, resolution: resolution)
    {
      (noise, settled) = together
    }
    if hasTimes, noise == nil { noise = try recordingNoise(resolution, options) }
    func equalWeights(_ rejected: NoiseSummary.Rejection? = nil) -> Solution {
      let scale = max(1, variance.squareRoot() / resolution)
      let timeNoise = hasTimes && rejected == nil ? Self.timeNoise(0, error: nil) : nil
      return Solution(
        estimation, samples: phase.samples,
        noise: NoiseSummary(
          model: .estimated, resolution: resolution, scale: scale, timeNoise: timeNoise, rejected: rejected),
        variance: scale * scale * resolution * resolution,
        distribution: samplesDistribution)
    }
    guard let noise, noise.timing > 0 else { return equalWeights() }
    let jitter = noise.scale * noise.timing
    guard jitter <= RecorderNoise.maximumJitter, isBelowHalfFrame(jitter) else {
      return equalWeights(.init(timeNoise: jitter, reason: .clock))
    }
    var samples = phase.samples
    samples.weights = .known(standardDeviations: noise.standardDeviations)
    let weighted: Estimation
    if options.usesKernels, let settled {
      weighted = settled
    } else {
      weighted = try estimation(of: samples, options)
    }
    // Weights that only hide where the model misses the samples are no noise. The right weights may move a curve of the
    // right model away from the closest one by chance, but not by several times the closest one's residuals.
    let judgement = judgement(of: weighted)
    let rank = judgement.verdict.rank
    let maximum = weighted.largestResidual
    func isWorse() -> Bool {
      maximum > Self.maximumResidualRatio * estimation.largestResidual
        && rank > self.judgement(of: estimation).verdict.rank
    }
    if judgement.verdict == .fails || rank > 0 && isWorse() {
      return equalWeights(.init(timeNoise: jitter, reason: .misfit(maximum: maximum)))
    }
    let covariance = Solution.covariance(of: weighted, variance: 1)
    return Solution(
      weighted, samples: samples,
      noise: NoiseSummary(
        model: .estimated, resolution: resolution, scale: noise.scale,
        timeNoise: Self.timeNoise(
          jitter, error: noise.timingError.map { noise.scale * $0 })),
      covariance: covariance, variance: 1, distribution: samplesDistribution,
      satterthwaiteDegreesOfFreedom: covariance.map {
        SatterthwaiteDegreesOfFreedom(
          noise, covariance: $0, jacobian: weighted.jacobian, slopes: slopes(of: weighted))
      },
      judgement: judgement)
  }

  /// The model's estimation with other weights of the samples.
  private func estimation(of samples: Samples, _ options: FitOptions) throws(FitError) -> Estimation {
    let isNear = options.estimator == .auto && !options.keepPath
    if isNear, let near = estimation.reweightedWithinLimits(scrollModel, samples) { return near }
    return try Estimation(
      scrollModel, samples: samples, fixed: fixed, options: options,
      near: isNear ? estimation.minimum.parameters : nil)
  }

  /// The largest residual of a weighted curve, as a multiple of the closest curve's, that chance explains.
  private static let maximumResidualRatio = 3.0

  /// The verdict on the model by the residuals of a curve.
  func judgement(of estimation: Estimation) -> AdequacyJudgement {
    AdequacyRule().judge(
      residuals: estimation.residuals, of: phase.samples.range,
      quantizationNoise: (phase.quantizationStep ?? 0) / 12.0.squareRoot(),
      degreesOfFreedom: sampleCount - freeCount)
  }

  /// Returns true if a jitter is at most half of the median time between two samples.
  private func isBelowHalfFrame(_ jitter: Double) -> Bool {
    let times = phase.samples.abscissas
    guard times.count > 1 else { return jitter <= 0 }
    var shorter = 0
    for i in 1..<times.count where (times[i] - times[i - 1]) / 2 < jitter { shorter += 1 }
    return shorter <= (times.count - 1) / 2
  }

  /// Student's t of n − p: the scale was estimated.
  private var samplesDistribution: StudentT {
    Weights.equal.distribution(degreesOfFreedom: sampleCount - freeCount)
  }

  private func recordingNoise(_ resolution: Double, _ options: FitOptions) throws(FitError) -> RecordingNoise?
  {
    var search = options
    search.estimator = .auto
    search.keepPath = false
    // By the best estimator, whichever found the fit.
    var near = options.estimator == .auto ? estimation : nil
    var samples = phase.samples
    let settled = try? RecordingNoise.iterate(resolution: resolution) { weights in
      samples.weights = weights
      let fit: Estimation
      if weights == .equal, let near {
        fit = near
      } else {
        fit =
          try near?.reweighted(scrollModel, samples)
          ?? Estimation(
            scrollModel, samples: samples, fixed: fixed, options: search,
            near: (near ?? estimation).minimum.parameters)
      }
      near = fit
      return RecordingNoise.Curve(
        parameters: fit.point, residuals: fit.residuals, slopes: slopes(of: fit),
        jacobian: fit.unweightedJacobian(samples.weights))
    }
    return settled?.noise
  }

  /// The timestamp jitter; not determined, and without an error, where it has none or one beyond all jitter of recorders.
  private static func timeNoise(_ value: Double, error: Double?) -> Estimate {
    let isDetermined = value == 0 || error ?? .infinity <= RecorderNoise.maximumJitter
    return Estimate(
      name: "timeNoise", unit: "s", value: value, standardError: isDetermined ? error : nil, interval: nil,
      isDetermined: isDetermined)
  }

  /// True if the residuals are those of rounding.
  private var isExact: Bool {
    let largest = phase.samples.range.largest
    return estimation.sumOfSquares <= Double(sampleCount) * (1e-9 * largest) * (1e-9 * largest)
  }

  /// The curve's slopes: what an error of a recorded time is multiplied by.
  private func slopes(of estimation: Estimation) -> [Double] {
    RecordingNoise.slopes(
      residuals: estimation.residuals, observations: phase.samples.observations,
      abscissas: phase.samples.abscissas)
  }
}

extension AdequacyJudgement.Verdict {
  /// Increases with what speaks against the model.
  fileprivate var rank: Int {
    switch self {
    case .holds, .undecided: 0
    case .near: 1
    case .fails: 2
    }
  }
}

extension Estimation {
  /// Σrᵢ²/(n − p), where it exists.
  var residualVariance: Double? {
    Weights.equal.variance(
      sumOfSquares: sumOfSquares, degreesOfFreedom: residuals.count - point.count)
  }

  fileprivate func unweightedJacobian(_ weights: Weights) -> [Double] {
    guard let deviations = weights.standardDeviations else { return jacobian }
    var unweighted = jacobian
    for first in stride(from: 0, to: jacobian.count, by: deviations.count) {
      for (i, deviation) in deviations.enumerated() { unweighted[first + i] *= deviation }
    }
    return unweighted
  }
}

extension ScrollModel {
  /// True if it is one of the models that scrolling follows.
  var isOfScrolling: Bool { model.isOfScrolling }
}
