/// The linear least-squares problem min ‖A x − b‖₂, solved to the last digits of a double and beyond.
///
/// An entry of A or b is a double-double: what a power of a double, or a decimal text, has beyond a double's digits
/// counts. The columns are scaled by powers of two, so that no unit matters; one LAPACK QR of their high parts is refined
/// on the augmented system [I A; Aᵀ 0]·[r; x] = [b; 0] with remainders in double-double, and again for the columns of
/// (AᵀA)⁻¹, which itself is never formed or inverted in doubles.
///
/// On NIST's certified linear sets coefficients, standard errors and sums of squares agree with the 15 certified digits
/// in 14.3 at least where A and b are read from their decimals, in 13.2 where they are doubles.
///
/// (Å. Björck, *Iterative refinement of linear least squares solutions I*, BIT 7, 1967; J. Demmel, Y. Hida, X. Li and
/// E. Riedy, *Extra-precise iterative refinement for overdetermined least squares problems*, ACM TOMS 35, 2009.)
package struct RefinedLeastSquares: Sendable {
  /// The coefficients; length n. One beyond the largest double is infinite.
  package let x: [DoubleDouble]
  /// b − A·x; length m.
  package let residuals: [DoubleDouble]
  /// ‖b − A·x‖².
  package let sumOfSquares: DoubleDouble
  /// The corrections that were added, the first solution included.
  package let steps: Int

  private let system: AugmentedSystem
  /// log₂ of what b was divided by.
  private let exponent: Int
  /// ‖b − A·x‖² of the divided b.
  private let scaledSumOfSquares: DoubleDouble

  /// - Parameters:
  ///   - columns: the n columns of A, each as long as b.
  ///   - b: the right-hand side; length m ≥ n.
  /// - Throws: ``LinearAlgebraError`` for fewer rows than columns, a number that is not finite, and columns that are
  ///   dependent or nearly so: then no coefficient is determined to a single digit, and there is no result.
  /// - Complexity: O(m·n²) in doubles, and O(m·n) in double-doubles for each of two to five steps.
  package init(columns: [[DoubleDouble]], _ b: [DoubleDouble]) throws(LinearAlgebraError) {
    var system = try AugmentedSystem(rows: b.count, columns: columns)
    if let row = b.firstIndex(where: { !$0.isFinite }) { throw .notFinite(row: row, column: columns.count) }
    let exponent = binaryExponent(of: b)
    let solution = try system.solve(
      b: b.map { $0.scaled(byPowerOfTwo: -exponent) },
      c: [DoubleDouble](repeating: DoubleDouble(0), count: columns.count))
    self.system = system
    self.exponent = exponent
    scaledSumOfSquares = solution.r.reduce(DoubleDouble(0)) { $0 + $1 * $1 }
    x = zip(solution.x, system.exponents).map { $0.scaled(byPowerOfTwo: exponent - $1) }
    residuals = solution.r.map { $0.scaled(byPowerOfTwo: exponent) }
    sumOfSquares = scaledSumOfSquares.scaled(byPowerOfTwo: 2 * exponent)
    steps = solution.steps
  }

  /// A polynomial's coefficients: A's columns are the given powers of the abscissas, formed in double-double.
  ///
  /// An interface that takes the powers as doubles has lost the answer before it begins: the exact solution for the
  /// rounded powers of NIST's *Filip* agrees with the certified one in 7 digits.
  ///
  /// - Parameters:
  ///   - powers: the exponent of each column: 0, 1 … N; without an intercept from 1 on.
  ///   - abscissas: as many as b has entries.
  /// - Throws: as ``init(columns:_:)``.
  package init(
    powers: some Sequence<Int>, of abscissas: [DoubleDouble], _ b: [DoubleDouble]
  ) throws(LinearAlgebraError) {
    try self.init(columns: powers.map { power in abscissas.map { $0.power(power) } }, b)
  }

  /// The columns of (AᵀA)⁻¹.
  ///
  /// - Throws: ``LinearAlgebraError/refinementStalled(correction:)``.
  /// - Complexity: that of n solutions of the factored system.
  package func inverse() throws(LinearAlgebraError) -> [[DoubleDouble]] {
    let exponents = system.exponents
    let scaled = try scaledInverse()
    return exponents.indices.map { j in
      exponents.indices.map { i in scaled[j][i].scaled(byPowerOfTwo: -exponents[i] - exponents[j]) }
    }
  }

  /// √(s² · (AᵀA)⁻¹ⱼⱼ) for every coefficient, with s² = ‖b − A·x‖²/(m − n); nil for as many coefficients as rows, where
  /// nothing is left to estimate s² from.
  ///
  /// - Throws: ``LinearAlgebraError/refinementStalled(correction:)``.
  /// - Complexity: that of n solutions of the factored system.
  package func standardErrors() throws(LinearAlgebraError) -> [DoubleDouble]? {
    let degreesOfFreedom = system.rows - system.columns
    guard degreesOfFreedom > 0 else { return nil }
    let variance = scaledSumOfSquares / DoubleDouble(Double(degreesOfFreedom))
    return try standardErrors(deviation: variance.squareRoot(), exponent: exponent)
  }

  /// √(variance · (AᵀA)⁻¹ⱼⱼ) for every coefficient.
  ///
  /// - Parameter variance: the variance of one entry of b, ≥ 0.
  /// - Throws: as ``standardErrors()``.
  package func standardErrors(variance: Double) throws(LinearAlgebraError) -> [DoubleDouble] {
    try standardErrors(deviation: DoubleDouble(variance).squareRoot(), exponent: 0)
  }

  private func standardErrors(
    deviation: DoubleDouble, exponent: Int
  ) throws(LinearAlgebraError) -> [DoubleDouble] {
    let scaled = try scaledInverse()
    return system.exponents.enumerated().map { j, columnExponent in
      (deviation * scaled[j][j].squareRoot()).scaled(byPowerOfTwo: exponent - columnExponent)
    }
  }

  /// The columns of (AᵀA)⁻¹ for the divided columns: Aᵀr = −eⱼ and r = −A·z make z the j-th.
  private func scaledInverse() throws(LinearAlgebraError) -> [[DoubleDouble]] {
    var system = system
    let zero = [DoubleDouble](repeating: DoubleDouble(0), count: system.rows)
    var columns: [[DoubleDouble]] = []
    for j in 0..<system.columns {
      let unit = (0..<system.columns).map { DoubleDouble($0 == j ? -1 : 0) }
      columns.append(try system.solve(b: zero, c: unit).x)
    }
    return columns
  }
}

