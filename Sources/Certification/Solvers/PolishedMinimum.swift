internal import Formula
internal import LeastSquares
internal import LinearAlgebra

/// A minimum moved by undamped Gauss–Newton steps whose residuals and sums are double-doubles.
///
/// What a search in doubles leaves undecided are the last digits of residuals that nearly cancel: the data of NIST's
/// *Lanczos1* are known to 14 digits, and its residuals are of that size.
struct PolishedMinimum {
  let parameters: [Double]
  /// √(s² · (JᵀJ)⁻¹ⱼⱼ), s² = ‖r‖²/(n − p).
  let standardErrors: [Double]
  /// ‖r‖².
  let sumOfSquares: Double
  let steps: Int

  /// Steps shrink by the size of the residuals' curvature, and rounding ends them; more than these make no progress.
  private static let stepLimit = 60

  /// - Parameter point: near a minimum.
  /// - Returns: nil where the data leave a direction undetermined.
  init?(_ problem: FormulaProblem, from point: [Double]) {
    let rows = problem.residualCount
    var point = point.map { DoubleDouble($0) }
    var workspace = problem.makeWorkspace()
    var residuals = [Double](repeating: 0, count: rows)
    var jacobian = [Double](repeating: 0, count: rows * point.count)
    // A first step beyond it says that no minimum is near, and is not made.
    var last = 1e-3
    var count = 0
    while true {
      problem.evaluate(
        point.map(\.value), residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
      let columns = point.indices.map { j in
        jacobian[j * rows..<(j + 1) * rows].map { DoubleDouble($0) }
      }
      let right = problem.residuals(at: point).map { -$0 }
      guard let solution = try? RefinedLeastSquares(columns: columns, right) else { return nil }
      let length = zip(solution.x, point).reduce(0) { largest, pair in
        max(largest, abs(pair.0.value) / max(abs(pair.1.value), 1e-300))
      }
      count += 1
      // A step that grows is rounding.
      guard length.isFinite, length < last, length > 1e-19, count < Self.stepLimit else {
        guard let errors = try? solution.standardErrors() else { return nil }
        parameters = point.map(\.value)
        standardErrors = errors.map(\.value)
        sumOfSquares = right.reduce(DoubleDouble(0)) { $0 + $1 * $1 }.value
        steps = count
        return
      }
      last = length
      point = zip(point, solution.x).map { $0 + $1 }
    }
  }
}
