extension Certifier {
  /// The solvers of this package.
  public init(_ options: CertificationOptions) {
    let nonlinear = NonlinearSolver(options)
    let linear = LinearSolver(precision: options.precision)
    self.init(
      solveNonlinear: { dataset, start throws in try nonlinear.solve(dataset, from: start) },
      solveLinear: { dataset throws in try linear.solve(dataset) })
  }
}
