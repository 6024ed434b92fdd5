extension [Double] {
  /// Fills `products` with the scalar products of this vector and some columns of a matrix.
  ///
  /// Each is summed in order, four of them side by side: a sum by itself waits for its last addition.
  ///
  /// - Parameters:
  ///   - matrix: columns of as many numbers as this vector, one after another from `start` on.
  ///   - columns: the indices of the columns.
  func multiply(_ matrix: [Double], columns: [Int], from start: Int, into products: inout [Double]) {
    let rows = count
    withUnsafeBufferPointer { vector in
      matrix.withUnsafeBufferPointer { matrix in
        for first in Swift.stride(from: 0, to: columns.count, by: 4) {
          func position(_ place: Int) -> Int {
            start + columns[Swift.min(first + place, columns.count - 1)] * rows
          }
          let (a, b, c, d) = (position(0), position(1), position(2), position(3))
          var sums = SIMD4<Double>.zero
          for i in 0..<rows {
            sums += vector[i] * SIMD4(matrix[a + i], matrix[b + i], matrix[c + i], matrix[d + i])
          }
          for place in first..<Swift.min(first + 4, columns.count) { products[place] = sums[place - first] }
        }
      }
    }
  }

  /// Fills as many numbers with the negatives of this vector's.
  func copyNegated(to negatives: inout [Double]) {
    withUnsafeBufferPointer { numbers in
      negatives.withUnsafeMutableBufferPointer { negatives in
        for i in numbers.indices { negatives[i] = -numbers[i] }
      }
    }
  }
}
