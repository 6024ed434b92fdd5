import LinearAlgebra

extension Matrix {
  /// Rows as they are written on paper.
  init(_ rows: [[Double]]) {
    let columns = rows.first?.count ?? 0
    self.init(rows: rows.count, columns: columns, elements: (0..<columns).flatMap { j in rows.map { $0[j] } })
  }

  func column(_ j: Int) -> [Double] { Array(elements[(j * rows)..<((j + 1) * rows)]) }

  func times(_ x: [Double]) -> [Double] {
    (0..<rows).map { i in x.indices.reduce(0) { $0 + self[i, $1] * x[$1] } }
  }

  /// A matrix without structure: a linear congruential generator fills it with numbers of −1 to 1.
  static func random(_ rows: Int, _ columns: Int, seed: UInt64 = 7) -> Matrix {
    Matrix(rows: rows, columns: columns, elements: randomNumbers(rows * columns, seed: seed))
  }
}

func randomNumbers(_ count: Int, seed: UInt64) -> [Double] {
  var state = seed
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 52) - 1
  }
}

func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }

func norm(_ a: [Double]) -> Double { dot(a, a).squareRoot() }

func largestDifference(_ a: [Double], _ b: [Double]) -> Double {
  zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
}
