/// Several recordings as a problem in their shared parameters alone: r(s) are the residuals of all of them,
/// each with its own parameters at their best for s.
///
/// The derivative is P⊥B of ``BorderedLeastSquares``. The cost's gradient by it is exact; what is left out
/// bends with the residuals (L. Kaufman, *A variable projection method for solving separable nonlinear least
/// squares problems*, BIT 15, 1975), so a solver still converges to the same minimum, the last digits taking
/// some steps more where residuals are large.
package struct JointProblem: LeastSquaresProblem {
  package let parameters: [Parameter]
  package let residualCount: Int
  private let counts: [Int]
  private let fit: @Sendable (_ recording: Int, _ shared: [Double]) -> BorderedBlock?

  /// - Parameters:
  ///   - shared: the parameters of all recordings together.
  ///   - counts: the number of residuals of each recording.
  ///   - fit: fits a recording's own parameters with the shared ones held, and gives residuals and
  ///     derivatives at that minimum; nil where there is none. The same values have to give the same block.
  package init(
    shared: [Parameter], counts: [Int],
    fit: @escaping @Sendable (_ recording: Int, _ shared: [Double]) -> BorderedBlock?
  ) {
    parameters = shared
    residualCount = counts.reduce(0, +)
    self.counts = counts
    self.fit = fit
  }

  package func makeWorkspace() {}

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Void
  ) {
    guard let bordered = linearized(point) else {
      for i in residuals.indices { residuals[i] = .infinity }
      return
    }
    residuals = bordered.residuals
    if !jacobian.isEmpty { jacobian = bordered.jacobian }
  }

  /// All recordings at their own minima for these shared values: at the minimum of this problem, what their
  /// errors follow from. Nil where a recording has no fit.
  package func linearized(_ shared: [Double]) -> BorderedLeastSquares? {
    var blocks: [BorderedBlock] = []
    for (recording, count) in counts.enumerated() {
      guard let block = fit(recording, shared), block.residuals.count == count else { return nil }
      blocks.append(block)
    }
    return BorderedLeastSquares(blocks, sharedCount: shared.count)
  }
}
