internal import Formula
internal import LeastSquares
internal import LinearAlgebra

/// A nonlinear dataset by its typed law: a portfolio of searches with exact derivatives, then Gauss–Newton steps in
/// double-double until nothing moves.
public struct NonlinearSolver: Sendable {
  public var options: CertificationOptions

  public init(_ options: CertificationOptions) { self.options = options }

  /// - Parameter start: in the order of the dataset's parameters.
  /// - Throws: ``Formula/FormulaError`` for a law that is no formula of the dataset's columns.
  public func solve(_ dataset: ReferenceDataset, from start: [Double]) throws -> Solved {
    let columns = zip(dataset.columns, dataset.data).map { name, numbers in
      (
        name: name,
        values: numbers.map { options.precision == .extended ? $0.extended : DoubleDouble($0.value) }
      )
    }
    let bound = try Formula(dataset.law).bound(to: Columns(extended: columns))
    let problem = FormulaProblem(bound)
    // The law names its parameters in the order of their appearance, the file in its own.
    let names = dataset.parameters.map(\.name)
    let places = names.map { bound.parameters.firstIndex(of: $0) ?? 0 }
    let ordered = bound.parameters.map { start[names.firstIndex(of: $0) ?? 0] }

    var minimum: Minimum
    var lowerMinimum: Double?
    if options.starts > 0 {
      var search = MultiStart(seed: options.seed)
      search.draws = options.starts
      let minima = search.search(problem, from: ordered)
      minimum = minima.fromStart
      lowerMinimum = minima.isLowerElsewhere ? minima.best.sumOfSquares : nil
    } else {
      minimum = Portfolio().minimize(problem, from: ordered)
    }

    let diagnosis = Diagnosis(of: problem, at: minimum.parameters)
    let polished =
      minimum.termination.converged ? PolishedMinimum(problem, from: minimum.parameters) : nil
    let errors = polished?.standardErrors ?? minimum.parameters.map { _ in .nan }
    let parameters = polished?.parameters ?? minimum.parameters
    return Solved(
      parameters: places.map { parameters[$0] }, standardErrors: places.map { errors[$0] },
      residualSumOfSquares: polished?.sumOfSquares ?? minimum.sumOfSquares,
      termination: minimum.termination, iterations: minimum.iterations,
      evaluations: minimum.evaluations + diagnosis.evaluations + (polished?.steps ?? 0),
      gradient: diagnosis.largestCosine, conditionNumber: diagnosis.conditionNumber,
      lowerMinimum: lowerMinimum)
  }
}
