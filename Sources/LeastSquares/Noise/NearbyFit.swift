import Elementary

/// The minimum of a separable model that is near, and the noise of its samples, each with what the other gave: undamped
/// Gauss–Newton steps of all parameters, whose weights follow the likelihood of the noise from step to step.
///
/// The linearized likelihood has the curve's step in it: a step and the ratio of the noise's parts come from the same sums, where
/// ``RecordingNoise/iterate(resolution:roundLimit:fit:)`` searches a minimum for every ratio. Both end at the same curve and noise.
/// It only follows what converges at once; everything else is nil and for the general solvers.
package struct NearbyFit {
  private var model: LinearizedModel
  private let domains: [ClosedRange<Double>]
  private let abscissas: [Double]
  private let observations: [Double]
  /// ‖r‖ up to which residuals are rounding.
  private let rounding: Double

  /// The evaluations that a search takes at most.
  private static let evaluationLimit = 12
  /// Converged where the part of r along J has this share of r's squared length, before a last step along the tangents.
  private static let tolerance = 1e-20
  /// Converged too where that step leaves this share, by the rate at which it has fallen.
  private static let remainder = 1e-24

  /// A minimum with what belongs to it.
  package struct Result: Sendable {
    /// In the free parameters.
    package let minimum: Minimum
    /// fitted − observed.
    package let residuals: [Double]
    /// ∂rᵢ/∂pⱼ at `[j·n + i]`.
    package let jacobian: [Double]
  }

  /// - Parameters:
  ///   - free: the indices in (c, α) of the parameters that move.
  ///   - values: (c, α); those of free ones are where the search begins.
  ///   - domains: of the free ones.
  package init(
    _ model: any SeparableModel, free: [Int], values: [Double], domains: [ClosedRange<Double>],
    abscissas: [Double],
    observations: [Double]
  ) {
    self.model = LinearizedModel(
      model, free: free, values: values, abscissas: abscissas, observations: observations)
    self.domains = domains
    self.abscissas = abscissas
    self.observations = observations
    rounding = LeastSquares.rounding(of: observations)
  }

  /// The minimum beside α with all samples alike, from the best linear coefficients there.
  package mutating func minimizeFromBestLinear() -> Result? {
    guard model.rows > model.freeCount, model.solveLinear() else { return nil }
    return minimize()
  }

  /// The minimum with all samples alike; nil where steps do not lead to one inside of the parameters' domains.
  package mutating func minimize() -> Result? {
    guard model.rows > model.freeCount, model.freeCount > 0 else { return nil }
    var least = Double.infinity
    for evaluation in 1...Self.evaluationLimit {
      guard isInside, model.linearize(), !isExact else { return nil }
      let along = model.projections.reduce(0) { $0 + $1 * $1 } / model.cost
      if Self.isConverged(along, after: least) {
        model.moveAlongTangents(model.projections)
        return isInside ? result(evaluations: evaluation) : nil
      }
      guard along <= least / 16 else { return nil }
      least = along
      model.move(model.projections)
    }
    return nil
  }

  /// The curve and the noise that belong to each other, from a minimum with all samples alike on.
  ///
  /// - Parameters:
  ///   - resolution: g > 0, the standard deviation that is known.
  ///   - residuals: fitted − observed at the minimum.
  ///   - jacobian: ∂rᵢ/∂pⱼ at `[j·n + i]` there.
  /// - Returns: the noise; its curve where it has jitter of the times, with the residuals not weighted; nil where the search has
  ///   to be the general one.
  package mutating func iterate(
    resolution: Double, residuals: [Double], jacobian: [Double]
  ) -> (noise: RecordingNoise, curve: Result?)? {
    guard resolution > 0, resolution.isFinite, (1 / resolution).isFinite,
      model.linearize(residuals: residuals, jacobian: jacobian), !isExact
    else { return nil }
    var likelihood = likelihood(resolution)
    var best = likelihood.best()
    guard best.ratio > 0 else {
      return (RecordingNoise(best, of: likelihood, timingError: nil), nil)
    }
    guard var step = likelihood.step(at: best.ratio) else { return nil }
    var change = Double.infinity
    for evaluation in 2...Self.evaluationLimit {
      var timing = likelihood.timing(best.ratio)
      model.move(step.shares.map { $0 * resolution })
      guard isInside, model.linearize(), !isExact else { return nil }
      likelihood = self.likelihood(resolution)
      guard let next = likelihood.best(near: timing), let left = likelihood.step(at: next.ratio) else {
        return nil
      }
      let (least, before) = (step.along, change)
      (best, step) = (next, left)
      change = abs(likelihood.timing(next.ratio) - timing)
      guard Self.isConverged(left.along, after: least),
        change <= 1e-10 * timing || before.isFinite && change * (change / before) <= 1e-10 * timing
      else { continue }
      timing = likelihood.timing(next.ratio)
      model.moveAlongTangents(left.shares.map { $0 * resolution })
      // The deepest basin of the likelihood may be another one at this curve than at the first.
      likelihood = self.likelihood(resolution)
      best = likelihood.best()
      guard isInside, abs(likelihood.timing(best.ratio) - timing) <= 1e-8 * timing else { return nil }
      let noise = RecordingNoise(best, of: likelihood, timingError: likelihood.timingError(at: best))
      return (noise, result(evaluations: evaluation))
    }
    return nil
  }

  private static func isConverged(_ along: Double, after least: Double) -> Bool {
    along <= tolerance || least.isFinite && along * (along / least) <= remainder
  }

  private func likelihood(_ resolution: Double) -> NoiseLikelihood {
    NoiseLikelihood(
      orthonormal: model.columns, rank: model.freeCount, logDeterminant: model.logDeterminant,
      slopes: RecordingNoise.slopes(
        residuals: model.residuals, observations: observations, abscissas: abscissas),
      columns: model.freeCount, resolution: resolution)
  }

  private var isInside: Bool {
    domains.indices.allSatisfy { position in
      let value = model.value(ofFree: position)
      return value > domains[position].lowerBound && value < domains[position].upperBound
    }
  }

  /// True where residuals are of the size of rounding, which steps do not make smaller.
  private var isExact: Bool { model.cost <= 256 * rounding * rounding }

  private func result(evaluations: Int) -> Result {
    Result(
      minimum: Minimum(
        parameters: model.point, sumOfSquares: model.cost, termination: .step, iterations: evaluations,
        evaluations: evaluations),
      residuals: model.residuals, jacobian: model.jacobian)
  }
}

extension RecordingNoise {
  /// A curve's mean slopes from the sample before to the one after: what an error of a recorded time is multiplied by.
  ///
  /// - Parameter residuals: fitted − observed.
  package static func slopes(residuals: [Double], observations: [Double], abscissas: [Double]) -> [Double] {
    let count = abscissas.count
    guard count > 1 else { return [Double](repeating: 0, count: count) }
    // Without checks the loop runs on whole vectors.
    return residuals.withUnsafeBufferPointer { residuals in
      observations.withUnsafeBufferPointer { observations in
        abscissas.withUnsafeBufferPointer { abscissas in
          func slope(_ before: Int, _ after: Int) -> Double {
            let rise = (residuals[after] + observations[after]) - (residuals[before] + observations[before])
            return rise / (abscissas[after] - abscissas[before])
          }
          return .filled(count) { slopes in
            slopes.initializeElement(at: 0, to: slope(0, 1))
            for i in 0..<(count - 2) { slopes.initializeElement(at: i &+ 1, to: slope(i, i &+ 2)) }
            slopes.initializeElement(at: count - 1, to: slope(count - 2, count - 1))
          }
        }
      }
    }
  }
}
