import Formula
import LeastSquares
import LinearAlgebra

/// Solves reference datasets with the solvers it is given and sets the answers beside what is certified.
package struct Certifier: Sendable {
  /// A nonlinear dataset from one of its starts, in the order of its parameters.
  package var solveNonlinear: @Sendable (ReferenceDataset, [Double]) throws -> Solved
  package var solveLinear: @Sendable (ReferenceDataset) throws -> Solved

  package init(
    solveNonlinear: @escaping @Sendable (ReferenceDataset, [Double]) throws -> Solved,
    solveLinear: @escaping @Sendable (ReferenceDataset) throws -> Solved
  ) {
    self.solveNonlinear = solveNonlinear
    self.solveLinear = solveLinear
  }

  /// A dataset that a solver gave no answer to.
  package struct Failure: Error {
    package let file: String
    /// The line of the model.
    package let line: Int
    /// From 1; nil for a linear model.
    package let start: Int?
    package let error: any Error
  }

  /// Solves each dataset from each of its starts.
  ///
  /// - Returns: the answers in the order of ``Certification``, and what has none in the same order.
  package func certify(_ datasets: [ReferenceDataset]) -> (certification: Certification, failures: [Failure])
  {
    var fits: [CertifiedFit] = []
    var failures: [Failure] = []
    for dataset in datasets.sorted(by: Self.precedes) {
      let starts: [(index: Int?, point: [Double])] =
        dataset.kind == .linear ? [(nil, [])] : dataset.starts.enumerated().map { ($0, $1) }
      for start in starts {
        do {
          let solved =
            dataset.kind == .linear ? try solveLinear(dataset) : try solveNonlinear(dataset, start.point)
          fits.append(CertifiedFit(dataset, start: start.index, solved))
        } catch {
          failures.append(
            Failure(
              file: dataset.file, line: dataset.formulaLine, start: start.index.map { $0 + 1 }, error: error))
        }
      }
    }
    return (Certification(fits: fits), failures)
  }

  /// Nonlinear first, then by name, then by file.
  private static func precedes(_ a: ReferenceDataset, _ b: ReferenceDataset) -> Bool {
    if a.kind != b.kind { return a.kind == .nonlinear }
    return (a.name, a.file) < (b.name, b.file)
  }
}

extension Certifier {
  /// The solvers of this package.
  package init(_ options: CertificationOptions) {
    let linear = LinearSolver(precision: options.precision)
    let nonlinear = NonlinearSolver(options)
    self.init(
      solveNonlinear: { dataset, start throws in try nonlinear.solve(dataset, from: start) },
      solveLinear: { dataset throws in try linear.solve(dataset) })
  }
}

/// Options of the solution of reference datasets.
package struct CertificationOptions: Equatable, Sendable {
  /// The precision at which the numbers of a file are read.
  package enum Precision: String, CaseIterable, Sendable {
    /// The nearest double of each: what a program has whose data are doubles.
    case double
    /// All digits.
    case extended
  }

  package var precision = Precision.extended
  /// The number of further starts drawn around each start of the file, to look for a lower minimum; 0 for none.
  package var starts = 0
  /// The seed of those draws.
  package var seed: UInt64 = 1

  package init() {}
}

/// A linear dataset by one QR, refined in double-double; powers of a column are formed there too.
package struct LinearSolver: Sendable {
  package var precision: CertificationOptions.Precision

  package init(precision: CertificationOptions.Precision) { self.precision = precision }

  /// - Throws: ``LinearAlgebra/LinearAlgebraError`` for columns that are dependent or nearly so.
  package func solve(_ dataset: ReferenceDataset) throws(LinearAlgebraError) -> Solved {
    let data = dataset.data.map { $0.map { precision == .extended ? $0.extended : DoubleDouble($0.value) } }
    let columns = dataset.terms.map { term in
      term.column.map { data[$0].map { $0.power(term.power) } }
        ?? [DoubleDouble](repeating: DoubleDouble(1), count: dataset.count)
    }
    let solution = try RefinedLeastSquares(columns: columns, data[0])
    let errors = try solution.standardErrors() ?? []
    return Solved(
      parameters: solution.x.map(\.value), standardErrors: errors.map(\.value),
      residualSumOfSquares: solution.sumOfSquares.value, termination: .linear, iterations: solution.steps,
      evaluations: 1)
  }
}

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
