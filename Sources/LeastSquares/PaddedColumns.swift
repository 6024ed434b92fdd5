internal import CKernels

/// Columns over the samples of a curve as the fused loops in C take them: each filled up with zeros to whole vectors.
enum PaddedColumns {
  /// The instruction set that the loops run with.
  static var path: scrollfit_path { scrollfit_fastest_path() }

  /// The numbers that a column of `rows` samples takes.
  static func stride(of rows: Int) -> Int { (rows + 7) / 8 * 8 }

  /// Columns of `rows` numbers each, filled up.
  static func padded(_ columns: [Double], rows: Int) -> [Double] {
    let stride = stride(of: rows)
    guard stride != rows else { return columns }
    var padded: [Double] = []
    padded.reserveCapacity(columns.count / rows * stride)
    for start in Swift.stride(from: 0, to: columns.count, by: rows) {
      padded.append(contentsOf: columns[start..<start + rows])
      padded.append(contentsOf: repeatElement(0, count: stride - rows))
    }
    return padded
  }
}
