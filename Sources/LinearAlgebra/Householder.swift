/// Householder QR with column pivoting of a narrow matrix, in the layout of LAPACK's `dgeqp3`: R on and above the
/// diagonal, below it the reflectors v, whose first entries are 1.
///
/// Of a few columns the calls of LAPACK and BLAS cost more than their arithmetic. Columns are to be of like lengths, with
/// entries whose squares neither overflow nor vanish.
struct Householder {
  /// The widest matrix for which it is the faster one.
  static let widest = 16

  let rows: Int
  let columns: Int

  /// Factors in place.
  ///
  /// - Parameters:
  ///   - a: m·n numbers, column-major.
  ///   - scales: τ of the n reflectors 1 − τ v vᵀ.
  ///   - pivots: the column of the matrix that stands at each place.
  func factor(
    _ a: UnsafeMutablePointer<Double>, scales: UnsafeMutablePointer<Double>, pivots: UnsafeMutablePointer<Int>
  ) {
    for j in 0..<columns { pivots[j] = j }
    for k in 0..<columns {
      let longest = longestColumn(of: a, from: k)
      if longest != k {
        swapElements(a + k * rows, a + longest * rows, rows)
        swap(&pivots[k], &pivots[longest])
      }
      let pivot = a + k * rows + k
      scales[k] = reflect(pivot, rows - k)
      for j in (k + 1)..<max(columns, k + 1) {
        apply(pivot, scale: scales[k], to: a + j * rows + k, rows - k)
      }
    }
  }

  /// Replaces b by Qᵀ b, or by Q b.
  func apply(
    _ a: UnsafePointer<Double>, scales: UnsafePointer<Double>, transposed: Bool,
    to b: UnsafeMutablePointer<Double>
  ) {
    for step in 0..<columns {
      let k = transposed ? step : columns - 1 - step
      apply(a + k * rows + k, scale: scales[k], to: b + k, rows - k)
    }
  }

  /// The first of the columns with the largest norm below row k.
  private func longestColumn(of a: UnsafePointer<Double>, from k: Int) -> Int {
    var (longest, square) = (k, -1.0)
    for j in k..<columns where k + 1 < columns {
      let entries = a + j * rows + k
      let own = dot(entries, entries, rows - k)
      // What differs by rounding is alike.
      if own > square * (1 + 1e-14) { (longest, square) = (j, own) }
    }
    return longest
  }

  /// Turns a vector into (β, v₂ …) with (1 − τ v vᵀ) x = β e₁.
  ///
  /// - Returns: τ; 0 where x is along e₁.
  private func reflect(_ x: UnsafeMutablePointer<Double>, _ count: Int) -> Double {
    let rest = dot(x + 1, x + 1, count - 1)
    guard rest > 0 else { return 0 }
    let alpha = x[0]
    let length = (alpha * alpha + rest).squareRoot()
    let beta = alpha > 0 ? -length : length
    let factor = 1 / (alpha - beta)
    for i in 1..<count { x[i] *= factor }
    x[0] = beta
    return (beta - alpha) / beta
  }

  /// Takes τ v (vᵀ b) off b.
  private func apply(
    _ v: UnsafePointer<Double>, scale: Double, to b: UnsafeMutablePointer<Double>, _ count: Int
  ) {
    guard scale != 0 else { return }
    let share = scale * (b[0] + dot(v + 1, b + 1, count - 1))
    b[0] -= share
    subtract(share, times: v + 1, from: b + 1, count - 1)
  }

  private func swapElements(
    _ a: UnsafeMutablePointer<Double>, _ b: UnsafeMutablePointer<Double>, _ count: Int
  ) {
    for i in 0..<count { (a[i], b[i]) = (b[i], a[i]) }
  }
}

/// a·b, in eight sums, which are independent of each other.
@inline(__always)
func dot(_ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ count: Int) -> Double {
  var sums = SIMD8<Double>.zero
  var i = 0
  while i + 8 <= count {
    let left = UnsafeRawPointer(a + i).loadUnaligned(as: SIMD8<Double>.self)
    let right = UnsafeRawPointer(b + i).loadUnaligned(as: SIMD8<Double>.self)
    // Not addingProduct: without fused instructions that is a call for every number.
    sums += left * right
    i += 8
  }
  var sum = sums.sum()
  while i < count {
    sum += a[i] * b[i]
    i += 1
  }
  return sum
}

/// Takes a multiple of a off b.
@inline(__always)
package func subtract(
  _ factor: Double, times a: UnsafePointer<Double>, from b: UnsafeMutablePointer<Double>, _ count: Int
) {
  for i in 0..<count { b[i] -= factor * a[i] }
}

/// The largest |aᵢ| of finite numbers, in four maxima, which are independent of each other.
package func largestMagnitude(_ a: UnsafePointer<Double>, _ count: Int) -> Double {
  var (one, two, three, four) = (0.0, 0.0, 0.0, 0.0)
  var i = 0
  while i + 4 <= count {
    one = max(one, a[i].magnitude)
    two = max(two, a[i + 1].magnitude)
    three = max(three, a[i + 2].magnitude)
    four = max(four, a[i + 3].magnitude)
    i += 4
  }
  while i < count {
    one = max(one, a[i].magnitude)
    i += 1
  }
  return max(max(one, two), max(three, four))
}

/// Returns true if no number is infinite or NaN.
package func areFinite(_ numbers: [Double]) -> Bool {
  numbers.withUnsafeBufferPointer { numbers in
    guard let start = numbers.baseAddress else { return true }
    // Zero times a finite number is 0, and NaN for all others.
    var sums = SIMD8<Double>.zero
    var i = 0
    while i + 8 <= numbers.count {
      sums += 0 * UnsafeRawPointer(start + i).loadUnaligned(as: SIMD8<Double>.self)
      i += 8
    }
    return sums == .zero && numbers[i...].allSatisfy(\.isFinite)
  }
}
