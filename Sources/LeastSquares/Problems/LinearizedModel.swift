internal import CKernels
import Elementary
import LinearAlgebra

/// A separable model linearized at one point after another, in memory that is reused: its residuals, their derivatives by the free
/// ones of (c, α), and those made orthonormal, J = Q R.
///
/// All samples count alike: weights are for those who use the columns. The model is called once a pass, so that loops specialized
/// for its type would gain nothing.
struct LinearizedModel {
  private let model: any SeparableModel
  private let abscissas: [Double]
  private let observations: [Double]
  /// The indices in (c, α) of the free ones.
  private let free: [Int]
  /// (c, α).
  private(set) var values: [Double]
  /// The numbers that a column takes.
  private let stride: Int
  private let linearCount: Int
  private var alpha: [Double]
  /// Φ, and behind it ∂Φ/∂α.
  private var basis: [Double]
  private(set) var residuals: [Double]
  /// ∂rᵢ/∂pⱼ at `[j·n + i]`.
  private(set) var jacobian: [Double]
  /// Q and behind it the residuals, as ``PaddedColumns`` has them.
  private(set) var columns: [Double]
  /// R's element (i, j), i ≤ j, at `[j·p + i]`.
  private var upper: [Double]
  /// Qᵀ r.
  private(set) var projections: [Double]
  /// ‖r‖².
  private(set) var cost = Double.infinity

  /// - Parameters:
  ///   - free: the indices in (c, α) of the parameters that move.
  ///   - values: (c, α); those of free ones are where it begins.
  init(
    _ model: any SeparableModel, free: [Int], values: [Double], abscissas: [Double], observations: [Double]
  ) {
    self.model = model
    self.abscissas = abscissas
    self.observations = observations
    self.free = free
    self.values = values
    let rows = observations.count
    stride = PaddedColumns.stride(of: rows)
    linearCount = model.linear.count
    alpha = Array(values[linearCount...])
    // All but what fills columns up is written before it is read.
    basis = Self.numbers(rows * linearCount * (1 + alpha.count))
    residuals = Self.numbers(rows)
    jacobian = Self.numbers(rows * free.count)
    columns = Self.numbers(stride * (free.count + 1))
    for column in 0...free.count {
      for i in rows..<stride { columns[column * stride + i] = 0 }
    }
    upper = .zeros(free.count * free.count)
    projections = .zeros(free.count)
  }

  /// Room for so many numbers, which are to be written before they are read.
  private static func numbers(_ count: Int) -> [Double] {
    .filled(count) { _ in }
  }

  var rows: Int { observations.count }
  var freeCount: Int { free.count }
  /// The free parameters.
  var point: [Double] { free.map { values[$0] } }

  /// One of ``point``.
  func value(ofFree position: Int) -> Double { values[free[position]] }

  /// ln det(JᵀJ).
  var logDeterminant: Double {
    (0..<free.count).reduce(0) { $0 + 2 * logarithm(upper[$1 * free.count + $1]) }
  }

  /// Solves for the free linear coefficients, the others and α as they are; false where the samples do not determine them.
  mutating func solveLinear() -> Bool {
    let linear = fillLinear()
    let count = linear.count
    var shares = [Double].zeros(count)
    guard scrollfit_orthonormalize(PaddedColumns.path, &columns, stride, count, &upper, &shares) != 0 else {
      return false
    }
    Self.substitute(&shares, upper)
    for (position, j) in linear.enumerated() { values[j] = -shares[position] }
    return values.allSatisfy(\.isFinite)
  }

  /// ‖r‖² with the best free linear coefficients, the others as they are; not finite where the model is not.
  ///
  /// - Parameter alpha: all of α.
  mutating func leastCost(at alpha: [Double]) -> Double {
    values.replaceSubrange(linearCount..., with: alpha)
    let count = fillLinear().count
    return scrollfit_factor(PaddedColumns.path, &columns, stride, count, &upper, &projections)
  }

  /// Fills the first columns with those of Φ whose coefficients are free, and the one behind them with the residuals where these are 0.
  ///
  /// - Returns: the indices of the free coefficients.
  private mutating func fillLinear() -> [Int] {
    let linear = free.filter { $0 < linearCount }
    for j in linear { values[j] = 0 }
    evaluate(withDerivatives: false)
    fillResiduals()
    let (rows, stride) = (rows, stride)
    basis.withUnsafeBufferPointer { basis in
      residuals.withUnsafeBufferPointer { residuals in
        columns.withUnsafeMutableBufferPointer { columns in
          for (position, j) in linear.enumerated() {
            columns.copy(basis, column: j, of: rows, to: position * stride)
          }
          columns.copy(residuals, column: 0, of: rows, to: linear.count * stride)
          // A point without a finite value leaves NaN behind the samples too.
          for j in 0...linear.count {
            for i in rows..<stride { columns[j * stride + i] = 0 }
          }
        }
      }
    }
    return linear
  }

  /// Fills residuals and derivatives at the present point; false where one is not finite or the derivatives are dependent.
  mutating func linearize() -> Bool {
    evaluate(withDerivatives: true)
    fillResiduals()
    fillJacobian()
    return orthonormalize()
  }

