import LeastSquares

/// ∂f/∂p by central differences of a vector function, column-major.
func differences(
  at point: [Double], of function: (_ point: [Double]) -> [Double]
) -> [Double] {
  point.indices.flatMap { j in
    let step = 6e-6 * max(abs(point[j]), 0.1)
    var (ahead, behind) = (point, point)
    ahead[j] += step
    behind[j] -= step
    return zip(function(ahead), function(behind)).map { ($0 - $1) / (ahead[j] - behind[j]) }
  }
}

/// The largest difference, relative to the largest number expected.
func largestError(_ values: [Double], _ expected: [Double]) -> Double {
  let size = expected.reduce(0) { max($0, abs($1)) }
  return zip(values, expected).reduce(0) { max($0, abs($1.0 - $1.1)) } / max(size, 1e-300)
}

/// Aᵀ B of matrices of m rows, column-major.
func products(_ a: [Double], _ b: [Double], rows m: Int) -> [Double] {
  (0..<(b.count / m)).flatMap { j in
    (0..<(a.count / m)).map { k in (0..<m).reduce(0) { $0 + a[k * m + $1] * b[j * m + $1] } }
  }
}

func squares(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }
