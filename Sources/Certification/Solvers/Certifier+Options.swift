extension Certifier {
  /// The solvers of this package.
  public init(_ options: CertificationOptions) {
    let linear = LinearSolver(precision: options.precision)
    self.init(
      solveNonlinear: { _, _ in throw NoSolver() },
      solveLinear: { dataset throws in try linear.solve(dataset) })
  }

  private struct NoSolver: Error, CustomStringConvertible {
    var description: String { "no solver takes a nonlinear law" }
  }
}
