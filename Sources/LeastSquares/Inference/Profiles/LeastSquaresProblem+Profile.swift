extension LeastSquaresProblem {
  /// The profile interval of one parameter about a minimum, the others fitted anew by Levenberg–Marquardt at
  /// every value it is held at, each time from the nearest fit there is.
  ///
  /// - Parameters:
  ///   - index: the parameter's place in ``parameters``.
  ///   - estimates: all parameters at the minimum.
  ///   - rise: see ``ProfileInterval/rise(variance:degreesOfFreedom:confidence:)``.
  ///   - step: the first step; nil for √rise · √(JᵀJ)⁻¹, the half-width of the t interval, and, where the
  ///     samples do not determine that, for a tenth of the estimate's size or 1 for an estimate of 0.
  /// - Returns: nil where ``ProfileInterval/init(estimate:minimum:rise:step:domain:cost:)`` is.
  package func profileInterval(
    of index: Int, at estimates: [Double], rise: Double, step: Double? = nil
  ) -> ProfileInterval? {
    let (residuals, jacobian) = linearized(at: estimates)
    let minimum = residuals.reduce(0) { $0 + $1 * $1 }
    var others = estimates
    let estimate = others.remove(at: index)
    var fits = [(value: estimate, others: others)]
    var solver = LevenbergMarquardt()
    // Along a flat side the others run away without end.
    solver.evaluationLimit = 2_000

    return ProfileInterval(
      estimate: estimate, minimum: minimum, rise: rise,
      step: step ?? firstStep(index, estimate: estimate, jacobian: jacobian, rise: rise),
      domain: parameters[index].domain
    ) { value in
      let held = FixedParameterProblem(self, holding: index, at: value)
      let nearest = fits.min { abs($0.value - value) < abs($1.value - value) }?.others ?? others
      var best = solver.minimize(held, from: nearest)
      if !best.termination.converged {
        let again = solver.minimize(held, from: others)
        if again.sumOfSquares < best.sumOfSquares { best = again }
      }
      guard best.sumOfSquares.isFinite else { return nil }
      fits.append((value, best.parameters))
      return best.sumOfSquares
    }
  }

  private func firstStep(_ index: Int, estimate: Double, jacobian: [Double], rise: Double) -> Double {
    let guess = estimate == 0 ? 1 : abs(estimate) / 10
    guard residualCount >= parameters.count else { return guess }
    let covariance = Covariance(
      jacobian: jacobian, rows: residualCount, columns: parameters.count, variance: rise)
    guard let wald = covariance.standardError(covariance.unit(index)), wald > 0 else { return guess }
    return wald
  }
}
