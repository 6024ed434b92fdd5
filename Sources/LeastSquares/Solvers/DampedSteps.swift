internal import LinearAlgebra

/// The damped steps from one linearization: QR of J once, then QR of the small [R; √λ D] for each λ.
///
/// With k free parameters of n and m residuals; where m < k, J counts as padded with rows of zeros. The buffers are
/// kept from one linearization to the next.
struct DampedSteps {
  /// The parameters that move, increasing.
  private(set) var free: [Int] = []
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

  mutating func factor(_ linearization: Linearization, free: [Int], norms: [Double]) {
    let m = linearization.residuals.count
    let k = free.count
    let rows = max(m, k)
    if tall.rows != rows || tall.columns != k {
      tall = PivotedQR(rows: rows, columns: k)
      stacked = PivotedQR(rows: 2 * k, columns: k)
      columns = [Double](repeating: 0, count: rows * k)
      upper = [Double](repeating: 0, count: 2 * k * k)
    }
    self.free = free
    scales = free.map { norms[$0] > 0 ? norms[$0] : 1 }
    for (place, j) in free.enumerated() {
      for i in 0..<m { columns[place * rows + i] = linearization.jacobian[j * m + i] }
    }
    tall.factor(columns)
    rotated = linearization.residuals
    for _ in m..<rows { rotated.append(0) }
    tall.applyTransposedQ(to: &rotated)
    transposedQr = (0..<k).map { $0 < tall.rank ? rotated[$0] : 0 }
    for place in 0..<k {
      let column = tall.pivots[place]
      for i in 0..<k {
        upper[column * 2 * k + i] = i <= place ? tall.upper(i, place) * tall.scale(column) : 0
      }
    }
  }

  /// The s of least ‖J s + r‖² + λ ‖D s‖².
  mutating func step(damping: Double) -> [Double] {
    let k = free.count
    let root = damping.squareRoot()
    for j in 0..<k { upper[j * 2 * k + k + j] = root * scales[j] }
    stacked.factor(upper)
    var right = transposedQr.map { -$0 } + [Double](repeating: 0, count: k)
    stacked.applyTransposedQ(to: &right)
    return stacked.solution(transposedQb: right)
  }

  /// What the undamped step promises to gain: ‖r‖² − min ‖J s + r‖², the squared length of r's part along J.
  var largestGain: Double { transposedQr.reduce(0) { $0 + $1 * $1 } }

  /// ‖r‖² − ‖J s + r‖², what the linear model says the step s gains.
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
    scales.indices.reduce(0) { $0 + (a[$1] * scales[$1]) * (b[$1] * scales[$1]) }
  }

  /// ‖D v‖ over the free parameters.
  func scaledLength(_ vector: [Double]) -> Double { scaledProduct(vector, vector).squareRoot() }
}
