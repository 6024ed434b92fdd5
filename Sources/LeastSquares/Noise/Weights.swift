/// The knowledge of the observations' standard deviations σᵢ, and with it what s² and which quantiles
/// inference uses.
///
/// | weights  | variance of observation i | s²            | quantiles                  |
/// |----------|---------------------------|---------------|----------------------------|
/// | equal    | s²                        | RSS / (n − p) | Student's t, ν = n − p     |
/// | relative | s² σᵢ²                    | RSS / (n − p) | Student's t, ν = n − p     |
/// | known    | σᵢ²                       | 1             | normal: Student's t, ν = ∞ |
///
/// RSS is the sum of squares of the residuals over σᵢ, n the count of observations, p that of free
/// parameters.
///
/// (G. Seber and C. Wild, *Nonlinear Regression*, 1989, §2.1.4.)
package enum Weights: Equatable, Sendable {
  /// All observations have one unknown standard deviation.
  case equal
  /// Standard deviations known up to one common factor, in any unit.
  case relative(standardDeviations: [Double])
  /// Standard deviations known, in the observations' unit.
  case known(standardDeviations: [Double])

  /// 1/σᵢ for n observations, what residuals and derivatives are multiplied by; ones for ``equal``.
  ///
  /// - Throws: ``WeightError`` where there is not one σᵢ an observation, or one is no positive number whose
  ///   reciprocal is finite.
  package func factors(count: Int) throws(WeightError) -> [Double] {
    try check(count: count)
    return standardDeviations?.map { 1 / $0 } ?? [Double](repeating: 1, count: count)
  }

  /// Throws what ``factors(count:)`` does.
  package func check(count: Int) throws(WeightError) {
    guard let deviations = standardDeviations else { return }
    guard deviations.count == count else { throw .count(deviations: deviations.count, observations: count) }
    for (index, deviation) in deviations.enumerated() {
      guard deviation > 0, deviation.isFinite, (1 / deviation).isFinite else {
        throw .notPositive(index: index, deviation: deviation)
      }
    }
  }

  /// s²: the factor that turns (JᵀJ)⁻¹ of the weighted J into the estimates' covariance; nil where it is to
  /// be estimated and n − p is not positive.
  package func variance(sumOfSquares: Double, degreesOfFreedom: Int) -> Double? {
    if estimatesScale { return degreesOfFreedom > 0 ? sumOfSquares / Double(degreesOfFreedom) : nil }
    return 1
  }

  /// The distribution of (estimate − truth) / standard error. NaN quantiles where the scale is to be
  /// estimated and n − p is not positive.
  package func distribution(degreesOfFreedom: Int) -> StudentT {
    StudentT(degreesOfFreedom: estimatesScale ? Double(degreesOfFreedom) : .infinity)
  }

  /// True if s² is estimated from the residuals.
  package var estimatesScale: Bool {
    if case .known = self { false } else { true }
  }

  /// σᵢ as given; nil for ``equal``.
  package var standardDeviations: [Double]? {
    switch self {
    case .equal: nil
    case .relative(let deviations), .known(let deviations): deviations
    }
  }
}

/// The reason that standard deviations do not weight the observations.
public enum WeightError: Error, Equatable, Sendable {
  case count(deviations: Int, observations: Int)
  /// Counted from 0. Zero, negative, not finite, or so small that its reciprocal is not finite.
  case notPositive(index: Int, deviation: Double)
}

extension WeightError: CustomStringConvertible {
  /// The error in a sentence.
  public var description: String {
    switch self {
    case .count(let deviations, let observations):
      "\(deviations) standard deviations for \(observations) observations"
    case .notPositive(let index, let deviation):
      "sample \(index): a standard deviation of \(deviation) is not a positive number"
    }
  }
}

/// A separable model with every row of Φ and ∂Φ/∂α divided by its observation's standard deviation, for
/// observations divided likewise.
///
/// Every view and every solver of a ``SeparableModel`` then minimizes Σ ((f(xᵢ) − yᵢ)/σᵢ)². It is defined at
/// the samples alone: to draw the curve, evaluate the model itself.
package struct WeightedModel<Model: SeparableModel>: SeparableModel {
  package let model: Model
  /// 1/σᵢ; empty where all are 1.
  private let factors: [Double]

  /// - Throws: ``WeightError`` as ``Weights/factors(count:)``.
  package init(_ model: Model, weights: Weights, count: Int) throws(WeightError) {
    self.model = model
    factors = try weights.factors(count: count)
  }

  /// - Parameter factors: 1/σᵢ, known to be weights; empty where all are 1.
  package init(_ model: Model, factors: [Double]) {
    self.model = model
    self.factors = factors
  }

  package var linear: [Parameter] { model.linear }
  package var nonlinear: [Parameter] { model.nonlinear }

  /// yᵢ/σᵢ: the observations to fit the weighted model to.
  package func scaled(_ observations: [Double]) -> [Double] {
    precondition(
      observations.count == factors.count, "\(observations.count) observations, \(factors.count) weights")
    return zip(observations, factors).map { $0 * $1 }
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    model.evaluate(alpha, at: x, basis: &basis, derivatives: &derivatives)
    guard !factors.isEmpty else { return }
    precondition(x.count == factors.count, "\(x.count) abscissas, \(factors.count) weights")
    scaleRows(of: &basis)
    scaleRows(of: &derivatives)
  }

  package func fillBasis(_ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>) {
    model.fillBasis(alpha, at: x, basis: &basis)
    guard !factors.isEmpty else { return }
    precondition(x.count == factors.count, "\(x.count) abscissas, \(factors.count) weights")
    scaleRows(of: &basis)
  }

  private func scaleRows(of columns: inout MutableSpan<Double>) {
    factors.withUnsafeBufferPointer { scales in
      columns.withUnsafeMutableBufferPointer { columns in
        guard let column = columns.baseAddress else { return }
        for start in stride(from: 0, to: columns.count, by: max(1, scales.count)) {
          for i in 0..<scales.count { column[start + i] *= scales[i] }
        }
      }
    }
  }
}

/// A problem with every residual, and its row of J, divided by its observation's standard deviation.
///
/// The problem's residuals have to stand one for each observation, in order: not those of a
/// ``ProjectedProblem``, whose coordinates turn; project a ``WeightedModel`` instead.
package struct WeightedProblem<Problem: LeastSquaresProblem>: LeastSquaresProblem {
  package let problem: Problem
  /// 1/σᵢ.
  private let factors: [Double]

  /// - Throws: ``WeightError`` as ``Weights/factors(count:)``.
  package init(_ problem: Problem, weights: Weights) throws(WeightError) {
    self.problem = problem
    factors = try weights.factors(count: problem.residualCount)
  }

  package var parameters: [Parameter] { problem.parameters }
  package var residualCount: Int { factors.count }

  /// The problem's own by the root mean square of the factors: ‖y‖ of observations of one size.
  package var residualRounding: Double {
    problem.residualRounding * ResidualScale.rootMeanSquare(factors)
  }

  package func makeWorkspace() -> Problem.Workspace { problem.makeWorkspace() }

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double],
    workspace: inout Problem.Workspace
  ) {
    problem.evaluate(point, residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
    let m = factors.count
    for i in 0..<m { residuals[i] *= factors[i] }
    guard !jacobian.isEmpty else { return }
    for j in 0..<(jacobian.count / max(m, 1)) {
      for i in 0..<m { jacobian[j * m + i] *= factors[i] }
    }
  }
}
