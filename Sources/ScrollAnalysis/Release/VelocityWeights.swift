import LeastSquares
import LinearAlgebra
import ScrollFitting
import ScrollModels

/// The weights of the finger's three newest velocities that predict the flings best: v = Σ wᵢ v₋ᵢ by weighted least squares.
///
/// The scatter that the errors of the finger's velocities add is in the residuals, and so in the intervals; the bias that they add is
/// not: see ``bias(_:flings:errors:)``.
enum VelocityWeights {
  /// The names of the estimates, newest first.
  private static let names = ["newest", "second", "third"]

  /// Empty for fewer than two flings more than weights, and where the flings do not determine them.
  static func fitted(to flings: [ObservedRelease], confidence: Double) -> [Estimate] {
    let count = names.count, degreesOfFreedom = flings.count - count
    guard degreesOfFreedom >= 2 else { return [] }
    let elements = columns(flings)
    let matrix = Matrix(rows: flings.count, columns: count, elements: elements)
    let observed = flings.map { $0.velocity / scale($0) }
    guard let solution = try? matrix.leastSquaresByQR(observed), solution.rank == count else { return [] }
    let residuals = observed.indices.map { row in
      observed[row] - (0..<count).reduce(0) { $0 + matrix[row, $1] * solution.x[$1] }
    }
    let covariance = Covariance(
      jacobian: elements, rows: flings.count, columns: count,
      variance: residuals.reduce(0) { $0 + $1 * $1 } / Double(degreesOfFreedom))
    let quantile = StudentT(degreesOfFreedom: Double(degreesOfFreedom)).criticalValue(confidence: confidence)
    return (0..<count).compactMap { column in
      guard let error = covariance.standardError(covariance.unit(column)) else { return nil }
      let value = solution.x[column]
      return Estimate(
        name: names[column], unit: "", value: value, standardError: error,
        interval: value - quantile * error...value + quantile * error)
    }
  }

  /// The largest error that the errors of the finger's samples give a weight on average, in its standard errors: of weighted least squares
  /// whose columns err, −(AᵀA)⁻¹ S w, S the covariance of the columns' errors, by the factors of A. Nil without weights.
  ///
  /// It is computed from the weights found, which are the biased ones: a lower bound where they are much too small.
  static func bias(_ weights: [Estimate], flings: [ObservedRelease], errors: FingerErrors) -> Double? {
    guard weights.count == names.count, errors.time > 0 || errors.position > 0 else { return nil }
    let count = names.count
    // S w.
    var moved = [Double](repeating: 0, count: count)
    for fling in flings {
      let scale = scale(fling)
      let velocities = (0..<count).map(fling.touch.velocity)
      let gaps = (0..<count).map(fling.touch.gap)
      for row in 0..<count {
        for column in 0..<count {
          // Neighboring steps share a sample, whose errors enter them with opposite signs.
          let shared = row == column ? 2.0 : (row - column).magnitude == 1 ? -1 : 0
          let variance =
            errors.time * errors.time * velocities[row] * velocities[column] + errors.position
            * errors.position
          guard gaps[row] > 0, gaps[column] > 0 else { continue }
          moved[row] +=
            shared * variance / (gaps[row] * gaps[column]) * weights[column].value / (scale * scale)
        }
      }
    }
    let inverse = Covariance(jacobian: columns(flings), rows: flings.count, columns: count, variance: 1)
    guard inverse.rank == count else { return nil }
    return weights.enumerated().compactMap { index, weight in
      guard let error = weight.standardError, let bias = inverse.covariance(inverse.unit(index), moved) else {
        return nil
      }
      return error > 0 ? (bias / error).magnitude : 0
    }.max()
  }

  /// A, column-major: the finger's newest velocities of each fling over the fling's scale.
  private static func columns(_ flings: [ObservedRelease]) -> [Double] {
    var elements = [Double](repeating: 0, count: flings.count * names.count)
    for (row, fling) in flings.enumerated() {
      let scale = scale(fling)
      for column in names.indices {
        elements[column * flings.count + row] = fling.touch.velocity(column) / scale
      }
    }
    return elements
  }

  /// The error that a fling is weighed by: a thousandth of the velocity at least, for the errors of differences grow with it.
  private static func scale(_ fling: ObservedRelease) -> Double {
    max(fling.standardError, 1e-3 * fling.velocity.magnitude)
  }
}

extension TouchSamples {
  /// The time between two successive samples, s: 0 names the two newest; 0 where there are none.
  fileprivate func gap(_ index: Int) -> Double {
    let end = times.count - 1 - index
    return end >= 1 ? times[end] - times[end - 1] : 0
  }
}
