/// The range and the size of observations.
package struct ObservationRange: Equatable, Sendable {
  /// ∞ without observations.
  package let minimum: Double
  /// −∞ without observations.
  package let maximum: Double
  /// ε ‖y‖: the size that the rounding of a residual has at most.
  package let rounding: Double

  /// - Parameter observations: finite.
  /// - Complexity: O(n).
  package init(_ observations: [Double]) {
    var (low, high) = (SIMD8<Double>(repeating: .infinity), SIMD8<Double>(repeating: -.infinity))
    observations.withUnsafeBufferPointer { observations in
      let whole = observations.count / 8 * 8
      for first in stride(from: 0, to: whole, by: 8) {
        var eight = SIMD8<Double>()
        for lane in 0..<8 { eight[lane] = observations[first + lane] }
        low.replace(with: eight, where: eight .< low)
        high.replace(with: eight, where: eight .> high)
      }
      for i in whole..<observations.count {
        low[0] = Swift.min(low[0], observations[i])
        high[0] = Swift.max(high[0], observations[i])
      }
    }
    minimum = low.min()
    maximum = high.max()
    rounding = LeastSquares.rounding(of: observations)
  }

  /// The largest size of an observation; 0 without observations.
  package var largest: Double { max(0, maximum, -minimum) }

  /// Maximum less minimum; 0 without observations.
  package var travel: Double { max(0, maximum - minimum) }
}