/// The system [I A; Aᵀ 0] · [r; x] = [b; c] of a matrix of double-doubles with m rows and n independent columns, solved
/// by refinement.
///
/// One QR of the columns' high parts gives every correction in double arithmetic; what remains of both sides is computed
/// in double-double, and so are r and x. Each step shortens the error by a factor of about κ(A)·2⁻⁵³, κ that of the
/// scaled columns, until double-double's own rounding is reached.
///
/// (Å. Björck, *Iterative refinement of linear least squares solutions I*, BIT 7, 1967.)
struct AugmentedSystem: Sendable {
  let rows: Int
  let columns: Int
  /// log₂ of what each column was divided by: its largest entry lies in 1..<2 from then on, and r, x and c are those of
  /// the divided columns.
  let exponents: [Int]
  /// The divided columns, one after another.
  private let matrix: [DoubleDouble]
  private var qr: PivotedQR

  /// The last correction of a solution, relative to it, is at most this.
  private static let minimumAccuracy = 0x1p-46

  struct Solution {
    var r: [DoubleDouble]
    var x: [DoubleDouble]
    /// The corrections that were added, the first solution included.
    var steps = 0
  }

  /// - Parameter columns: n columns of `rows` numbers each.
  /// - Throws: ``LinearAlgebraError`` for fewer rows than columns, a number that is not finite, or columns whose high
  ///   parts are dependent in double arithmetic.
  /// - Complexity: O(m·n²).
  init(rows: Int, columns: [[DoubleDouble]]) throws(LinearAlgebraError) {
    guard rows >= columns.count else { throw .underdetermined(rows: rows, columns: columns.count) }
    for (j, column) in columns.enumerated() {
      precondition(column.count == rows, "column \(j) has \(column.count) rows of \(rows)")
      if let row = column.firstIndex(where: { !$0.isFinite }) { throw .notFinite(row: row, column: j) }
    }
    self.rows = rows
    self.columns = columns.count
    exponents = columns.map(binaryExponent)
    matrix = zip(columns, exponents).flatMap { column, exponent in
      column.map { $0.scaled(byPowerOfTwo: -exponent) }
    }
    qr = PivotedQR(rows: rows, columns: columns.count)
    qr.factor(matrix.map(\.high))
    guard qr.rank == columns.count else {
      throw .rankDeficient(rank: qr.rank, columns: columns.count)
    }
  }

