import Testing

@testable import LinearAlgebra

struct LinearLeastSquaresTests {
  typealias Solver = @Sendable (Matrix, [Double]) throws -> LinearSolution
  static let solvers: [Solver] = [
    { try $0.leastSquaresByQR($1) }, { try $0.leastSquaresBySVD($1) },
  ]

  /// The quadratic that habr.com's article on UIScrollView draws through its four points. The points lie on it, and
  /// the columns 1, x and x² differ in size by six orders of magnitude.
  @Test(arguments: 0..<2) func quadraticThroughFourPoints(solver: Int) throws {
    let x = [0.0, 500, 1000, 1500]
    let matrix = Matrix(x.map { [1, $0, $0 * $0] })
    let solution = try Self.solvers[solver](matrix, [0, 205, 328, 409])
    #expect(digits(solution.x, [2, 0.456, -0.000124]) > 12)
    #expect(solution.rank == 3)
  }

  /// Units that differ by 600 orders of magnitude round nothing: scaling by powers of two only moves the answer's
  /// exponent.
  @Test(arguments: 0..<2) func scalesOfColumnsDoNotMatter(solver: Int) throws {
    let (matrix, b) = (Matrix.random(10, 3), randomNumbers(10, seed: 5))
    let plain = try Self.solvers[solver](matrix, b).x
    let powers = [0x1p-1000, 1, 0x1p1000]
    var scaled = matrix
    for j in 0..<3 { for i in 0..<10 { scaled[i, j] *= powers[j] } }
    let x = try Self.solvers[solver](scaled, b).x
    #expect(zip(x, powers).map { $0 * $1 } == plain)
  }

  @Test(arguments: 0..<2) func residualIsOrthogonalToTheColumns(solver: Int) throws {
    let (matrix, b) = (Matrix.random(40, 6), randomNumbers(40, seed: 9))
    let x = try Self.solvers[solver](matrix, b).x
    let residual = zip(matrix.times(x), b).map { $0 - $1 }
    for j in 0..<6 { #expect(abs(dot(matrix.column(j), residual)) < 1e-13) }
  }

  @Test(arguments: 0..<2) func dependentColumnsStillFit(solver: Int) throws {
    let matrix = Matrix((1...6).map { [1, Double($0), 2 * Double($0) + 3] })
    let b = [3.0, 5, 4, 8, 9, 7]
    let solution = try Self.solvers[solver](matrix, b)
    #expect(solution.rank == 2)
    let reduced = try Matrix((1...6).map { [1, Double($0)] }).leastSquaresByQR(b)
    let line = Matrix((1...6).map { [1, Double($0)] }).times(reduced.x)
    #expect(largestDifference(matrix.times(solution.x), line) < 1e-13)
  }

  @Test(arguments: 0..<2) func ofDependentSolutionsSVDTakesTheShortest(solver: Int) throws {
    // Two equal columns: QR gives one of them all, SVD halves.
    let x = try Self.solvers[solver](Matrix([[1, 1], [1, 1], [1, 1]]), [4, 5, 6]).x
    #expect(largestDifference(x.sorted(), solver == 0 ? [0, 5] : [2.5, 2.5]) < 1e-14)
  }

  @Test(arguments: 0..<2) func faultsAreNamed(solver: Int) throws {
    let solve = Self.solvers[solver]
    #expect(throws: LinearAlgebraError.underdetermined(rows: 2, columns: 3)) {
      try solve(.random(2, 3), [1, 2])
    }
    var matrix = Matrix.random(5, 3)
    matrix[4, 1] = .nan
    #expect(throws: LinearAlgebraError.notFinite(row: 4, column: 1)) { try solve(matrix, [1, 2, 3, 4, 5]) }
    #expect(throws: LinearAlgebraError.notFinite(row: 2, column: 3)) {
      try solve(.random(5, 3), [1, 2, -.infinity, 4, 5])
    }
    #expect(
      LinearAlgebraError.underdetermined(rows: 2, columns: 3).description
        == "2 rows do not determine 3 columns")
  }

  @Test("Matrices without rows or columns have an empty solution", arguments: 0..<2) func emptyMatrices(
    solver: Int
  ) throws {
    #expect(
      try Self.solvers[solver](Matrix(rows: 3, columns: 0), [1, 2, 3]) == LinearSolution(x: [], rank: 0))
    #expect(try Self.solvers[solver](Matrix(rows: 0, columns: 0), []) == LinearSolution(x: [], rank: 0))
  }
}
