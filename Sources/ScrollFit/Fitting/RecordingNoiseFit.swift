import LeastSquares
import ScrollModels

extension Candidate {
  /// The parameters to report, with the samples trusted as the options say.
  ///
  /// - Throws: ``FitError`` where the noise asked for is not known on these samples.
  func solution(_ options: FitOptions) throws(FitError) -> Solution {
    switch options.noise {
    case .none: return unweighted
    case .grid: return try withKnownGrid()
    case .estimated: return try withEstimatedNoise(options)
    case .interval: return unweighted
    }
  }

  private var unweighted: Solution {
    Solution(estimation, noise: .none, variance: estimation.residualVariance, standardDeviations: [])
  }

  private func withKnownGrid() throws(FitError) -> Solution {
    guard let grid = phase.grid else { throw .gridMissing }
    let resolution = grid / 12.0.squareRoot()
    return Solution(
      estimation, noise: NoiseSummary(model: .grid, resolution: resolution, isVarianceKnown: true),
      variance: resolution * resolution, standardDeviations: [])
  }

  /// Fit and noise in turn, each with what the other gave, until the samples' standard deviations settle.
  private func withEstimatedNoise(_ options: FitOptions) throws(FitError) -> Solution {
    guard law.isOfScrolling, options.estimator != .compassSearchArticles,
      let variance = estimation.residualVariance
    else { return unweighted }
    let resolution = phase.resolution / 12.0.squareRoot()
    guard resolution > 0 else { return unweighted }
    var search = options
    search.estimator = .auto
    search.keepPath = false
    var samples = phase.samples
    var current =
      options.estimator == .auto
      ? estimation : try Estimation(law, samples: samples, fixed: fixed, options: search)
    var noise: RecordingNoise?
    // A pull's abscissas are the finger's travel, and residuals of the size of rounding have no cause to be found.
    let hasTimes = phase.abscissaUnit == "s" && !isExact
    for _ in 0..<50 where hasTimes {
      let estimate = RecordingNoise(
        residuals: current.residuals, slopes: slopes(current), jacobian: unweightedJacobian(current, samples),
        resolution: resolution)
      let isSettled = noise.map { $0.isNear(estimate) } ?? (estimate.abscissaNoise == 0)
      noise = estimate
      if isSettled { break }
      samples.standardDeviations = estimate.standardDeviations
      let next = try Estimation(
        law, samples: samples, fixed: fixed, options: search, near: current.minimum.parameters)
      current = next.counting(current)
    }
    guard let noise, noise.abscissaNoise > 0 else {
      let scale = max(1, variance.squareRoot() / resolution)
      return Solution(
        estimation,
        noise: NoiseSummary(
          model: .estimated, resolution: resolution, scale: scale,
          timeNoise: hasTimes ? Self.timeNoise(0, error: nil) : nil),
        variance: scale * scale * resolution * resolution, standardDeviations: [])
    }
    // The path, and any other estimator's answer, from where the samples alone lead it.
    if options.estimator != .auto || options.keepPath {
      current = try Estimation(law, samples: samples, fixed: fixed, options: options)
    }
    return Solution(
      current,
      noise: NoiseSummary(
        model: .estimated, resolution: resolution, scale: noise.scale,
        timeNoise: Self.timeNoise(noise.abscissaNoise, error: noise.abscissaNoiseError)),
      variance: 1, standardDeviations: samples.standardDeviations)
  }

  private static func timeNoise(_ value: Double, error: Double?) -> Estimate {
    Estimate(name: "timeNoise", unit: "s", value: value, standardError: error, interval: nil)
  }

  /// Whether the residuals are those of rounding.
  private var isExact: Bool {
    let largest = phase.samples.observations.reduce(0) { max($0, abs($1)) }
    return estimation.sumOfSquares <= Double(sampleCount) * (1e-9 * largest) * (1e-9 * largest)
  }

  private func unweightedJacobian(_ estimation: Estimation, _ samples: Samples) -> [Double] {
    let deviations = samples.standardDeviations
    guard !deviations.isEmpty else { return estimation.jacobian }
    var jacobian = estimation.jacobian
    for index in jacobian.indices { jacobian[index] *= deviations[index % deviations.count] }
    return jacobian
  }

  /// The curve's derivative by the abscissa at each sample, by central differences over a hundred-thousandth of the
  /// range.
  private func slopes(_ estimation: Estimation) -> [Double] {
    let abscissas = phase.samples.abscissas
    let step = 1e-5 * ((abscissas.last ?? 0) - (abscissas.first ?? 0))
    let model = law.modelParameters(estimation.minimum.parameters)
    let behind = law.values(model, at: abscissas.map { $0 - step })
    return zip(law.values(model, at: abscissas.map { $0 + step }), behind).map { ($0 - $1) / (2 * step) }
  }
}

extension RecordingNoise {
  /// Whether another round would change the weights by less than the digits that are reported.
  fileprivate func isNear(_ other: RecordingNoise) -> Bool {
    zip(standardDeviations, other.standardDeviations).allSatisfy { abs($0 - $1) <= 1e-10 * $0 }
  }
}

extension Estimation {
  /// This answer as the end of a search that went through an earlier one.
  fileprivate func counting(_ earlier: Estimation) -> Estimation {
    var counted = self
    counted.minimum = minimum.after(earlier.minimum)
    return counted
  }
}

extension Law {
  /// Whether it is one of the laws that scrolling follows.
  var isOfScrolling: Bool { Laws.names.contains(name) }

  /// The law's values, in the unit of the observations.
  func values(_ model: [Double], at abscissas: [Double]) -> [Double] {
    FullProblem(
      self, map: DirectParametrization(linear + nonlinear), abscissas: abscissas,
      observations: abscissas.map { _ in 0 }
    ).linearized(at: model).residuals
  }
}
