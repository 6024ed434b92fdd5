/// Residuals as a line of blocks: zero is half way up, the largest size reaches the end.
struct Sparkline: Equatable {
  let blocks: String
  /// The size that the lowest and the highest block stand for.
  let scale: Double

  /// - Parameter width: the most blocks drawn. Of neighbors that share one the largest in size is drawn, so that no
  ///   outlier hides.
  /// - Returns: nil for fewer than two residuals, for one that is not finite, and where all are zero.
  init?(_ residuals: [Double], width: Int = 60) {
    let scale = residuals.lazy.map(abs).max() ?? 0
    guard residuals.count > 1, width > 0, residuals.allSatisfy(\.isFinite), scale > 0 else { return nil }
    let count = min(width, residuals.count)
    let largest = (0..<count).map { index in
      let range = index * residuals.count / count..<(index + 1) * residuals.count / count
      return residuals[range].max { abs($0) < abs($1) } ?? 0
    }
    let steps = Array("▁▂▃▄▅▆▇█")
    blocks = String(largest.map { steps[min(7, Int(4 + $0 / scale * 4))] })
    self.scale = scale
  }
}
