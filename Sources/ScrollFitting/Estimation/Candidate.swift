import LeastSquares
import ScrollModels

/// A model fitted to a phase, before anything is said about it.
package struct Candidate {
  package let scrollModel: any ScrollModel
  package let phase: PhaseSamples
  package let fixed: [String: Double]
  /// By least squares, all samples alike: what models are compared by.
  package let estimation: Estimation
  /// The resting offset that the recording or `--edge` gives; nil where none does or the model has none.
  let knownRest: Double?
  let criteria: InformationCriteria

  package var freeCount: Int { estimation.point.count }
  package var sampleCount: Int { estimation.residuals.count }

  /// - Throws: ``FitError`` where the options contradict the model or the samples don't determine it.
  package init(
    _ scrollModel: any ScrollModel, phase: PhaseSamples, fixed: [String: Double], knownRest: Double? = nil,
    options: FitOptions
  ) throws(FitError) {
    estimation = try Estimation(scrollModel, samples: phase.samples, fixed: fixed, options: options)
    try Self.checkRank(scrollModel, estimation)
    self.scrollModel = scrollModel
    self.phase = phase
    self.fixed = fixed
    self.knownRest = knownRest
    let largest = phase.samples.observations.reduce(0) { max($0, abs($1)) }
    criteria = InformationCriteria(
      sumOfSquares: estimation.sumOfSquares, count: estimation.residuals.count,
      freeParameters: estimation.point.count,
      resolvedVariance: InformationCriteria.resolvedVariance(grid: phase.resolution, largest: largest))
  }

  /// A polynomial whose columns depend on each other has no coefficients to report.
  private static func checkRank(_ scrollModel: any ScrollModel, _ estimation: Estimation) throws(FitError) {
    guard scrollModel.nonlinear.isEmpty, scrollModel.model != .formula else { return }
    let columns = estimation.point.count
    let covariance = Covariance(
      jacobian: estimation.jacobian, rows: estimation.residuals.count, columns: columns, variance: 1)
    guard covariance.rank == columns else {
      throw .rankDeficient(model: scrollModel.name, rank: covariance.rank, columns: columns)
    }
  }
}
