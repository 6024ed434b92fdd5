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
