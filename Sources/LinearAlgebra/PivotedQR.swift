internal import CLAPACK

/// Householder QR with column pivoting of a column-scaled matrix, in buffers that are allocated once:
/// A · D⁻¹ · P = Q · R (LAPACK `dgeqp3`; ``Householder`` up to its width).
///
/// D holds the powers of two of the columns' largest entries, so scaling rounds nothing, and a column's unit does not
/// decide the rank. AᵀA is never formed: the condition number stays that of the scaled A, not its square.
///
/// With m = ``rows`` ≥ n = ``columns``. A solver keeps one value for all its iterations; ``factor(_:)`` replaces its
/// contents.
///
/// - Complexity: ``factor(_:)`` O(m·n²), every other call O(m·n) or O(n²). None allocates but where it returns an
///   array of n numbers, or rotates more than n columns at once.
package struct PivotedQR: Sendable {
  package let rows: Int
  package let columns: Int
  /// The number of columns that are linearly independent: |Rᵢᵢ| > max(m, n)·ε·|R₀₀| after scaling.
  package private(set) var rank = 0
  /// D: column j was divided by scales[j].
  private var scales: [Double]
  private var factors: [Double]
  private var reflectors: [Double]
  /// 0-based: column `pivots[i]` of A stands at place i.
  package private(set) var pivots: [Int]
  /// LAPACK's own, for a matrix that is too wide for ``Householder``.
  private var lapackPivots: [Int32] = []
  private var work: [Double] = []

  package init(rows: Int, columns: Int) {
    precondition(rows >= columns, "QR of \(rows) rows and \(columns) columns")
    self.rows = rows
    self.columns = columns
    scales = .filled(columns) { $0.initialize(repeating: 1) }
    factors = .zeros(rows * columns)
    reflectors = .zeros(columns)
    pivots = [Int](repeating: 0, count: columns)
    guard columns > Householder.widest else { return }
    lapackPivots = [Int32](repeating: 0, count: columns)
    // dgeqp3 needs 3n + 1; 32 columns at once is its usual block.
    work = .zeros(2 * columns + (columns + 1) * 32)
  }

  /// Factors the m × n matrix whose columns stand one after another in `matrix`.
  ///
  /// A matrix with a number that is not finite determines nothing: its rank is 0, its R zero and its Q the identity.
  package mutating func factor(_ matrix: [Double]) {
    precondition(matrix.count == rows * columns, "\(matrix.count) elements for \(rows) × \(columns)")
    rank = 0
    guard columns > 0 else { return }
    guard areFinite(matrix) else {
      for index in factors.indices { factors[index] = 0 }
      for j in 0..<columns { (scales[j], reflectors[j], pivots[j]) = (1, 0, j) }
      return
    }
    for j in 0..<columns { scaleColumn(j, of: matrix) }
    if columns <= Householder.widest { factorNarrow() } else { factorWide() }
    let smallest = Double(max(rows, columns)) * Double.ulpOfOne * abs(factors[0])
    while rank < columns, abs(factors[rank * rows + rank]) > smallest { rank += 1 }
  }

  private mutating func factorNarrow() {
    let householder = Householder(rows: rows, columns: columns)
    factors.withUnsafeMutableBufferPointer { factors in
      reflectors.withUnsafeMutableBufferPointer { reflectors in
        pivots.withUnsafeMutableBufferPointer { pivots in
          guard let a = factors.baseAddress, let scales = reflectors.baseAddress,
            let positions = pivots.baseAddress
          else { return }
          householder.factor(a, scales: scales, pivots: positions)
        }
      }
    }
  }

  private mutating func factorWide() {
    for j in 0..<columns { lapackPivots[j] = 0 }
    let info = lapack_dgeqp3(
      Int32(rows), Int32(columns), &factors, &lapackPivots, &reflectors, &work, Int32(work.count))
    precondition(info == 0, "dgeqp3: argument \(-info) is wrong")
    for j in 0..<columns { pivots[j] = Int(lapackPivots[j]) - 1 }
  }

  /// Copies column j with its largest entry brought into 1..<2. The factor 2^1074 that the smallest number needs is
  /// itself no double, so the scaling of such a column takes two steps.
  private mutating func scaleColumn(_ j: Int, of matrix: [Double]) {
    let rows = rows
    factors.withUnsafeMutableBufferPointer { factors in
      matrix.withUnsafeBufferPointer { matrix in
        guard let from = matrix.baseAddress, let to = factors.baseAddress else { return }
        let (source, target) = (from + j * rows, to + j * rows)
        let largest = largestMagnitude(source, rows)
        let exponent = largest > 0 ? Int(largest.exponent) : 0
        scales[j] = Self.power(exponent)
        let factor = Self.power(-exponent)
        if factor.isNormal {
          for i in 0..<rows { target[i] = source[i] * factor }
        } else {
          let half = Self.power(-exponent / 2)
          let other = Self.power(-exponent + exponent / 2)
          for i in 0..<rows { target[i] = source[i] * half * other }
        }
      }
    }
  }

  /// 2^exponent.
  private static func power(_ exponent: Int) -> Double {
    // Of a normal number the exponent's bits alone.
    (-1022...1023).contains(exponent)
      ? Double(bitPattern: UInt64(exponent + 1023) << 52)
      : Double(sign: .plus, exponent: exponent, significand: 1)
  }

  /// R's element in row i and column j ≥ i, of the scaled and pivoted matrix.
  package func upper(_ i: Int, _ j: Int) -> Double { factors[j * rows + i] }

  /// The power of two that column j of A was divided by.
  package func scale(_ j: Int) -> Double { scales[j] }

  /// The first ``rank`` columns of Q, of the matrix A that was factored: A = Q R, column-major.
  ///
  /// - Complexity: O(m · rank²).
  package func orthonormalColumns(of matrix: [Double]) -> [Double] {
    matrix.withUnsafeBufferPointer { matrix in
      .filled(rank * rows) { columns in
        guard let start = columns.baseAddress, let matrix = matrix.baseAddress else { return }
        for j in 0..<rank {
          let (column, source) = (start + j * rows, matrix + pivots[j] * rows)
          let scale = 1 / scales[pivots[j]]
          for i in 0..<rows { (column + i).initialize(to: source[i] * scale) }
          for l in 0..<j { subtract(upper(l, j), times: start + l * rows, from: column, rows) }
          let factor = 1 / upper(j, j)
          for i in 0..<rows { column[i] *= factor }
        }
      }
    }
  }

  /// Replaces the m × k matrix `b` by Qᵀ b.
  package mutating func applyTransposedQ(to b: inout [Double], columns count: Int = 1) {
    apply(transposed: true, to: &b, columns: count)
  }

  /// Replaces the m × k matrix `b` by Q b.
  package mutating func applyQ(to b: inout [Double], columns count: Int = 1) {
    apply(transposed: false, to: &b, columns: count)
  }

  private mutating func apply(transposed: Bool, to b: inout [Double], columns count: Int) {
    precondition(b.count == rows * count, "\(b.count) elements for \(rows) × \(count)")
    guard columns > 0 else { return }
    guard columns > Householder.widest else {
      let householder = Householder(rows: rows, columns: columns)
      b.withUnsafeMutableBufferPointer { b in
        factors.withUnsafeBufferPointer { factors in
          reflectors.withUnsafeBufferPointer { reflectors in
            guard let a = factors.baseAddress, let scales = reflectors.baseAddress, let start = b.baseAddress
            else { return }
            for j in 0..<count {
              householder.apply(a, scales: scales, transposed: transposed, to: start + j * rows)
            }
          }
        }
      }
      return
    }
    if work.count < count * 32 { work = .zeros(count * 32) }
    let info = lapack_dormqr(
      transposed ? 1 : 0, Int32(rows), Int32(count), Int32(columns), factors, reflectors, &b, &work,
      Int32(work.count))
    precondition(info == 0, "dormqr: argument \(-info) is wrong")
  }

  /// The x of least ‖A x − b‖₂ of which Qᵀ b is given (its first n entries are read); columns beyond ``rank`` get 0.
  /// An x beyond the largest double is infinite.
  package func solution(transposedQb: [Double]) -> [Double] {
    var x = [Double].zeros(columns)
    var z = transposedQb
    solve(transposedQb: &z, into: &x)
    return x
  }

  /// The same in the caller's n numbers; overwrites the first ``rank`` entries of Qᵀ b.
  package func solve(transposedQb z: inout [Double], into x: inout [Double]) {
    for i in 0..<columns { x[i] = 0 }
    for i in stride(from: rank - 1, through: 0, by: -1) {
      for j in (i + 1)..<max(rank, i + 1) { z[i] -= upper(i, j) * z[j] }
      z[i] /= upper(i, i)
      x[pivots[i]] = z[i] / scale(pivots[i])
    }
  }

  /// z = R⁻ᵀ Pᵀ D⁻¹ v, so that Q·z = (A⁺)ᵀ v: what the projected Jacobian needs. Entries beyond ``rank`` are 0, and A⁺
  /// is then the inverse that ``solution(transposedQb:)`` applies, not the one of Moore and Penrose.
  package func transposedSolve(_ v: [Double], into z: inout [Double]) {
    for i in 0..<columns {
      guard i < rank else {
        z[i] = 0
        continue
      }
      var sum = v[pivots[i]] / scale(pivots[i])
      for j in 0..<i { sum -= upper(j, i) * z[j] }
      z[i] = sum / upper(i, i)
    }
  }
}

