import Elementary

/// The distance of two curves, and the constant that makes it least.
package enum CurveDistance {
  /// Motions that take longer, s, are not stepped through.
  package static let longestStepped = 600.0

  /// The largest |a − b| at 0, step, 2 step … up to `end`.
  package static func largestDifference(
    _ a: (Double) -> Double, _ b: (Double) -> Double, until end: Double, step: Double? = nil
  ) -> Double {
    let step = step ?? end / 4000
    return (0...Int((end / step).rounded(.up))).reduce(0) { largest, index in
      let time = Double(index) * step
      return max(largest, (a(time) - b(time)).magnitude)
    }
  }

  /// The place of the least value of a function that falls, then rises, on low…high: the golden section, on the
  /// logarithms of the places, to ten digits.
  package static func least(in range: ClosedRange<Double>, _ f: (Double) -> Double) -> Double {
    // 1/φ; each round keeps this share of the ratio high/low.
    let share = (5.0.squareRoot() - 1) / 2
    var low = logarithm(range.lowerBound)
    var high = logarithm(range.upperBound)
    var left = high - share * (high - low)
    var right = low + share * (high - low)
    var atLeft = f(exponential(left))
    var atRight = f(exponential(right))
    while high - low > 1e-10 {
      if atLeft <= atRight {
        (high, right, atRight) = (right, left, atLeft)
        left = high - share * (high - low)
        atLeft = f(exponential(left))
      } else {
        (low, left, atLeft) = (left, right, atRight)
        right = low + share * (high - low)
        atRight = f(exponential(right))
      }
    }
    return exponential((low + high) / 2)
  }
}
