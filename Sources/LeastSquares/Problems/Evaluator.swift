/// A problem with the buffers to evaluate it and the count of how often that was done.
struct Evaluator<Problem: LeastSquaresProblem> {
  let problem: Problem
  /// ``LeastSquaresProblem/residualRounding``, squared.
  private let exactCost: Double
  private var workspace: Problem.Workspace
  private(set) var count = 0
  private var noJacobian: [Double] = []

  init(_ problem: Problem) {
    self.problem = problem
    exactCost = problem.residualRounding * problem.residualRounding
    workspace = problem.makeWorkspace()
  }

  /// ‖r(p)‖²; infinite outside of the domain, and where p is not finite, which no problem is asked about.
  mutating func cost(at point: [Double], residuals: inout [Double]) -> Double {
    count += 1
    guard point.allSatisfy(\.isFinite) else { return .infinity }
    problem.evaluate(point, residuals: &residuals, jacobian: &noJacobian, workspace: &workspace)
    return squaredNorm(residuals)
  }

  /// ‖r(p)‖² for a look at many points; infinite as ``cost(at:residuals:)``.
  ///
  /// - Parameter residuals: m numbers that may be overwritten.
  mutating func glance(at point: [Double], residuals: inout [Double]) -> Double {
    count += 1
    guard point.allSatisfy(\.isFinite) else { return .infinity }
    let sum = problem.sumOfSquares(at: point, residuals: &residuals, workspace: &workspace)
    return sum.isFinite ? sum : .infinity
  }

  /// ‖r(p)‖² and, beside it, J; infinite also where J is not finite.
  mutating func linearize(at point: [Double], residuals: inout [Double], jacobian: inout [Double]) -> Double {
    count += 1
    guard point.allSatisfy(\.isFinite) else { return .infinity }
    problem.evaluate(point, residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
    guard jacobian.allSatisfy(\.isFinite) else { return .infinity }
    return squaredNorm(residuals)
  }

  /// Returns true if residuals of this cost are zero to `factor` times the working precision.
  func isExact(_ cost: Double, factor: Double = 1) -> Bool { cost <= factor * factor * exactCost }

  /// The change of a cost that the rounding of its residuals makes: ‖r + δ‖² − ‖r‖² with δ of the working precision.
  func rounding(ofCost cost: Double) -> Double { 4 * (exactCost * cost).squareRoot() }

  private func squaredNorm(_ residuals: [Double]) -> Double {
    var sum = 0.0
    for residual in residuals { sum += residual * residual }
    return sum.isFinite ? sum : .infinity
  }
}

/// ε ‖y‖, without overflow.
func rounding(of observations: [Double]) -> Double {
  let largest = observations.reduce(0) { max($0, abs($1)) }
  guard largest > 0 else { return 0 }
  let sum = observations.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }
  return Double.ulpOfOne * largest * sum.squareRoot()
}
