import Testing

@testable import LinearAlgebra

struct SingularVectorTests {
  /// A·diag(scales)⁻¹·vᵢ has the length σᵢ and is orthogonal to the others; V is orthogonal: that is U·diag(σ)·Vᵀ.
  @Test(arguments: [(4, 4), (9, 3), (50, 7), (5, 1)])
  func reconstructTheMatrix(rows: Int, columns: Int) throws {
    var matrix = Matrix.random(rows, columns)
    for i in 0..<rows { matrix[i, columns - 1] *= 1e150 }
    let (values, vectors, scales) = try matrix.scaledSingularVectors()
    var scaled = matrix
    for j in 0..<columns { for i in 0..<rows { scaled[i, j] /= scales[j] } }
    let images = (0..<columns).map { scaled.times(vectors.column($0)) }

    for i in 0..<columns {
      #expect(abs(norm(images[i]) - values[i]) < 1e-14 * values[0])
      #expect(i == 0 || values[i] <= values[i - 1])
      #expect(scales[i].significand == 1)
      for j in 0..<i {
        #expect(abs(dot(vectors.column(i), vectors.column(j))) < 1e-14)
        #expect(abs(dot(images[i], images[j])) < 1e-14 * values[0] * values[0])
      }
    }
  }

  @Test("[[2, 0], [0, 1], [0, 0]] scaled by (2, 1) is the identity's first two columns")
  func knownValues() throws {
    let (values, _, scales) = try Matrix([[2, 0], [0, 1], [0, 0]]).scaledSingularVectors()
    #expect(values == [1, 1])
    #expect(scales == [2, 1])
  }

  @Test func dependentColumnsHaveAZeroSingularValue() throws {
    let (values, vectors, _) = try Matrix([[1, 1], [1, 1], [1, 1]]).scaledSingularVectors()
    #expect(abs(values[0] - 6.0.squareRoot()) < 1e-14)
    #expect(values[1] < 1e-15)
    #expect(abs(vectors[0, 1] + vectors[1, 1]) < 1e-15, "the direction that changes nothing is (1, −1)")
  }

  @Test func faultsAreNamed() throws {
    #expect(throws: LinearAlgebraError.underdetermined(rows: 1, columns: 2)) {
      _ = try Matrix([[1, 2]]).scaledSingularVectors()
    }
    #expect(throws: LinearAlgebraError.notFinite(row: 0, column: 1)) {
      _ = try Matrix([[1, .nan], [2, 3]]).scaledSingularVectors()
    }
    #expect(try Matrix(rows: 3, columns: 0).scaledSingularVectors().values.isEmpty)
  }
}
