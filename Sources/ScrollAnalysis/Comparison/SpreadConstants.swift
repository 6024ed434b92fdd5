import Elementary

/// Two constants of a model over several motions: by the errors of the fits, and by a spread between motions.
///
/// The spreads' covariance is that of the estimates less that of the errors (the method of moments), as large as both spreads
/// allow at most.
struct SpreadConstants {
  private let fits: [ModelFit]
  private let constants: [ModelSummary.ConstantSummary]
  private let (first, second): (Int, Int)

  init(_ fits: [ModelFit], _ constants: [ModelSummary.ConstantSummary], _ first: Int, _ second: Int) {
    (self.fits, self.constants) = (fits, constants)
    (self.first, self.second) = (first, second)
  }

  /// The correlation of both means.
  ///
  /// - Parameter ofErrors: that of the errors of a fit.
  func correlation(ofErrors: Double) -> Double {
    let size = length(error(first), spread(first)) * length(error(second), spread(second))
    let errors = ofErrors * error(first) * error(second)
    let limit = spread(first) * spread(second)
    let spreads = limit > 0 ? min(max(covariance - errors, -limit), limit) : 0
    return size > 0 ? (errors + spreads) / size : ofErrors
  }

  private func spread(_ index: Int) -> Double { constants[index].betweenDeviation ?? 0 }

  /// The variance of an estimate, by its error and the spread.
  private func variance(_ fit: ModelFit, _ index: Int) -> Double {
    let (error, spread) = (fit.constants[index].standardError, spread(index))
    return error * error + spread * spread
  }

  /// The error of a fit that, alike in all fits, gives the mean its error.
  private func error(_ index: Int) -> Double {
    let weights = fits.reduce(0) { $0 + 1 / variance($1, index) }
    let spread = spread(index)
    return max(0, Double(fits.count) / weights - spread * spread).squareRoot()
  }

  /// The covariance of the estimates about their means, weighted as these are.
  private var covariance: Double {
    var (sum, weights) = (0.0, 0.0)
    for fit in fits {
      let weight = 1 / (variance(fit, first) * variance(fit, second)).squareRoot()
      let (one, other) = (fit.constants[first].value, fit.constants[second].value)
      sum += weight * (one - constants[first].value) * (other - constants[second].value)
      weights += weight
    }
    return sum / weights * Double(fits.count) / Double(fits.count - 1)
  }
}