  /// Takes residuals and derivatives at the present point that are known; false as ``linearize()``.
  ///
  /// - Parameter jacobian: ∂rᵢ/∂pⱼ at `[j·n + i]`.
  mutating func linearize(residuals: [Double], jacobian: [Double]) -> Bool {
    (self.residuals, self.jacobian) = (residuals, jacobian)
    return orthonormalize()
  }

  private mutating func orthonormalize() -> Bool {
    let (rows, stride, count) = (rows, stride, free.count)
    jacobian.withUnsafeBufferPointer { jacobian in
      residuals.withUnsafeBufferPointer { residuals in
        columns.withUnsafeMutableBufferPointer { columns in
          for j in 0..<count { columns.copy(jacobian, column: j, of: rows, to: j * stride) }
          columns.copy(residuals, column: 0, of: rows, to: count * stride)
        }
      }
    }
    cost = squaredLength(residuals)
    guard cost.isFinite else { return false }
    return scrollfit_orthonormalize(
      PaddedColumns.path, &columns, stride, free.count, &upper, &projections) != 0
      && projections.allSatisfy(\.isFinite)
  }

  /// Moves the free parameters so that the linearized curve changes by −Q·shares.
  mutating func move(_ shares: [Double]) {
    var step = shares
    Self.substitute(&step, upper)
    for (position, index) in free.enumerated() { values[index] -= step[position] }
  }

  /// Moves as ``move(_:)`` and lets the residuals follow along the tangents: for a step so short that the derivatives stay what
  /// they are to the last digits.
  mutating func moveAlongTangents(_ shares: [Double]) {
    move(shares)
    let (rows, stride) = (rows, stride)
    residuals.withUnsafeMutableBufferPointer { residuals in
      columns.withUnsafeMutableBufferPointer { columns in
        guard let target = residuals.baseAddress, let start = columns.baseAddress else { return }
        for (j, share) in shares.enumerated() {
          subtract(share, times: start + j * stride, from: target, rows)
        }
        columns.copy(UnsafeBufferPointer(residuals), column: 0, of: rows, to: shares.count * stride)
      }
    }
    cost = squaredLength(residuals)
  }

  private mutating func evaluate(withDerivatives: Bool) {
    for k in alpha.indices { alpha[k] = values[linearCount + k] }
    let (model, alpha, abscissas, count) = (model, alpha, abscissas, rows * linearCount)
    basis.withUnsafeMutableBufferPointer { numbers in
      var basis = UnsafeMutableBufferPointer(rebasing: numbers[..<count]).mutableSpan
      var derivatives = UnsafeMutableBufferPointer(
        rebasing: numbers[count..<(withDerivatives ? numbers.count : count)]
      ).mutableSpan
      model.evaluate(alpha.span, at: abscissas.span, basis: &basis, derivatives: &derivatives)
    }
  }

  private mutating func fillResiduals() {
    let (rows, linearCount, values, observations) = (rows, linearCount, values, observations)
    basis.withUnsafeBufferPointer { basis in
      residuals.withUnsafeMutableBufferPointer { residuals in
        for i in 0..<rows { residuals[i] = -observations[i] }
        for j in 0..<linearCount { residuals.add(basis, column: j, of: rows, times: values[j]) }
      }
    }
  }

  private mutating func fillJacobian() {
    let (rows, n, values, free) = (rows, linearCount, values, free)
    basis.withUnsafeBufferPointer { basis in
      jacobian.withUnsafeMutableBufferPointer { jacobian in
        for (position, index) in free.enumerated() {
          guard index >= n else {
            jacobian.copy(basis, column: index, of: rows, to: position * rows)
            continue
          }
          let column = UnsafeMutableBufferPointer(
            rebasing: jacobian[position * rows..<(position + 1) * rows])
          column.update(repeating: 0)
          // ∂Φ/∂αₖ has n columns behind those of Φ and of the rates before.
          for j in 0..<n { column.add(basis, column: (index - n + 1) * n + j, of: rows, times: values[j]) }
        }
      }
    }
  }

  /// Solves R x = b in place.
  private static func substitute(_ x: inout [Double], _ upper: [Double]) {
    let count = x.count
    for j in (0..<count).reversed() {
      x[j] /= upper[j * count + j]
      for i in 0..<j { x[i] -= upper[j * count + i] * x[j] }
    }
  }
}

// Loops whose indices overflow nowhere run on whole vectors.
extension UnsafeMutableBufferPointer<Double> {
  /// Sets as many numbers as a column has rows, from an index on.
  fileprivate func copy(_ columns: UnsafeBufferPointer<Double>, column: Int, of rows: Int, to first: Int) {
    let source = UnsafeBufferPointer(rebasing: columns[column * rows..<(column + 1) * rows])
    _ = UnsafeMutableBufferPointer(rebasing: self[first..<first + rows]).update(fromContentsOf: source)
  }

  /// Adds a multiple of a column.
  fileprivate func add(
    _ columns: UnsafeBufferPointer<Double>, column: Int, of rows: Int, times coefficient: Double
  ) {
    let source = UnsafeBufferPointer(rebasing: columns[column * rows..<(column + 1) * rows])
    for i in 0..<rows { self[i] += source[i] * coefficient }
  }
}
