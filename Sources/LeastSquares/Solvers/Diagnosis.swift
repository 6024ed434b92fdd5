import LinearAlgebra

/// The state at a point where a solver stopped: whether it is a minimum, and how well the residuals determine it.
///
/// Over the k parameters that are free: a parameter at the edge of its domain, with the sum of squares falling beyond
/// it, is left out. With J D⁻¹ = U Σ Vᵀ of column-scaled J, the directions wⱼ = D⁻¹ vⱼ/σⱼ are those along which the
/// residuals change by one, and independently of each other; in them the Hessian of ½‖r‖² is 1 + Σ rᵢ ∇²rᵢ. It comes
/// from central differences of the gradient Jᵀr.
package struct Diagnosis: Equatable, Sendable {
  /// ‖r‖².
  package let sumOfSquares: Double
  /// The largest |cos∠(J eⱼ, r)|: 0 at a stationary point, about 1e-15 where rounding is all that is left.
  package let largestCosine: Double
  /// The parameters that are free, by index.
  package let free: [Int]
  /// The number of directions in the free parameters that the residuals feel.
  package let rank: Int
  /// σ₁/σₖ of column-scaled J: 10ⁿ loses n of the sixteen digits. Infinite where ``rank`` is less than k.
  package let conditionNumber: Double
  /// The direction in all parameters that the residuals feel least, its largest change relative to a parameter 1.
  package let weakestDirection: [Double]
  /// The smallest eigenvalue of the Hessian in the directions w: 1 where the residuals are straight, not above 0 at a
  /// saddle. nil where ``rank`` is less than k, or the model has no finite value nearby.
  package let curvature: Double?
  /// The distance to the minimum of the parabola that gradient and Hessian make, as the largest relative change of a
  /// parameter: about the relative error that is left. nil as ``curvature``.
  package let distance: Double?
  /// Evaluations of the residuals and their derivatives that were made.
  package let evaluations: Int

  /// True if this is a minimum beyond doubt: the Hessian is positive definite in the free parameters, and the gradient
  /// moves none of them by more than a millionth.
  ///
  /// False on plateaus, on slopes that level off towards infinity, at saddles, and where the residuals leave a
  /// direction undetermined.
  package var isMinimum: Bool {
    guard let curvature, let distance else { return false }
    return curvature > 1e-4 && distance <= 1e-6
  }

  /// - Complexity: 2k + 1 evaluations with derivatives, one singular value decomposition.
  package init(of problem: some LeastSquaresProblem, at point: [Double]) {
    var evaluator = Evaluator(problem)
    let domains = problem.parameters.map(\.domain)
    let center = evaluator.linearization(from: point)
    sumOfSquares = center.cost
    let atBound = center.atBound(in: domains)
    free = point.indices.filter { !atBound[$0] }
    guard center.cost.isFinite, let frame = Frame(center, free: free) else {
      (largestCosine, rank, conditionNumber) = (.nan, 0, .infinity)
      (weakestDirection, curvature, distance, evaluations) = (point.map { _ in 0 }, nil, nil, evaluator.count)
      return
    }
    largestCosine = center.largestCosine { !atBound[$0] }
    rank = frame.rank
    conditionNumber = frame.conditionNumber
    weakestDirection = frame.weakestDirection
    let newton = frame.isComplete ? frame.newton(&evaluator, center, domains) : nil
    curvature = newton?.curvature
    distance = newton?.distance
    evaluations = evaluator.count
  }
}

/// The directions w at one point.
private struct Frame {
  let rank: Int
  let conditionNumber: Double
  /// wⱼ in all parameters; those of the rank only.
  private var directions: [[Double]] = []
  private(set) var weakestDirection: [Double]
  private let free: [Int]
  /// The unit of a parameter's changes: its own size, or where that is next to nothing its standard error.
  private var sizes: [Double]

  var isComplete: Bool { rank == free.count }

