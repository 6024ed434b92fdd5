import LeastSquares

/// The points beside a fit at which functions of the reported parameters are taken for their gradients by the free
/// numbers: one pair a free number for all functions.
///
/// Central differences with steps of ε^(1/3) of each number's size, as ``numericalGradient(at:sizes:of:)``.
struct ReportedGradient {
  private struct Pair {
    let ahead: [Double]
    let behind: [Double]
    /// The distance of the free number between them.
    let distance: Double
  }

  private let pairs: [Pair]
  /// The count of numbers that a gradient has; those beyond the free ones are 0.
  private let count: Int

  /// - Parameter covariance: of the free numbers, and of further ones after them.
  init(_ estimation: Estimation, covariance: Covariance) {
    let point = estimation.point
    pairs = point.indices.map { j in
      let step = 6e-6 * max(abs(point[j]), covariance.standardError(covariance.unit(j)) ?? 0, 1e-12)
      var (ahead, behind) = (point, point)
      ahead[j] += step
      behind[j] -= step
      return Pair(
        ahead: estimation.coordinates.reported(ahead), behind: estimation.coordinates.reported(behind),
        distance: ahead[j] - behind[j])
    }
    count = max(point.count, covariance.count)
  }

  func callAsFunction(_ value: ([Double]) -> Double) -> [Double] {
    var gradient = [Double](repeating: 0, count: count)
    for (j, pair) in pairs.enumerated() {
      gradient[j] = (value(pair.ahead) - value(pair.behind)) / pair.distance
    }
    return gradient
  }
}