/// QR of a narrow matrix by modified Gram–Schmidt, for those who factor a few columns of some hundred rows thousands of
/// times: there the calls of LAPACK cost more than the arithmetic.
///
/// A column that loses nine tenths of its length to those before it is projected a second time: twice is enough for
/// orthonormal columns to working precision (W. Kahan and B. Parlett, in B. Parlett, *The Symmetric Eigenvalue Problem*,
/// section 6.9). Columns are not pivoted; bring them to like lengths.
package struct NarrowQR {
  /// A matrix with its columns beside each other and one more, the right-hand side, behind them: m·(n + 1) numbers,
  /// column-major. ``factor()`` leaves Q's columns and, at last, the residual of least squares.
  package var columns: [Double]
  /// R's diagonal; 0 for a column that depends on those before it, whose column in Q is 0.
  package private(set) var diagonal: [Double]
  /// R above the diagonal: element (i, j) at `[j·n + i]`.
  private var upper: [Double]
  /// Qᵀ b.
  package private(set) var projections: [Double]
  private let rows: Int

  package init(rows: Int, columns count: Int) {
    self.rows = rows
    columns = .zeros(rows * (count + 1))
    diagonal = .zeros(count)
    projections = diagonal
    upper = .zeros(count * count)
  }

  /// - Complexity: O(m·n²), allocates nothing.
  package mutating func factor() {
    let (rows, count) = (rows, diagonal.count)
    let smallest = Double(rows) * Double.ulpOfOne
    columns.withUnsafeMutableBufferPointer { columns in
      guard let start = columns.baseAddress else { return }
      for j in 0..<count {
        let column = start + j * rows
        let length = dot(column, column, rows).squareRoot()
        for i in 0..<j { upper[j * count + i] = 0 }
        var left = project(j, of: start, rows: rows, length: length, addingTo: &upper, at: j * count)
        if left < 0.1 * length {
          left = project(j, of: start, rows: rows, length: left, addingTo: &upper, at: j * count)
        }
        diagonal[j] = left > smallest * length ? left : 0
        let factor = diagonal[j] > 0 ? 1 / left : 0
        for i in 0..<rows { column[i] *= factor }
      }
      let right = start + count * rows
      for j in 0..<count {
        let share = dot(start + j * rows, right, rows)
        subtract(share, times: start + j * rows, from: right, rows)
        projections[j] = share
      }
    }
  }

  /// The x of least ‖A x − b‖₂; nil where the columns are dependent.
  package var solution: [Double]? {
    let count = diagonal.count
    var x = projections
    for j in (0..<count).reversed() {
      guard diagonal[j] > 0 else { return nil }
      x[j] /= diagonal[j]
      for i in 0..<j { x[i] -= upper[j * count + i] * x[j] }
    }
    return x
  }
}

/// Takes the columns of Q before it out of column j, and adds what it takes to R; the column's length afterwards.
@inline(__always)
private func project(
  _ j: Int, of start: UnsafeMutablePointer<Double>, rows: Int, length: Double, addingTo upper: inout [Double],
  at first: Int
) -> Double {
  guard j > 0 else { return length }
  let column = start + j * rows
  for i in 0..<j {
    let share = dot(start + i * rows, column, rows)
    subtract(share, times: start + i * rows, from: column, rows)
    upper[first + i] += share
  }
  return dot(column, column, rows).squareRoot()
}
