import LeastSquares
import LinearAlgebra
import ScrollFitting
import ScrollModels

/// The weights of the finger's three newest velocities that predict the flings best: v = Σ wᵢ v₋ᵢ by weighted least squares.
enum VelocityWeights {
  /// The names of the estimates, newest first.
  private static let names = ["newest", "second", "third"]

  /// Empty for fewer than two flings more than weights, and where the flings do not determine them.
  static func fitted(to flings: [ObservedRelease], confidence: Double) -> [Estimate] {
    let count = names.count, degreesOfFreedom = flings.count - count
    guard degreesOfFreedom >= 2 else { return [] }
    let scales = flings.map(scale)
    var elements = [Double](repeating: 0, count: flings.count * count)
    for (row, fling) in flings.enumerated() {
      let velocities = (0..<count).map(fling.touch.velocity)
      for column in 0..<count { elements[column * flings.count + row] = velocities[column] / scales[row] }
    }
    let matrix = Matrix(rows: flings.count, columns: count, elements: elements)
    let observed = zip(flings, scales).map { $0.velocity / $1 }
    guard let solution = try? matrix.leastSquaresByQR(observed), solution.rank == count else { return [] }
    let residuals = observed.indices.map { row in
      observed[row] - (0..<count).reduce(0) { $0 + matrix[row, $1] * solution.x[$1] }
    }
    let variance = residuals.reduce(0) { $0 + $1 * $1 } / Double(degreesOfFreedom)
    let quantile = StudentT(degreesOfFreedom: Double(degreesOfFreedom)).criticalValue(confidence: confidence)
    return (0..<count).compactMap { column in
      guard let unit = variancePerSquare(matrix, column: column) else { return nil }
      let error = (variance * unit).squareRoot()
      let value = solution.x[column]
      return Estimate(
        name: names[column], unit: "", value: value, standardError: error,
        interval: value - quantile * error...value + quantile * error)
    }
  }

  /// The largest error that the errors of the finger's samples give a weight on average, in its standard errors: of weighted least squares
  /// whose columns err, −(AᵀA)⁻¹ S w, S the covariance of the columns' errors. Nil without weights.
  ///
  /// It is computed from the weights found, which are the biased ones: a lower bound where they are much too small.
  static func bias(_ weights: [Estimate], flings: [ObservedRelease], errors: FingerErrors) -> Double? {
    guard weights.count == names.count, errors.time > 0 || errors.position > 0 else { return nil }
    let count = names.count
    var normal = [Double](repeating: 0, count: count * count), moved = [Double](repeating: 0, count: count)
    for fling in flings {
      let scale = scale(fling)
      let velocities = (0..<count).map(fling.touch.velocity)
      let gaps = (0..<count).map(fling.touch.gap)
      for row in 0..<count {
        for column in 0..<count {
          normal[column * count + row] += velocities[row] * velocities[column] / (scale * scale)
          // Neighboring steps share a sample, whose errors enter them with opposite signs.
          let shared = row == column ? 2.0 : (row - column).magnitude == 1 ? -1 : 0
          let variance =
            errors.time * errors.time * velocities[row] * velocities[column] + errors.position
            * errors.position
          guard gaps[row] > 0, gaps[column] > 0 else { continue }
          moved[row] -=
            shared * variance / (gaps[row] * gaps[column]) * weights[column].value / (scale * scale)
        }
      }
    }
    let matrix = Matrix(rows: count, columns: count, elements: normal)
    guard let solution = try? matrix.leastSquaresByQR(moved), solution.rank == count else { return nil }
    return zip(solution.x, weights).compactMap { bias, weight in
      weight.standardError.map { $0 > 0 ? (bias / $0).magnitude : 0 }
    }.max()
  }

  /// The error that a fling is weighed by: a thousandth of the velocity at least, for the errors of differences grow with it.
  private static func scale(_ fling: ObservedRelease) -> Double {
    max(fling.standardError, 1e-3 * fling.velocity.magnitude)
  }

  /// The diagonal element of (AᵀA)⁻¹: 1/‖what the other columns leave of this one‖².
  private static func variancePerSquare(_ matrix: Matrix, column: Int) -> Double? {
    let others = (0..<matrix.columns).filter { $0 != column }
    let own = (0..<matrix.rows).map { matrix[$0, column] }
    let rest = Matrix(
      rows: matrix.rows, columns: others.count,
      elements: others.flatMap { other in (0..<matrix.rows).map { matrix[$0, other] } })
    guard let solution = try? rest.leastSquaresByQR(own) else { return nil }
    let left = own.indices.reduce(0.0) { sum, row in
      let residual = own[row] - others.indices.reduce(0) { $0 + rest[row, $1] * solution.x[$1] }
      return sum + residual * residual
    }
    return left > 0 ? 1 / left : nil
  }
}

extension TouchSamples {
  /// The time between two successive samples, s: 0 names the two newest; 0 where there are none.
  fileprivate func gap(_ index: Int) -> Double {
    let end = times.count - 1 - index
    return end >= 1 ? times[end] - times[end - 1] : 0
  }
}
