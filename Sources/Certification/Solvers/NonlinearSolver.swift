import Formula
import LeastSquares
import LinearAlgebra

/// A nonlinear dataset by a portfolio of strategies, its minimum continued in double-doubles.
///
/// All parameters are searched for, the linear ones too: a certified start is one of all of them.
package struct NonlinearSolver: Sendable {
  package var options: CertificationOptions

  package init(_ options: CertificationOptions) { self.options = options }

  /// - Throws: ``FormulaError`` where the file's model is none of its columns and parameters.
  package func solve(_ dataset: ReferenceDataset, from start: [Double]) throws(FormulaError) -> Solved {
    let bound = try Formula(dataset.formulaText).bound(to: columns(of: dataset))
    let problem = FormulaProblem(bound)
    // The model may name its parameters in another order than the file certifies them.
    let positions = dataset.parameters.map { parameter in bound.parameters.firstIndex(of: parameter.name) }
    var point = [Double](repeating: 0, count: bound.parameters.count)
    for (position, value) in zip(positions, start) { position.map { point[$0] = value } }

    var lowerMinimum: Double?
    let minimum: Minimum
    if options.starts > 0 {
      var search = MultiStart(seed: options.seed)
      search.draws = options.starts
      let minima = search.search(problem, from: point)
      minimum = minima.fromStart
      lowerMinimum = minima.isLowerElsewhere ? minima.best.sumOfSquares : nil
    } else {
      minimum = Portfolio().minimize(problem, from: point)
    }
    var best = minimum.parameters
    var sum = minimum.sumOfSquares
    if minimum.termination.converged {
      let extended = problem.extendedMinimum(from: best)
      if extended.remainingStep.isFinite, extended.sumOfSquares.isFinite {
        best = extended.parameters.map(\.value)
        sum = extended.sumOfSquares.value
      }
    }
    let degreesOfFreedom = dataset.degreesOfFreedom
    let jacobian = problem.linearized(at: best).jacobian
    // Where no minimum was found there is nothing that errors could be of.
    let covariance =
      degreesOfFreedom > 0 && minimum.termination.converged
      ? Covariance(
        jacobian: jacobian, rows: dataset.count, columns: best.count, variance: sum / Double(degreesOfFreedom)
      ) : nil
    let diagnosis = Diagnosis(of: problem, at: best)
    return Solved(
      parameters: positions.map { $0.map { best[$0] } ?? .nan },
      standardErrors: positions.map { position in
        position.flatMap { index in covariance.flatMap { $0.standardError($0.unit(index)) } } ?? .nan
      },
      residualSumOfSquares: sum, termination: minimum.termination, iterations: minimum.iterations,
      evaluations: minimum.evaluations, gradient: diagnosis.largestCosine,
      conditionNumber: diagnosis.conditionNumber, lowerMinimum: lowerMinimum)
  }

  private func columns(of dataset: ReferenceDataset) -> Columns {
    switch options.precision {
    case .double: Columns(zip(dataset.columns, dataset.data).map { ($0, $1.map(\.value)) })
    case .extended: Columns(extended: zip(dataset.columns, dataset.data).map { ($0, $1.map(\.extended)) })
    }
  }
}
