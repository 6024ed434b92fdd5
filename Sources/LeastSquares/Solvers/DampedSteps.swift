import LinearAlgebra

/// The damped steps from one linearization: QR of J once, then QR of the small [R; √λ D] for each λ.
///
/// With k free parameters of n and m residuals; where m < k, J counts as padded with rows of zeros. The buffers are
/// kept from one linearization to the next.
struct DampedSteps {
  /// The parameters that move, increasing.
  private(set) var free: [Int] = []
  /// The s of least ‖J s + r‖² + λ ‖D s‖² for the last λ, one entry a free parameter.
  private(set) var step: [Double] = []
  /// The a of least ‖J a + r″‖² + λ ‖D a‖² for the last r″.
  private(set) var acceleration: [Double] = []
  /// The rank of J's free columns.
  var rank: Int { tall.rank }
  /// D, one entry a free parameter.
  private var scales: [Double] = []
  private var tall = PivotedQR(rows: 0, columns: 0)
  private var stacked = PivotedQR(rows: 0, columns: 0)
  private var columns: [Double] = []
  private var rotated: [Double] = []
  /// R in J's own order of columns, 2k × k, column-major; the lower half is √λ D.
  private var upper: [Double] = []
  /// The first k entries of Qᵀr; zero beyond the rank, where Q's columns are arbitrary.
  private var transposedQr: [Double] = []
  /// The right-hand side that belongs to `upper`.
  private var right: [Double] = []

  /// - Parameters:
  ///   - atBound: the parameters that don't move.
  ///   - norms: D, one entry a parameter; 0 counts as 1.
  mutating func factor(_ linearization: Linearization, atBound: [Bool], norms: [Double]) {
    let m = linearization.residuals.count
    free.removeAll(keepingCapacity: true)
    for j in atBound.indices where !atBound[j] { free.append(j) }
    let k = free.count
    let rows = max(m, k)
    if tall.rows != rows || tall.columns != k { allocate(rows: rows, columns: k) }
    for (position, j) in free.enumerated() { scales[position] = norms[j] > 0 ? norms[j] : 1 }
    if k == atBound.count, rows == m {
      tall.factor(linearization.jacobian)
    } else {
      gather(linearization.jacobian, rows: m)
      tall.factor(columns)
    }
    rotate(linearization.residuals)
    for i in 0..<k { transposedQr[i] = i < tall.rank ? rotated[i] : 0 }
    for position in 0..<k {
      let column = tall.pivots[position]
      let scale = tall.scale(column)
      for i in 0..<k {
        upper[column * 2 * k + i] = i <= position ? tall.upper(i, position) * scale : 0
      }
    }
  }

  /// Sets ``step``.
  mutating func solve(damping: Double) {
    let k = free.count
    let root = damping.squareRoot()
    for j in 0..<k { upper[j * 2 * k + k + j] = root * scales[j] }
    stacked.factor(upper)
    for i in 0..<k { right[i] = -transposedQr[i] }
    reduceRight()
    stacked.solve(transposedQb: &right, into: &step)
  }

  /// Sets ``acceleration`` for the residuals' second derivative along ``step``, by the same λ.
  mutating func accelerate(_ second: [Double]) {
    rotate(second)
    for i in 0..<free.count { right[i] = i < tall.rank ? -rotated[i] : 0 }
    reduceRight()
    stacked.solve(transposedQb: &right, into: &acceleration)
  }

  /// The gain that the undamped step promises: ‖r‖² − min ‖J s + r‖², the squared length of r's part along J.
  var largestGain: Double {
    var sum = 0.0
    for entry in transposedQr { sum += entry * entry }
    return sum
  }

  /// ‖r‖² − ‖J s + r‖², the gain of the step s by the linear model.
  func promisedGain(_ step: [Double]) -> Double {
    let k = free.count
    var gain = 0.0
    for i in 0..<k {
      var moved = 0.0
      for j in 0..<k { moved += upper[j * 2 * k + i] * step[j] }
      gain -= moved * (2 * transposedQr[i] + moved)
    }
    return gain
  }

  /// (D a)·(D b) over the free parameters.
  func scaledProduct(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for position in scales.indices {
      sum += (a[position] * scales[position]) * (b[position] * scales[position])
    }
    return sum
  }

  /// ‖D v‖ over the free parameters.
  func scaledLength(_ vector: [Double]) -> Double { scaledProduct(vector, vector).squareRoot() }

  /// ‖D p‖ over the free ones of all parameters p.
  func scaledLength(ofPoint point: [Double]) -> Double {
    var sum = 0.0
    for (position, j) in free.enumerated() {
      sum += (point[j] * scales[position]) * (point[j] * scales[position])
    }
    return sum.squareRoot()
  }

  /// Copies the free columns of J.
  private mutating func gather(_ jacobian: [Double], rows m: Int) {
    let rows = tall.rows
    columns.withUnsafeMutableBufferPointer { columns in
      jacobian.withUnsafeBufferPointer { jacobian in
        for (position, j) in free.enumerated() {
          _ = columns.extracting((position * rows)...)
            .update(fromContentsOf: jacobian.extracting((j * m)..<((j + 1) * m)))
        }
      }
    }
  }

  private mutating func allocate(rows: Int, columns k: Int) {
    tall = PivotedQR(rows: rows, columns: k)
    stacked = PivotedQR(rows: 2 * k, columns: k)
    columns = .zeros(rows * k)
    upper = .zeros(2 * k * k)
    rotated = .zeros(rows)
    right = .zeros(2 * k)
    step = .zeros(k)
    (acceleration, scales, transposedQr) = (step, step, step)
  }

  /// Qᵀ v of m numbers, padded with zeros.
  private mutating func rotate(_ vector: [Double]) {
    rotated.withUnsafeMutableBufferPointer { rotated in
      let end = rotated.update(fromContentsOf: vector)
      rotated.extracting(end...).update(repeating: 0)
    }
    tall.applyTransposedQ(to: &rotated)
  }

  /// Turns the right-hand side by the QR of [R; √λ D], whose lower half stands over zeros.
  private mutating func reduceRight() {
    for i in free.count..<right.count { right[i] = 0 }
    stacked.applyTransposedQ(to: &right)
  }
}
