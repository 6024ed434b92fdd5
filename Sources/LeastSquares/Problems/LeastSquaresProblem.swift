import LinearAlgebra

/// Residuals r(p) to be made small in the sense of least squares.
///
/// Their squares are summed in doubles, so residuals have to be of a size between 1e-150 and 1e150.
/// A problem is pure: it holds the data, never a current point. What it needs to compute without allocating stands in a
/// workspace that the solver owns.
package protocol LeastSquaresProblem: Sendable {
  associatedtype Workspace

  /// The free parameters; an estimator keeps each inside its ``Parameter/domain``.
  var parameters: [Parameter] { get }
  /// m, the number of residuals.
  var residualCount: Int { get }
  /// ‖r‖ where it is nothing but rounding, as far as that is known: ε ‖y‖ for a curve through observations y. Smaller
  /// residuals are zero to working precision. 0, the default, proves nothing.
  var residualRounding: Double { get }

  func makeWorkspace() -> Workspace

  /// Fills r(p) and, where asked, J = ∂r/∂p.
  ///
  /// Residuals that are not finite mean that p is outside of the model's domain; a solver then tries another point.
  /// - Parameters:
  ///   - residuals: m numbers.
  ///   - jacobian: empty where it is not wanted; else m·n numbers, column-major: ∂rᵢ/∂pⱼ at `[j·m + i]`.
  func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace)

  /// ‖r(p)‖² alone, for a look at many points; not finite where r is not.
  ///
  /// - Parameter residuals: m numbers that may be overwritten.
  func sumOfSquares(
    at point: [Double], residuals: inout [Double], workspace: inout Workspace
  ) -> Double
}

extension LeastSquaresProblem {
  package var residualRounding: Double { 0 }

  package func sumOfSquares(
    at point: [Double], residuals: inout [Double], workspace: inout Workspace
  ) -> Double {
    var none: [Double] = []
    evaluate(point, residuals: &residuals, jacobian: &none, workspace: &workspace)
    var sum = 0.0
    for residual in residuals { sum += residual * residual }
    return sum
  }

  /// The residuals and ∂r/∂p at one point, in arrays of their own; for a look, not for a loop.
  package func linearized(at point: [Double]) -> (residuals: [Double], jacobian: [Double]) {
    var workspace = makeWorkspace()
    var residuals = [Double].zeros(residualCount)
    var jacobian = [Double].zeros(residualCount * parameters.count)
    evaluate(point, residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
    return (residuals, jacobian)
  }

  /// ‖r‖² at one point; for a look, not for a loop.
  package func cost(at point: [Double]) -> Double {
    var workspace = makeWorkspace()
    var residuals = [Double].zeros(residualCount)
    return sumOfSquares(at: point, residuals: &residuals, workspace: &workspace)
  }
}

/// A problem that can compute its residuals to about 32 digits.
///
/// Data that a model fits to all of a double's digits leave residuals that are the data's own rounding: what stands
/// there, and with it every standard deviation, is known only where data and model are read and evaluated with more.
package protocol ExtendedPrecisionProblem: LeastSquaresProblem {
  /// r(p): ``LeastSquaresProblem/residualCount`` numbers. Not finite outside of the model's domain.
  func residuals(at point: [DoubleDouble]) -> [DoubleDouble]
}

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
    let rounding = problem.residualRounding
    exactCost = rounding * rounding
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
    guard areFinite(jacobian) else { return .infinity }
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
  let square = squaredLength(observations)
  if square.isNormal { return Double.ulpOfOne * square.squareRoot() }
  let largest = largestMagnitude(observations)
  guard largest > 0 else { return 0 }
  let sum = observations.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }
  return Double.ulpOfOne * largest * sum.squareRoot()
}

/// The gradient of a smooth function by central differences with steps of ε^(1/3) of each variable's size.
///
/// Good to about ten digits: what the delta method needs, and what a hand-written derivative is checked against.
/// - Parameter sizes: what a variable's size is taken for where it is smaller than this, in its own unit.
package func numericalGradient(
  at point: [Double], sizes: [Double], of function: (_ point: [Double]) -> Double
) -> [Double] {
  point.indices.map { j in
    let step = 6e-6 * max(abs(point[j]), sizes[j])
    var ahead = point
    var behind = point
    ahead[j] += step
    behind[j] -= step
    return (function(ahead) - function(behind)) / (ahead[j] - behind[j])
  }
}

