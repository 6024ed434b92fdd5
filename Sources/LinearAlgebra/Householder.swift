internal import CKernels

/// Householder QR with column pivoting of a narrow matrix by the loops in C, in the layout of LAPACK's `dgeqp3`: R on and above
/// the diagonal, below it the reflectors v, whose first entries are 1.
///
/// Of a few columns the calls of LAPACK and BLAS cost more than their arithmetic. Columns are to be of like lengths, with
/// entries whose squares neither overflow nor vanish. The digits are the same on every instruction set.
struct Householder {
  /// The widest matrix for which it is the faster one.
  static let widest = 16
  private static var path: scrollfit_path { scrollfit_fastest_path() }

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
    scrollfit_householder(Self.path, a, rows, columns, scales, pivots)
  }

  /// Replaces b by Qᵀ b, or by Q b.
  func apply(
    _ a: UnsafePointer<Double>, scales: UnsafePointer<Double>, transposed: Bool,
    to b: UnsafeMutablePointer<Double>
  ) {
    scrollfit_rotate(Self.path, a, rows, columns, scales, transposed ? 1 : 0, b)
  }
}

/// a·b, in eight sums, which are independent of each other.
@inline(__always)
package func dot(_ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ count: Int) -> Double {
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

/// ‖a‖², in eight sums.
package func squaredLength(_ numbers: [Double]) -> Double {
  numbers.withUnsafeBufferPointer { numbers in
    numbers.baseAddress.map { dot($0, $0, numbers.count) } ?? 0
  }
}

/// Takes a multiple of a off b.
@inline(__always)
package func subtract(
  _ factor: Double, times a: UnsafePointer<Double>, from b: UnsafeMutablePointer<Double>, _ count: Int
) {
  for i in 0..<count { b[i] -= factor * a[i] }
}

/// Adds a multiple of a to b.
@inline(__always)
package func add(
  _ factor: Double, times a: UnsafePointer<Double>, to b: UnsafeMutablePointer<Double>, _ count: Int
) {
  for i in 0..<count { b[i] += factor * a[i] }
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

/// The largest |aᵢ| of finite numbers; 0 for none.
package func largestMagnitude(_ numbers: [Double]) -> Double {
  numbers.withUnsafeBufferPointer { numbers in
    numbers.baseAddress.map { largestMagnitude($0, numbers.count) } ?? 0
  }
}

/// Returns true if no number is infinite or NaN.
package func areFinite(_ numbers: [Double]) -> Bool { numbers.withUnsafeBufferPointer(areFinite) }

/// The same of numbers that are no array.
package func areFinite(_ numbers: UnsafeBufferPointer<Double>) -> Bool {
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
