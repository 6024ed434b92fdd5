import Foundation
import Testing

@testable import LinearAlgebra

/// The factor that takes in one row at a time, against LAPACK on the whole matrix, the normal equations and NIST.
struct RowUpdatedQRTests {
  /// The factor of a matrix and its right-hand side, row by row.
  private func factor(_ matrix: Matrix, _ y: [Double], weights: [Double]? = nil) -> RowUpdatedQR {
    var factor = RowUpdatedQR(columns: matrix.columns)
    for i in 0..<matrix.rows { add(row: i, of: matrix, y, weight: weights?[i] ?? 1, to: &factor) }
    return factor
  }

  private func add(
    row i: Int, of matrix: Matrix, _ y: [Double], weight: Double = 1, to factor: inout RowUpdatedQR
  ) {
    factor.add((0..<matrix.columns).map { weight * matrix[i, $0] } + [weight * y[i]])
  }

  private func prefix(_ matrix: Matrix, rows: Int, columns: Int) -> Matrix {
    Matrix((0..<rows).map { i in (0..<columns).map { matrix[i, $0] } })
  }

  private func cost(_ matrix: Matrix, _ x: [Double], _ y: [Double]) -> Double {
    let residual = zip(matrix.times(x), y).map { $0 - $1 }
    return dot(residual, residual)
  }

  /// Cost and solution of every number of columns, after every row.
  @Test(arguments: [(9, 1), (12, 3), (40, 6), (7, 7)])
  func agreesWithLAPACK(rows: Int, columns: Int) throws {
    let matrix = Matrix.random(rows, columns, seed: UInt64(rows))
    let y = randomNumbers(rows, seed: 11)
    var factor = RowUpdatedQR(columns: columns)
    for row in 0..<rows {
      add(row: row, of: matrix, y, to: &factor)
      for count in 1...columns where count <= row + 1 {
        let part = prefix(matrix, rows: row + 1, columns: count)
        let taken = Array(y.prefix(row + 1))
        let expected = try part.leastSquaresByQR(taken).x
        let least = cost(part, expected, taken)
        #expect(abs(factor.sumOfSquares(first: count) - least) < 1e-13 * dot(taken, taken))
        let size = expected.reduce(1) { max($0, abs($1)) }
        #expect(largestDifference(factor.solution(first: count), expected) < 1e-11 * size * size)
      }
      #expect(factor.sumOfSquares(first: 0) >= factor.sumOfSquares(first: 1))
      #expect(factor.sumOfSquares == factor.sumOfSquares(first: columns))
    }
  }

  /// The factor of a matrix and its right-hand side, from whole columns.
  private func factorAtOnce(_ matrix: Matrix, _ y: [Double]) -> RowUpdatedQR {
    let (rows, columns) = (matrix.rows, matrix.columns)
    let stride = (rows + 7) / 8 * 8
    var padded = [Double](repeating: 0, count: stride * (columns + 1))
    for i in 0..<rows {
      for j in 0..<columns { padded[j * stride + i] = matrix[i, j] }
      padded[columns * stride + i] = y[i]
    }
    var factor = RowUpdatedQR(columns: columns)
    padded.withUnsafeMutableBufferPointer {
      factor.addFirst(lanes: 0..<columns, columns..<columns, factoring: $0, stride: stride)
    }
    return factor
  }