  /// - Throws: ``LinearAlgebraError/refinementStalled(correction:)`` where the corrections do not shrink to 2⁻⁴⁶ of the
  ///   solution, 14 digits.
  /// - Complexity: O(m·n) double-double operations a step; two to five steps are usual.
  mutating func solve(
    b: [DoubleDouble], c: [DoubleDouble]
  ) throws(LinearAlgebraError) -> Solution {
    var solution = Solution(
      r: [DoubleDouble](repeating: DoubleDouble(0), count: rows),
      x: [DoubleDouble](repeating: DoubleDouble(0), count: columns))
    var rest = b
    var upper = [Double](repeating: 0, count: rows)
    var lower = [Double](repeating: 0, count: columns)
    var along = [Double](repeating: 0, count: columns)
    var last = Double.infinity
    var (smallestX, smallestR) = (Double.infinity, Double.infinity)
    var pace = 0.0
    var failures = 0
    while true {
      remainders(of: solution, b: b, c: c, rest: &rest, upper: &upper, lower: &lower)
      // With A = QR: Qᵀδr = [h; d₂] and R·δx = d₁ − h, where d = Qᵀ·upper and Rᵀh = lower.
      qr.applyTransposedQ(to: &upper)
      qr.transposedSolve(lower, into: &along)
      for j in 0..<columns { upper[j] -= along[j] }
      let correction = qr.solution(transposedQb: upper)
      for j in 0..<columns { upper[j] = along[j] }
      qr.applyQ(to: &upper)

      let (sizeX, sizeR) = (largest(correction), largest(upper))
      let size = sizeX + sizeR
      // A correction of r moves x a step later: only where both have stopped shrinking has the refinement.
      failures = sizeX < smallestX / 2 || sizeR < smallestR / 2 ? 0 : failures + 1
      guard failures < 2 else {
        let relative = last / solution.size
        // Rounding keeps the corrections from shrinking further; before it, dependence does.
        guard relative <= Self.minimumAccuracy else { throw .refinementStalled(correction: relative) }
        return solution
      }
      for j in 0..<columns { solution.x[j] += DoubleDouble(correction[j]) }
      for i in 0..<rows { solution.r[i] += DoubleDouble(upper[i]) }
      solution.steps += 1
      // The first correction is the solution in doubles; at the pace of those after it the next would be below the last
      // digit.
      if solution.steps > 1 { pace = max(pace, size / last) }
      if size == 0 || solution.steps > 1 && pace * size <= 0x1p-104 * solution.size { return solution }
      last = size
      (smallestX, smallestR) = (min(smallestX, sizeX), min(smallestR, sizeR))
    }
  }

  /// b − r − A·x and c − Aᵀ·r, rounded once.
  private func remainders(
    of solution: Solution, b: [DoubleDouble], c: [DoubleDouble], rest: inout [DoubleDouble],
    upper: inout [Double], lower: inout [Double]
  ) {
    for i in 0..<rows { rest[i] = b[i] - solution.r[i] }
    for j in 0..<columns {
      let x = solution.x[j]
      var sum = c[j]
      for i in 0..<rows {
        let element = matrix[j * rows + i]
        rest[i] -= element * x
        sum -= element * solution.r[i]
      }
      lower[j] = sum.value
    }
    for i in 0..<rows { upper[i] = rest[i].value }
  }
}

extension AugmentedSystem.Solution {
  fileprivate var size: Double { largest(x.map(\.value)) + largest(r.map(\.value)) }
}

private func largest(_ numbers: [Double]) -> Double { numbers.reduce(0) { max($0, abs($1)) } }

/// e with 2^e ≤ max |number| < 2^(e+1); 0 where all are 0.
func binaryExponent(of numbers: [DoubleDouble]) -> Int {
  let largest = largest(numbers.map(\.value))
  return largest > 0 ? Int(largest.exponent) : 0
}
