import LinearAlgebra
import ScrollModels

/// A polynomial's coefficients with all digits of a double: powers of the abscissas in double-double, one QR, refined.
///
/// A design matrix of doubles loses them: the exact solution for Filip's rounded powers (NIST StRD) agrees with the
/// certified one in 7 digits.
struct PolynomialEstimation {
  /// c₀ … c_N, the fixed ones among them.
  let coefficients: [Double]
  /// The polynomial minus the observation, per sample.
  package let residuals: [Double]
  private let freePowers: [Int]
  private let solution: RefinedLeastSquares

  /// Nil where the model is no polynomial, where samples are weighted and where they do not determine the free coefficients.
  ///
  /// - Parameter fixed: power to its coefficient.
  init?(_ scrollModel: some ScrollModel, samples: Samples, fixed: [Int: Double]) {
    guard case .polynomial(let degree) = scrollModel.model, samples.weights == .equal else { return nil }
    let abscissas = samples.abscissas.map { DoubleDouble($0) }
    var observations = samples.observations.map { DoubleDouble($0) }
    for (power, coefficient) in fixed.sorted(by: { $0.key < $1.key }) {
      for (i, x) in abscissas.enumerated() { observations[i] -= DoubleDouble(coefficient) * x.power(power) }
    }
    let free = (0...degree).filter { fixed[$0] == nil }
    guard let solution = try? RefinedLeastSquares(powers: free, of: abscissas, observations) else {
      return nil
    }
    var coefficients = (0...degree).map { fixed[$0] ?? 0 }
    for (power, coefficient) in zip(free, solution.x) { coefficients[power] = coefficient.value }
    guard coefficients.allSatisfy(\.isFinite) else { return nil }
    self.coefficients = coefficients
    self.solution = solution
    residuals = solution.residuals.map { -$0.value }
    freePowers = free
  }

  /// The standard error of every coefficient, 0 for a fixed one; nil where there is none.
  ///
  /// - Parameter variance: of one observation.
  func standardErrors(variance: Double) -> [Double]? {
    guard let errors = try? solution.standardErrors(variance: variance) else { return nil }
    var all = coefficients.map { _ in 0.0 }
    for (power, error) in zip(freePowers, errors) { all[power] = error.value }
    return all
  }
}
