import LeastSquares

/// A model's curves by other nonlinear parameters, in which the local minima of the cost are straight where the model's own bend:
/// a search comes down them in a few steps.
package protocol StraightenedModel: SeparableModel {
  /// The law's nonlinear parameters as this model's.
  func straightened(_ alpha: [Double]) -> [Double]
  /// This model's nonlinear parameters as the law's.
  func alpha(_ straightened: [Double]) -> [Double]
  /// The values of this model's parameters that hold all that the law's may have.
  func domains(_ alpha: [ClosedRange<Double>]) -> [ClosedRange<Double>]
}

/// A spring by the coefficients of its equation x″ + p x′ + q x = 0, p = 2ζω₀ and q = ω₀².
///
/// The samples of an overdamped spring determine the slow one of its two rates r and hardly the other. r² − p r + q = 0 is a
/// straight line in (p, q), and a bent one in (ω₀, ζ): there Levenberg–Marquardt takes hundreds of steps, here twenty.
struct SpringByCoefficients: StraightenedModel {
  private let spring = SpringModel()
  var linear: [Parameter] { spring.linear }
  let nonlinear = [
    Parameter("dampingCoefficient", unit: "1/s", domain: 0...Double.infinity),
    Parameter("stiffness", unit: "1/s²", domain: Double.leastNormalMagnitude...Double.infinity),
  ]

  func straightened(_ alpha: [Double]) -> [Double] { [2 * alpha[1] * alpha[0], alpha[0] * alpha[0]] }

  func alpha(_ straightened: [Double]) -> [Double] {
    let frequency = straightened[1].squareRoot()
    return [frequency, straightened[0] / (2 * frequency)]
  }

  func domains(_ alpha: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    let (low, high) = (alpha[0].lowerBound, alpha[0].upperBound)
    // Without damping p is 0 at any frequency.
    func coefficient(_ frequency: Double, _ ratio: Double) -> Double {
      ratio == 0 ? 0 : 2 * frequency * ratio
    }
    return [
      coefficient(low, alpha[1].lowerBound)...coefficient(high, alpha[1].upperBound),
      // The square of a frequency far below 1/s underflows.
      max(Double.leastNormalMagnitude, low * low)...max(Double.leastNormalMagnitude, high * high),
    ]
  }

  func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let frequency = alpha[1].squareRoot()
    let ratio = alpha[0] / (2 * frequency)
    let own = [frequency, ratio]
    spring.evaluate(own.span, at: x, basis: &basis, derivatives: &derivatives)
    guard !derivatives.isEmpty else { return }
    // ∂ζ/∂p = ∂ω₀/∂q = 1/(2ω₀), ∂ζ/∂q = −ζ/(2q).
    let (change, turn) = (1 / (2 * frequency), -ratio / (2 * alpha[1]))
    let block = basis.count
    for i in 0..<block {
      let (byFrequency, byRatio) = (derivatives[i], derivatives[block + i])
      derivatives[i] = change * byRatio
      derivatives[block + i] = change * byFrequency + turn * byRatio
    }
  }
}
