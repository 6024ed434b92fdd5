/// Are the residuals of a fit independent in order? The runs test and the lag-1 test together.
public struct ResidualStructure: Equatable, Sendable {
  public let runs: RunsTest
  /// Nil where every residual is 0 or one is not finite.
  public let serial: SerialCorrelation?

  /// - Parameters:
  ///   - residuals: in the order of their abscissas.
  ///   - parameters: the free parameters of the fit.
  public init(_ residuals: [Double], parameters: Int) {
    runs = RunsTest(residuals)
    serial = SerialCorrelation(residuals, parameters: parameters)
  }

  /// min(1, m · the smallest p) over the m tests that are defined (Bonferroni); nil where none is.
  ///
  /// Both are needed: a clock that repeats offsets leaves long runs at d ≈ 2, a slow misfit under a coarse
  /// grid the reverse.
  public var pValue: Double? {
    let pValues = [runs.pValue, serial?.pValue].compactMap(\.self)
    return pValues.min().map { min(1, Double(pValues.count) * $0) }
  }
}
