internal import CKernels
import LinearAlgebra

/// A separable model seen through its nonlinear parameters alone: r(α) = Φ(α) c(α) − y with the best linear c(α).
///
/// The residuals come in the orthonormal coordinates of Φ's QR, in which their norm is the same and the first entries,
/// along Φ's columns, are zero. The derivative is that of Golub and Pereyra in full:
/// ∂r/∂αₖ = P⊥ (∂Φ/∂αₖ) c − (Φ⁺)ᵀ (∂Φ/∂αₖ)ᵀ r. Kaufman's short form leaves the second term out, and with it the
/// last digits where residuals are large.
///
/// (G. Golub and V. Pereyra, *Separable nonlinear least squares: the variable projection method and its applications*, Inverse Problems 19, 2003.)
package struct ProjectedProblem<Model: SeparableModel>: LeastSquaresProblem {
  private let model: Model
  private let abscissas: [Double]
  private let observations: [Double]
  package let residualRounding: Double
  /// Values of all α; those of free ones are not read.
  private let alpha: [Double]
  private let freeNonlinear: [Int]
  /// Values of all c; those of free ones are not read.
  private let coefficients: [Double]
  private let freeLinear: [Int]
  package let parameters: [Parameter]

  /// - Parameters:
  ///   - fixed: index in (c, α) to value.
  ///   - domains: index in (c, α) to the values allowed, where they are narrower than the parameter's own.
  package init(
    _ model: Model, fixed: [Int: Double] = [:], domains: [Int: ClosedRange<Double>] = [:],
    abscissas: [Double],
    observations: [Double]
  ) {
    precondition(abscissas.count == observations.count)
    let linear = model.linear
    let nonlinear = model.nonlinear
    self.model = model
    self.abscissas = abscissas
    self.observations = observations
    residualRounding = rounding(of: observations)
    coefficients = linear.indices.map { fixed[$0] ?? 0 }
    freeLinear = linear.indices.filter { fixed[$0] == nil }
    alpha = nonlinear.indices.map { fixed[linear.count + $0] ?? 0 }
    freeNonlinear = nonlinear.indices.filter { fixed[linear.count + $0] == nil }
    parameters = freeNonlinear.map { index in
      let own = nonlinear[index]
      return Parameter(own.name, unit: own.unit, domain: domains[linear.count + index] ?? own.domain)
    }
  }

  package var residualCount: Int { observations.count }

  /// ‖r‖² up to which the rounding of Qᵀy shows in r: that of a hundred millionth of ‖y‖.
  private var smallCost: Double {
    1e-16 * (residualRounding / .ulpOfOne) * (residualRounding / .ulpOfOne)
  }

  package func makeWorkspace() -> Workspace {
    let m = observations.count
    let zeros = [Double].zeros(m)
    let free = [Double].zeros(freeLinear.count)
    return Workspace(
      basis: .zeros(m * coefficients.count),
      derivatives: .zeros(m * coefficients.count * alpha.count),
      alpha: alpha, best: coefficients, change: free, leading: free,
      columns: .zeros(m * freeLinear.count), target: zeros, residual: zeros,
      moved: zeros,
      transposed: free,
      qr: PivotedQR(rows: m, columns: freeLinear.count),
      padded: .zeros(PaddedColumns.stride(of: m) * (freeLinear.count + 1)),
      triangle: .zeros(freeLinear.count * (freeLinear.count + 1)))
  }

  /// All of (c, α) at the free nonlinear parameters: the fixed values, α, and the best c.
  package func modelParameters(_ point: [Double]) -> [Double] {
    var workspace = makeWorkspace()
    move(&workspace, to: point)
    evaluateModel(&workspace, differentiates: false)
    guard factor(&workspace) else {
      return [Double](repeating: .nan, count: coefficients.count) + workspace.alpha
    }
    // The second pass solves for what the first one's rounding left over.
    var best = coefficients
    for _ in 0..<2 {
      project(&workspace, from: best)
      findCoefficients(&workspace, from: best)
      best = workspace.best
    }
    return best + workspace.alpha
  }

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace
  ) {
    let m = observations.count
    // A step is looked at before it is taken.
    let isKnown = !move(&workspace, to: point) && workspace.isProjected && !jacobian.isEmpty
    evaluateModel(&workspace, differentiates: !jacobian.isEmpty)
    if !isKnown {
      workspace.isProjected = false
      guard factor(&workspace) else {
        for i in residuals.indices { residuals[i] = .infinity }
        return
      }
      project(&workspace, from: coefficients)
    }
    let rank = workspace.qr.rank
    let isSmall = !isKnown && isSmall(workspace.target, from: rank)
    if isSmall || !jacobian.isEmpty { findCoefficients(&workspace, from: coefficients) }
    if isSmall { sharpenTarget(&workspace) }
    workspace.isProjected = !isSmall
    workspace.target.copyNegated(to: &residuals)
    for i in 0..<rank { residuals[i] = 0 }
    guard !jacobian.isEmpty else { return }

    findResidual(&workspace)
    for (column, k) in freeNonlinear.enumerated() {
      let block = k * coefficients.count * m
      combineDerivatives(&workspace, block)
      workspace.qr.applyTransposedQ(to: &workspace.moved)
      workspace.residual.multiply(
        workspace.derivatives, columns: freeLinear, from: block, into: &workspace.change)
      workspace.qr.transposedSolve(workspace.change, into: &workspace.transposed)
      jacobian.withUnsafeMutableBufferPointer { jacobian in
        _ = jacobian.extracting((column * m)...).update(fromContentsOf: workspace.moved)
      }
      for i in 0..<rank { jacobian[column * m + i] = -workspace.transposed[i] }
    }
  }

  /// By the columns themselves, without residuals: half of what an evaluation takes.
  package func sumOfSquares(
    at point: [Double], residuals: inout [Double], workspace: inout Workspace
  ) -> Double {
    move(&workspace, to: point)
    workspace.isProjected = false
    model.fillBasis(workspace.alpha, at: abscissas, basis: &workspace.basis)
    let (m, count) = (observations.count, freeLinear.count)
    let stride = PaddedColumns.stride(of: m)
    copyFreeColumns(of: workspace.basis, to: &workspace.padded, stride: stride)
    leaveRest(beside: coefficients, times: workspace.basis, in: &workspace.padded, from: count * stride)
    let cost = workspace.padded.withUnsafeMutableBufferPointer { padded in
      // A point without a finite value leaves NaN behind the samples too.
      for j in 0...count {
        for i in m..<stride { padded[j * stride + i] = 0 }
      }
      return workspace.triangle.withUnsafeMutableBufferPointer { triangle in
        scrollfit_factor(
          PaddedColumns.path, padded.baseAddress, stride, count, triangle.baseAddress,
          triangle.baseAddress.map { $0 + count * count })
      }
    }
    guard cost <= smallCost else { return cost }
    var none: [Double] = []
    evaluate(point, residuals: &residuals, jacobian: &none, workspace: &workspace)
    return residuals.reduce(0) { $0 + $1 * $1 }
  }

  /// Sets the workspace's α; false where they were those of the point.
  @discardableResult
  private func move(_ workspace: inout Workspace, to point: [Double]) -> Bool {
    var isNew = false
    for (position, k) in freeNonlinear.enumerated() where workspace.alpha[k] != point[position] {
      workspace.alpha[k] = point[position]
      isNew = true
    }
    return isNew
  }

  private func evaluateModel(_ workspace: inout Workspace, differentiates: Bool) {
    if differentiates {
      model.evaluate(
        workspace.alpha, at: abscissas, basis: &workspace.basis, derivatives: &workspace.derivatives)
    } else {
      model.evaluate(workspace.alpha, at: abscissas, basis: &workspace.basis, derivatives: &workspace.none)
    }
  }

  /// Returns true if the squares from `rank` on sum up to the small cost at most.
  private func isSmall(_ target: [Double], from rank: Int) -> Bool {
    var cost = 0.0
    for i in rank..<target.count {
      cost += target[i] * target[i]
      if cost > smallCost { return false }
    }
    return cost <= smallCost
  }

  /// Factors Φ's free columns; false where a number in Φ is not finite.
  private func factor(_ workspace: inout Workspace) -> Bool {
    guard areFinite(workspace.basis) else { return false }
    copyFreeColumns(of: workspace.basis, to: &workspace.columns, stride: observations.count)
    workspace.qr.factor(workspace.columns)
    return true
  }

  /// Leaves Qᵀ(y − Φ·c) in the workspace's target, y − Φ·c by products and sums of two doubles: beyond the rank that is Qᵀy,
  /// with the rounding of what is left in place of y's.
  private func sharpenTarget(_ workspace: inout Workspace) {
    let m = observations.count
    for i in 0..<m {
      var sum = DoubleDouble(observations[i])
      for j in coefficients.indices {
        sum -= DoubleDouble(productOf: workspace.basis[j * m + i], workspace.best[j])
      }
      workspace.target[i] = sum.high
    }
    workspace.qr.applyTransposedQ(to: &workspace.target)
  }

  /// Leaves Qᵀ(y − Φ·start) in the workspace's target.
  private func project(_ workspace: inout Workspace, from start: [Double]) {
    leaveRest(beside: start, times: workspace.basis, in: &workspace.target)
    workspace.qr.applyTransposedQ(to: &workspace.target)
  }

  /// Copies Φ's free columns, each to begin `stride` numbers behind the one before.
  private func copyFreeColumns(of basis: [Double], to columns: inout [Double], stride: Int) {
    let (m, freeLinear) = (observations.count, freeLinear)
    columns.withUnsafeMutableBufferPointer { columns in
      basis.withUnsafeBufferPointer { basis in
        guard let to = columns.baseAddress, let from = basis.baseAddress else { return }
        for (position, j) in freeLinear.enumerated() {
          (to + position * stride).update(from: from + j * m, count: m)
        }
      }
    }
  }

  /// Leaves y − Φ·c in numbers from one on.
  private func leaveRest(
    beside c: [Double], times basis: [Double], in target: inout [Double], from first: Int = 0
  ) {
    target.withUnsafeMutableBufferPointer { target in
      basis.withUnsafeBufferPointer { basis in
        let target = UnsafeMutableBufferPointer(rebasing: target[first...])
        let m = target.update(fromContentsOf: observations)
        guard let to = target.baseAddress, let from = basis.baseAddress else { return }
        for (j, coefficient) in c.enumerated() where coefficient != 0 {
          subtract(coefficient, times: from + j * m, from: to, m)
        }
      }
    }
  }

  /// Leaves Φ·c − y at the best c in the workspace's residual.
  private func findResidual(_ workspace: inout Workspace) {
    let m = observations.count
    workspace.residual.withUnsafeMutableBufferPointer { residual in
      workspace.basis.withUnsafeBufferPointer { basis in
        guard let sum = residual.baseAddress, let from = basis.baseAddress else { return }
        for i in 0..<m { sum[i] = -observations[i] }
        for (j, coefficient) in workspace.best.enumerated() {
          add(coefficient, times: from + j * m, to: sum, m)
        }
      }
    }
  }

  /// Leaves (∂Φ/∂αₖ)·c at the best c in the workspace's moved column, ∂Φ/∂αₖ from position `block` on.
  private func combineDerivatives(_ workspace: inout Workspace, _ block: Int) {
    let m = observations.count
    workspace.moved.withUnsafeMutableBufferPointer { moved in
      workspace.derivatives.withUnsafeBufferPointer { derivatives in
        guard let sum = moved.baseAddress, let from = derivatives.baseAddress else { return }
        for i in 0..<m { sum[i] = 0 }
        for (j, coefficient) in workspace.best.enumerated() {
          add(coefficient, times: from + block + j * m, to: sum, m)
        }
      }
    }
  }

  /// Leaves the best c in the workspace, corrected from the `start` that was projected.
  private func findCoefficients(_ workspace: inout Workspace, from start: [Double]) {
    for i in workspace.leading.indices { workspace.leading[i] = workspace.target[i] }
    workspace.qr.solve(transposedQb: &workspace.leading, into: &workspace.change)
    for j in start.indices { workspace.best[j] = start[j] }
    for (position, j) in freeLinear.enumerated() { workspace.best[j] += workspace.change[position] }
  }
}
