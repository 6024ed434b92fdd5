import LinearAlgebra

extension ProjectedProblem {
  /// The buffers of an evaluation.
  package struct Workspace {
    var basis: [Double]
    var derivatives: [Double]
    var none: [Double] = []
    /// All of α at the last point.
    var alpha: [Double]
    /// The best c of the last point that was projected, what its free ones changed by, and what that follows from.
    var best: [Double]
    var change: [Double]
    var leading: [Double]
    /// Φ's free columns.
    var columns: [Double]
    var target: [Double]
    var residual: [Double]
    var moved: [Double]
    var transposed: [Double]
    var qr: PivotedQR
    /// True if `qr` and `target` are those of the last point.
    var isProjected = false
    /// Φ's free columns and y behind them, as ``PaddedColumns`` has them, and R's and Qᵀy's numbers.
    var padded: [Double]
    var triangle: [Double]
  }
}
