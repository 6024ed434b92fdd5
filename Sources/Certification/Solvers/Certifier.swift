/// Solves reference datasets with the solvers it is given and sets the answers beside what is certified.
public struct Certifier: Sendable {
  /// A nonlinear dataset from one of its starts, in the order of its parameters.
  public var solveNonlinear: @Sendable (ReferenceDataset, [Double]) throws -> Solved
  public var solveLinear: @Sendable (ReferenceDataset) throws -> Solved

  public init(
    solveNonlinear: @escaping @Sendable (ReferenceDataset, [Double]) throws -> Solved,
    solveLinear: @escaping @Sendable (ReferenceDataset) throws -> Solved
  ) {
    self.solveNonlinear = solveNonlinear
    self.solveLinear = solveLinear
  }

  /// A dataset that a solver gave no answer to.
  public struct Failure: Error {
    public let file: String
    /// The line of the law.
    public let line: Int
    /// From 1; nil for a linear law.
    public let start: Int?
    public let error: any Error
  }

  /// Solves each dataset from each of its starts.
  ///
  /// - Returns: the answers in the order of ``Certification``, and what has none in the same order.
  public func certify(_ datasets: [ReferenceDataset]) -> (certification: Certification, failures: [Failure]) {
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
  public init(_ options: CertificationOptions) {
    let linear = LinearSolver(precision: options.precision)
    let nonlinear = NonlinearSolver(options)
    self.init(
      solveNonlinear: { dataset, start throws in try nonlinear.solve(dataset, from: start) },
      solveLinear: { dataset throws in try linear.solve(dataset) })
  }
}

/// Options of the solution of reference datasets.
public struct CertificationOptions: Equatable, Sendable {
  /// The precision at which the numbers of a file are read.
  public enum Precision: String, CaseIterable, Sendable {
    /// The nearest double of each: what a program has whose data are doubles.
    case double
    /// All digits.
    case extended
  }

  public var precision = Precision.extended
  /// The number of further starts drawn around each start of the file, to look for a lower minimum; 0 for none.
  public var starts = 0
  /// The seed of those draws.
  public var seed: UInt64 = 1

  public init() {}
}