/// A separable model seen whole: r(q) = Φ(α) c − y, where (c, α) follow from the free numbers q.
///
/// ∂r/∂q = [Φ | Σⱼ cⱼ ∂φⱼ/∂α] · ∂(c, α)/∂q.
package struct FullProblem<Model: SeparableModel, Map: Parametrization>: LeastSquaresProblem {
  private let model: Model
  private let map: Map
  private let abscissas: [Double]
  private let observations: [Double]

  package init(_ model: Model, map: Map, abscissas: [Double], observations: [Double]) {
    precondition(abscissas.count == observations.count)
    self.model = model
    self.map = map
    self.abscissas = abscissas
    self.observations = observations
  }

  package struct Workspace {
    var basis: [Double]
    var derivatives: [Double]
    /// One row of ∂r/∂(c, α).
    var row: [Double]
    var none: [Double] = []
  }

  package var parameters: [Parameter] { map.parameters }
  package var residualCount: Int { observations.count }
  package var residualRounding: Double { rounding(of: observations) }

  package func makeWorkspace() -> Workspace {
    let basisCount = observations.count * model.linear.count
    return Workspace(
      basis: .zeros(basisCount),
      derivatives: .zeros(basisCount * model.nonlinear.count),
      row: .zeros(model.linear.count + model.nonlinear.count))
  }

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace
  ) {
    let m = observations.count
    let n = workspace.basis.count / max(m, 1)
    let values = map.modelParameters(point)
    let alpha = Array(values[n...])
    if jacobian.isEmpty {
      model.evaluate(alpha, at: abscissas, basis: &workspace.basis, derivatives: &workspace.none)
    } else {
      model.evaluate(alpha, at: abscissas, basis: &workspace.basis, derivatives: &workspace.derivatives)
    }
    residuals.withUnsafeMutableBufferPointer { residuals in
      workspace.basis.withUnsafeBufferPointer { basis in
        for i in 0..<m { residuals[i] = -observations[i] }
        for j in 0..<n {
          for i in 0..<m { residuals[i] += basis[j * m + i] * values[j] }
        }
      }
    }
    guard !jacobian.isEmpty else { return }
    if let selection = map.selection {
      select(selection, coefficients: values[..<n], from: workspace, into: &jacobian)
    } else {
      transform(map.jacobian(point), coefficients: values[..<n], &workspace, into: &jacobian)
    }
  }

  /// The columns of ∂r/∂(c, α) that the variables are.
  private func select(
    _ selection: [Int], coefficients: ArraySlice<Double>, from workspace: Workspace,
    into jacobian: inout [Double]
  ) {
    let m = observations.count
    let n = coefficients.count
    jacobian.withUnsafeMutableBufferPointer { jacobian in
      for (column, index) in selection.enumerated() {
        let first = column * m
        guard index >= n else {
          for i in 0..<m { jacobian[first + i] = workspace.basis[index * m + i] }
          continue
        }
        for i in 0..<m { jacobian[first + i] = 0 }
        for j in 0..<n {
          let block = ((index - n) * n + j) * m
          for i in 0..<m { jacobian[first + i] += workspace.derivatives[block + i] * coefficients[j] }
        }
      }
    }
  }

  /// ∂r/∂(c, α) times the map's own derivatives.
  private func transform(
    _ transform: [Double], coefficients: ArraySlice<Double>, _ workspace: inout Workspace,
    into jacobian: inout [Double]
  ) {
    let m = observations.count
    let n = coefficients.count
    let all = workspace.row.count
    for i in 0..<m {
      for j in 0..<n { workspace.row[j] = workspace.basis[j * m + i] }
      for k in 0..<(all - n) {
        var sum = 0.0
        for j in 0..<n { sum += workspace.derivatives[(k * n + j) * m + i] * coefficients[j] }
        workspace.row[n + k] = sum
      }
      for column in 0..<(jacobian.count / max(m, 1)) {
        var sum = 0.0
        for inner in 0..<all { sum += workspace.row[inner] * transform[column * all + inner] }
        jacobian[column * m + i] = sum
      }
    }
  }
}
