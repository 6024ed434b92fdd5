import LeastSquares
import LinearAlgebra
import ScrollFitting
import ScrollModels

/// Compares the estimators of the catalogue by the flings that follow from rest.
///
/// The best has the least root mean square of residuals r. With σ² = σᵥ² + σₚ², the variances of a fling and of its prediction by the
/// errors of the finger's samples, another one is distinguished from it where
///
///     Σ (r² − r_best²)/(s² σ²) > 3.84 + Σ q + 2 √(2 Σ q²),     q = σₚ²/σ²,     s² = max(1, χ²/n) of the best.
///
/// 3.84 is the 95 % point of χ² with one degree of freedom. The terms with q are what noise in the predictions alone adds, and two
/// standard deviations of it.
struct EstimatorRanking {
  /// The fewest flings that a ranking is made of.
  static let minimumCount = 3
  /// The smallest error of a velocity, as a share of it.
  private static let relativeFloor = 1e-3

  let flings: [ObservedRelease]
  let errors: FingerErrors

  /// Best first.
  var scores: [EstimatorScore] {
    guard flings.count >= Self.minimumCount else { return [] }
    let fits = Catalogue.velocityEstimators.map { ($0, residuals(of: $0.launch)) }
    guard let best = fits.min(by: { $0.1.rootMeanSquare < $1.1.rootMeanSquare })?.1 else { return [] }
    return fits.map { estimator, residuals in
      let deviance = residuals.deviance(from: best)
      let allowance = residuals.allowance
      return EstimatorScore(
        estimator: estimator, rootMeanSquare: residuals.rootMeanSquare, largest: residuals.largest,
        bias: residuals.bias,
        biasError: residuals.biasError, chiSquared: residuals.chiSquared, deviance: deviance,
        allowance: allowance,
        isIndistinguishable: deviance < ReleaseReport.deviancePoint + allowance)
    }.enumerated().sorted {
      ($0.element.rootMeanSquare, $0.offset) < ($1.element.rootMeanSquare, $1.offset)
    }.map(\.element)
  }

  /// Returns true if the χ² of an estimator is that of its errors, at 99 %.
  func isAdequate(_ score: EstimatorScore) -> Bool {
    ChiSquared(degreesOfFreedom: Double(flings.count)).upperTail(score.chiSquared) > 0.01
  }

  /// The length of a method's window that predicts the flings best, with the interval in which χ²/s² rises by
  /// ``ReleaseReport/deviancePoint``; nil for a method without a window.
  func window(of method: VelocityMethod) -> Estimate? {
    guard method.window.map({ $0.duration.isFinite }) == true else { return nil }
    let lengths = stride(from: 0.02, through: 0.3, by: 0.005).map { $0 }
    let variances = residuals(of: method.velocity).variances
    let chiSquared = lengths.map { length in
      let rule = method.over(length)
      return zip(flings, variances).reduce(0) { sum, pair in
        let residual = pair.0.velocity - rule.velocity(of: pair.0.touch)
        return sum + residual * residual / pair.1
      }
    }
    guard let lowest = chiSquared.min(), let best = chiSquared.firstIndex(of: lowest) else { return nil }
    let scale = max(1, lowest / Double(flings.count))
    let inside = lengths.indices.filter { (chiSquared[$0] - lowest) / scale < ReleaseReport.deviancePoint }
    guard let low = inside.first, let high = inside.last else { return nil }
    return Estimate(
      name: "window", unit: "s", value: lengths[best], standardError: nil,
      interval: lengths[low]...lengths[high])
  }

  /// The differences of the flings from the predictions of a rule.
  func residuals(of predict: (TouchSamples) -> Double) -> EstimatorResiduals {
    EstimatorResiduals(
      residuals: flings.map { $0.velocity - predict($0.touch) },
      ownVariances: flings.map { fling in
        let floor = Self.relativeFloor * fling.velocity
        return fling.standardError * fling.standardError + floor * floor
      },
      predictionVariances: flings.map { predictionVariance($0.touch, predict) })
  }

  /// The variance that the errors of the finger's samples give a prediction, by differences.
  private func predictionVariance(_ touch: TouchSamples, _ predict: (TouchSamples) -> Double) -> Double {
    guard errors.position > 0 || errors.time > 0 else { return 0 }
    let value = predict(touch)
    // The rules look at no more than the newest samples; older ones are without effect.
    let first = max(0, touch.positions.count - Self.maximumCount)
    return (first..<touch.positions.count).reduce(0) { sum, index in
      let moved = predict(touch.moving(index, position: errors.position)) - value
      let shifted = predict(touch.moving(index, time: errors.time)) - value
      return sum + moved * moved + shifted * shifted
    }
  }

  /// The most samples that an estimator takes in.
  private static let maximumCount = 24
}

/// The standard deviations of the finger's samples.
struct FingerErrors {
  /// pt: of the rounding of its positions.
  let position: Double
  /// s: the timestamp jitter of the flings' fits.
  let time: Double
}

extension TouchSamples {
  /// The same samples but one, whose position and time err.
  fileprivate func moving(_ index: Int, position: Double = 0, time: Double = 0) -> TouchSamples {
    var (times, positions) = (times, positions)
    positions[index] += position
    times[index] += time
    return TouchSamples(times: times, positions: positions, release: release)
  }
}

/// The differences of flings from predictions, with their variances.
struct EstimatorResiduals {
  let residuals: [Double]
  /// σᵥ².
  let ownVariances: [Double]
  /// σₚ².
  let predictionVariances: [Double]

  /// σ².
  var variances: [Double] { zip(ownVariances, predictionVariances).map { $0 + $1 } }

  var chiSquared: Double { zip(residuals, variances).reduce(0) { $0 + $1.0 * $1.0 / $1.1 } }

  /// s².
  var scale: Double { max(1, chiSquared / Double(residuals.count)) }

  /// Σ (r² − r_best²)/(s² σ²).
  func deviance(from best: EstimatorResiduals) -> Double {
    let variances = variances
    return residuals.indices.reduce(0) { sum, index in
      let (own, other) = (residuals[index], best.residuals[index])
      return sum + (own * own - other * other) / variances[index]
    } / best.scale
  }

  /// Σ q + 2 √(2 Σ q²).
  var allowance: Double {
    let shares = zip(predictionVariances, variances).map { $0 / $1 }
    return shares.reduce(0, +) + 2 * (2 * shares.reduce(0) { $0 + $1 * $1 }).squareRoot()
  }

  var rootMeanSquare: Double {
    (residuals.reduce(0) { $0 + $1 * $1 } / Double(residuals.count)).squareRoot()
  }

  var largest: Double { residuals.reduce(0) { max($0, $1.magnitude) } }

  var bias: Double { residuals.reduce(0, +) / Double(residuals.count) }

  var biasError: Double {
    let mean = bias
    let squares = residuals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(residuals.count * (residuals.count - 1))).squareRoot()
  }
}

/// The weights of the finger's three newest velocities that predict the flings best: v = Σ wᵢ v₋ᵢ by weighted least squares.
enum VelocityWeights {
  /// The names of the estimates, newest first.
  private static let names = ["newest", "second", "third"]

  /// Empty for fewer than two flings more than weights, and where the flings do not determine them.
  static func fitted(to flings: [ObservedRelease], confidence: Double) -> [Estimate] {
    let count = names.count, degreesOfFreedom = flings.count - count
    guard degreesOfFreedom >= 2 else { return [] }
    // In units of a thousandth of the velocity: the errors of differences grow with it.
    let scales = flings.map { max($0.standardError, 1e-3 * $0.velocity.magnitude) }
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