  /// A column of zeros and one that depends on others take no part.
  @Test(arguments: [9, 40, 203])
  func columnsAtOnceThatDepend(rows: Int) {
    let independent = Matrix.random(rows, 3, seed: UInt64(rows))
    let y = randomNumbers(rows, seed: 14)
    let all = Matrix(
      (0..<rows).map { i in
        [independent[i, 0], 0, 3 * independent[i, 0], independent[i, 1], independent[i, 2]]
      })
    let (own, other) = (factorAtOnce(all, y), factorAtOnce(independent, y))
    #expect(abs(own.sumOfSquares - other.sumOfSquares) < 1e-13 * dot(y, y))
    #expect(own.solution(first: 5)[1] == 0)
    #expect(
      largestDifference(all.times(own.solution(first: 5)), independent.times(other.solution(first: 3)))
        < 1e-11)
  }

  /// Columns that are left out are as columns of zeros, to the last bit.
  @Test(arguments: [9, 40, 203])
  func columnsAtOnceInLanes(rows: Int) {
    let given = Matrix.random(rows, 3, seed: UInt64(rows))
    let y = randomNumbers(rows, seed: 15)
    let all = factorAtOnce(Matrix((0..<rows).map { [given[$0, 0], given[$0, 1], 0, given[$0, 2], 0] }), y)
    let stride = (rows + 7) / 8 * 8
    var padded = [Double](repeating: 0, count: stride * 4)
    for i in 0..<rows {
      for j in 0..<3 { padded[j * stride + i] = given[i, j] }
      padded[3 * stride + i] = y[i]
    }
    var lanes = RowUpdatedQR(columns: 5)
    padded.withUnsafeMutableBufferPointer {
      lanes.addFirst(lanes: 0..<2, 3..<4, factoring: $0, stride: stride)
    }
    #expect(lanes.solution(first: 5) == all.solution(first: 5))
    #expect((0...5).allSatisfy { lanes.sumOfSquares(first: $0) == all.sumOfSquares(first: $0) })
  }

  /// The columns at once give what their rows give one by one.
  @Test(arguments: [(9, 5), (12, 3), (40, 6), (203, 5), (4, 4)])
  func columnsAtOnce(rows: Int, columns: Int) {
    let matrix = Matrix.random(rows, columns, seed: UInt64(rows))
    let y = randomNumbers(rows, seed: 12)
    let oneByOne = factor(matrix, y)
    var atOnce = factorAtOnce(matrix, y)
    for count in 0...columns {
      #expect(
        abs(atOnce.sumOfSquares(first: count) - oneByOne.sumOfSquares(first: count)) < 1e-12 * dot(y, y))
    }
    func fitted(_ factor: RowUpdatedQR) -> [Double] { matrix.times(factor.solution(first: columns)) }
    #expect(largestDifference(fitted(atOnce), fitted(oneByOne)) < 1e-11)
    var grown = oneByOne
    let more = randomNumbers(columns + 1, seed: 13)
    atOnce.add(more)
    grown.add(more)
    #expect(abs(atOnce.sumOfSquares - grown.sumOfSquares) < 1e-12 * (dot(y, y) + dot(more, more)))
  }

  /// AᵀA c = Aᵀy, and ‖y‖² without any column.
  @Test func solvesTheNormalEquations() {
    let matrix = Matrix.random(31, 5, seed: 3)
    let y = randomNumbers(31, seed: 4)
    let factor = factor(matrix, y)
    let solution = factor.solution(first: 5)
    for j in 0..<5 {
      let left = (0..<5).reduce(0) { $0 + dot(matrix.column(j), matrix.column($1)) * solution[$1] }
      #expect(abs(left - dot(matrix.column(j), y)) < 1e-13)
    }
    #expect(abs(factor.sumOfSquares(first: 0) - dot(y, y)) < 1e-13)
  }

  /// Values of weighted sums of the coefficients, and their covariances (AᵀA)⁻¹ from three solutions of AᵀA x = w.
  @Test func combinationsOfCoefficients() throws {
    let matrix = Matrix.random(12, 3, seed: 51)
    let y = randomNumbers(12, seed: 52)
    let weights = [[1.0, 0, 0], [0.3, -2, 5], [0, 1e3, -1]]
    let sums = factor(matrix, y).combinations([
      .init(first: weights[0] + [0]), .init(first: weights[1] + [0]), .init(first: weights[2] + [0]),
    ])
    let normal = Matrix((0..<3).map { i in (0..<3).map { dot(matrix.column(i), matrix.column($0)) } })
    let solution = try matrix.leastSquaresByQR(y).x
    for i in 0..<3 {
      #expect(abs(sums.values[i] - dot(weights[i], solution)) < 1e-12 * dot(weights[i], weights[i]))
      let column = try normal.leastSquaresByQR(weights[i]).x
      for j in 0..<3 {
        let covariance = (sums.whitened[i] * sums.whitened[j]).sum()
        #expect(abs(covariance - dot(weights[j], column)) < 1e-9 * (1 + abs(covariance)))
      }
    }
  }

  @Test("What two points of a parabola leave open is known, or as uncertain as is said")
  func undeterminedSum() {
    let open = factor(Matrix([[1, 0, 0], [1, 1, 1]]), [3, 4])
    let there: RowUpdatedQR.Row = .init(first: [1, 1, 1, 0])
    let elsewhere: RowUpdatedQR.Row = .init(first: [1, 2, 4, 0])
    func variance(_ row: RowUpdatedQR.Row, _ unknown: Double) -> Double {
      let whitened = open.combinations([row, row, row], unknown: unknown).whitened[0]
      return (whitened * whitened).sum()
    }
    #expect(abs(variance(there, 0) - 1) < 1e-15)
    #expect(abs(variance(there, 1e16) - 1) < 1e-6)
    #expect(variance(elsewhere, 0) < 10)
    #expect(abs(variance(elsewhere, 1e16) / 4e16 - 1) < 1e-9)
  }

  private func ones(_ count: Int) -> Matrix { Matrix((0..<count).map { _ in [1.0] }) }

  @Test("A row of variance v weighs as one divided by √v")
  func variance() {
    let matrix = Matrix.random(10, 3, seed: 41)
    let y = randomNumbers(10, seed: 42)
    var varied = RowUpdatedQR(columns: 3)
    for i in 0..<10 {
      varied.add(.init(first: (0..<3).map { matrix[i, $0] } + [y[i]]), variance: Double(i % 4 + 1))
    }
    let scaled = factor(matrix, y, weights: (0..<10).map { 1 / Double($0 % 4 + 1).squareRoot() })
    #expect(largestDifference(varied.solution(first: 3), scaled.solution(first: 3)) < 1e-13)
    #expect(abs(varied.sumOfSquares - scaled.sumOfSquares) < 1e-13)
  }

  /// The order of the rows is without meaning, and so is their sign.
  @Test func orderAndSignOfRowsDoNotMatter() {
    let matrix = Matrix.random(17, 4, seed: 21)
    let y = randomNumbers(17, seed: 22)
    let forward = factor(matrix, y)
    var other = RowUpdatedQR(columns: 4)
    for i in (0..<17).reversed() { add(row: i, of: matrix, y, weight: i % 3 == 0 ? -1 : 1, to: &other) }
    #expect(largestDifference(forward.solution(first: 4), other.solution(first: 4)) < 1e-13)
    #expect(abs(forward.sumOfSquares - other.sumOfSquares) < 1e-13)
  }

  @Test("A weight w is a row w times as large; two equal rows are one of weight √2")
  func weights() throws {
    let matrix = Matrix.random(20, 3, seed: 13)
    let y = randomNumbers(20, seed: 14)
    let weights = (0..<20).map { [0.03, 1, 700][$0 % 3] }
    var scaled = matrix
    for j in 0..<3 { for i in 0..<20 { scaled[i, j] *= weights[i] } }
    let heavy = zip(y, weights).map { $0 * $1 }
    let expected = try scaled.leastSquaresByQR(heavy).x
    let factor = factor(matrix, y, weights: weights)
    #expect(largestDifference(factor.solution(first: 3), expected) < 1e-12)
    #expect(digits([factor.sumOfSquares], [cost(scaled, expected, heavy)]) > 12)
    var twice = RowUpdatedQR(columns: 3)
    for i in 0..<20 { for _ in 0..<2 { add(row: i, of: matrix, y, to: &twice) } }
    let rooted = self.factor(matrix, y, weights: y.map { _ in 2.0.squareRoot() })
    #expect(largestDifference(twice.solution(first: 3), rooted.solution(first: 3)) < 1e-13)
    #expect(abs(twice.sumOfSquares - rooted.sumOfSquares) < 1e-13)
  }

  /// A condition is a row so heavy that it holds: the line through (3, 2) nearest to other points.
  @Test func aHeavyRowIsACondition() {
    let (x, y) = ([0.0, 1, 2, 4, 5], [1.3, 0.2, 2.9, 1.8, 4.4])
    var line = factor(Matrix(x.map { [1, $0] }), y)
    line.add([1e6, 3e6, 2e6])
    let coefficients = line.solution(first: 2)
    // y − 2 = b (x − 3): b = Σ(x − 3)(y − 2)/Σ(x − 3)².
    let (run, rise) = (x.map { $0 - 3 }, y.map { $0 - 2 })
    let slope = dot(run, rise) / dot(run, run)
    #expect(abs(coefficients[0] + 3 * coefficients[1] - 2) < 1e-9)
    #expect(abs(coefficients[1] - slope) < 1e-9)
  }

  /// Columns of a second's, a minute's and a day's powers.
  @Test(arguments: [1.0, 60, 86_400]) func badlyScaledColumns(scale: Double) throws {
    let x = (0..<30).map { scale * Double($0 + $0 % 4) / 33 }
    let matrix = Matrix(x.map { [1, $0, $0 * $0, $0 * $0 * $0] })
    let truth = [3.1, -2.7 / scale, 0.9 / (scale * scale), 5.3 / (scale * scale * scale)]
    let y = zip(matrix.times(truth), randomNumbers(30, seed: 8)).map { $0 + $1 }
    let factor = factor(matrix, y)
    let expected = try matrix.leastSquaresByQR(y).x
    #expect(digits(factor.solution(first: 4), expected) > 11)
    #expect(digits([factor.sumOfSquares], [cost(matrix, expected, y)]) > 11)
  }

  @Test(
    "Rows taken in one by one give the certified estimates",
    arguments: [
      ("Norris", 12.0, 11.5), ("Pontius", 11, 9), ("NoInt1", 13.5, 12.5), ("NoInt2", 13.5, 13.5),
      ("Longley", 9, 9), ("Wampler3", 8, 9),
    ])
  func certified(name: String, estimates: Double, sumOfSquares: Double) throws {
    let set = try CertifiedLinearSet(name)
    let factor = factor(set.design, set.y)
    #expect(digits(factor.solution(first: set.estimates.count), set.estimates) > estimates)
    #expect(digits([factor.sumOfSquares], [set.sumOfSquares]) > sumOfSquares)
  }

  @Test("A column that the ones before it span takes no part, and takes nothing from the others")
  func dependentColumns() throws {
    let x = (1...8).map(Double.init)
    let y = [3.0, 5, 4, 8, 9, 7, 12, 11]
    let factor = factor(Matrix(x.map { [1, $0, 2 * $0 + 3, $0 * $0] }), y)
    let reduced = Matrix(x.map { [1, $0, $0 * $0] })
    let expected = try reduced.leastSquaresByQR(y).x
    let solution = factor.solution(first: 4)
    #expect(solution[2] == 0)
    #expect(largestDifference([solution[0], solution[1], solution[3]], expected) < 1e-11)
    // The least that four columns leave, had the third been any other.
    #expect(factor.sumOfSquares <= cost(reduced, expected, y) * (1 + 1e-14))
    let absent = self.factor(Matrix(x.map { [0, $0] }), y).solution(first: 2)
    #expect(absent[0] == 0)
    #expect(abs(absent[1] - dot(x, y) / dot(x, x)) < 1e-14)
  }

  @Test("Fewer rows than columns leave nothing over")
  func fewRows() {
    let matrix = Matrix.random(2, 4, seed: 2)
    let factor = factor(matrix, [3, -5])
    #expect(factor.sumOfSquares == 0)
    let solution = factor.solution(first: 4)
    #expect(solution[2] == 0 && solution[3] == 0)
    #expect(largestDifference(matrix.times(solution), [3, -5]) < 1e-13)
    #expect(RowUpdatedQR(columns: 3).solution(first: 3) == [0, 0, 0])
    #expect(RowUpdatedQR(columns: 3).sumOfSquares(first: 0) == 0)
  }

  /// A model's columns die away exponentially; read from its end, the first rows are below any double's square root.
  @Test func columnsBelowTheRootOfTheSmallestNumber() {
    let times = (0..<60).map { 0.5 * Double($0) }
    let y = times.map { 7 + 3 * exp(-20 * $0) }
    var backward = RowUpdatedQR(columns: 2)
    for i in times.indices.reversed() {
      backward.add([1, exp(-20 * times[i]), y[i]])
    }
    #expect(largestDifference(backward.solution(first: 2), [7, 3]) < 1e-12)
    #expect(backward.sumOfSquares < 1e-20)
  }
}

extension RowUpdatedQR {
  /// Takes in columns and y, in this order.
  fileprivate mutating func add(_ numbers: [Double]) { add(Row(first: numbers)) }

  fileprivate func solution(first count: Int) -> [Double] {
    let coefficients = coefficients(first: count)
    return (0..<count).map { coefficients[$0] }
  }
}

extension RowUpdatedQR.Row {
  /// Columns in the first lanes, y in the last.
  fileprivate init(first numbers: [Double]) {
    self.init()
    for (j, number) in numbers.dropLast().enumerated() { self[j] = number }
    self[RowUpdatedQR.last] = numbers.last ?? 0
  }
}
