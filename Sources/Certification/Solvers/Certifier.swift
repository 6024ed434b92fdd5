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