  init?(_ center: Linearization, free: [Int]) {
    let m = center.residuals.count
    let n = center.point.count
    let rows = max(m, free.count)
    var matrix = Matrix(rows: rows, columns: free.count)
    for (position, j) in free.enumerated() {
      for i in 0..<m { matrix[i, position] = center.jacobian[j * m + i] }
    }
    guard let (values, vectors, scales) = try? matrix.scaledSingularVectors() else { return nil }
    self.free = free
    let smallest = Double(rows) * Double.ulpOfOne * (values.first ?? 0)
    rank = values.count { $0 > smallest }
    conditionNumber = rank == free.count ? (values.first ?? 1) / (values.last ?? 1) : .infinity
    var all = [[Double]](repeating: [Double](repeating: 0, count: n), count: free.count)
    for position in free.indices {
      for (row, j) in free.enumerated() { all[position][j] = vectors[row, position] / scales[row] }
    }
    let deviation = (center.cost / Double(max(1, m - free.count))).squareRoot()
    sizes = center.point.map { abs($0) }
    for position in 0..<rank {
      for j in free { all[position][j] /= values[position] }
      directions.append(all[position])
    }
    for j in free {
      let error = deviation * directions.reduce(0) { $0 + $1[j] * $1[j] }.squareRoot()
      if sizes[j] <= 1e-8 * error { sizes[j] = error }
    }
    weakestDirection = all.last ?? [Double](repeating: 0, count: n)
    let length = relativeLength(weakestDirection)
    if length > 0 { weakestDirection = weakestDirection.map { $0 / length } }
  }

  /// The largest change relative to a parameter's size.
  private func relativeLength(_ vector: [Double]) -> Double {
    free.reduce(0) { max($0, vector[$1] == 0 ? 0 : abs(vector[$1]) / max(sizes[$1], 1e-300)) }
  }

  /// The Hessian's smallest eigenvalue in the directions w, and the relative length of Newton's step.
  func newton(
    _ evaluator: inout Evaluator<some LeastSquaresProblem>, _ center: Linearization,
    _ domains: [ClosedRange<Double>]
  ) -> (curvature: Double, distance: Double)? {
    let k = free.count
    var probe = center
    var slopes: [[Double]] = []
    for direction in directions {
      let length = 1e-4 / relativeLength(direction)
      guard length.isFinite, length > 0 else { return nil }
      var ends: [(reach: Double, gradient: [Double])] = []
      for sign in [1.0, -1] {
        let aim = direction.map { sign * length * $0 }
        // At the edge of a domain the difference is of one side.
        let reach = free.reduce(1.0) { least, j in
          let room =
            aim[j] > 0 ? domains[j].upperBound - center.point[j] : center.point[j] - domains[j].lowerBound
          return aim[j] == 0 ? least : min(least, room / abs(aim[j]))
        }
        evaluator.linearize(
          &probe, at: domains.nearest(to: zip(center.point, aim).map { $0 + reach * $1 }))
        guard probe.cost.isFinite else { return nil }
        ends.append((sign * reach * length, gradient(probe)))
      }
      let width = ends[0].reach - ends[1].reach
      guard width > 0 else { return nil }
      slopes.append(zip(ends[0].gradient, ends[1].gradient).map { ($0 - $1) / width })
    }
    var hessian = Matrix(rows: k, columns: k)
    for i in 0..<k {
      for j in 0..<k { hessian[i, j] = (slopes[i][j] + slopes[j][i]) / 2 }
    }
    guard let (values, vectors) = try? hessian.symmetricEigenvectors() else { return nil }
    let gradient = gradient(center)
    var step = [Double](repeating: 0, count: center.point.count)
    for (i, value) in values.enumerated() {
      let along = (0..<k).reduce(0) { $0 + vectors[$1, i] * gradient[$1] } / value
      for (position, direction) in directions.enumerated() {
        for j in free { step[j] -= along * vectors[position, i] * direction[j] }
      }
    }
    return (values.first ?? 1, relativeLength(step))
  }

  /// (J wⱼ)·r for every j: the gradient of ½‖r‖² in the directions w.
  private func gradient(_ linearization: Linearization) -> [Double] {
    let m = linearization.residuals.count
    var products = [Double](repeating: 0, count: linearization.point.count)
    for j in free {
      for i in 0..<m { products[j] += linearization.jacobian[j * m + i] * linearization.residuals[i] }
    }
    return directions.map { direction in free.reduce(0) { $0 + direction[$1] * products[$1] } }
  }
}
