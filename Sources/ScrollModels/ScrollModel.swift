import LeastSquares

/// A law of scrolling: a separable model with the parameters that people report.
///
/// The model's own parameters (c, α) are chosen so that every limit is regular; the reported ones are those of the
/// field. ``reported(_:)`` and ``modelParameters(_:)`` are the transform between them. Order: cⱼ, then αₖ; a
/// reported parameter stands at the index of the one it replaces.
package protocol ScrollModel: SeparableModel {
  /// The model's identity.
  var model: MotionModel { get }
  /// The reported parameters, in the order of reports: `linear.count + nonlinear.count` of them.
  var parameters: [Parameter] { get }
  /// The indices of reported parameters that are not simply the model's parameter at the same index.
  var transformed: [Int] { get }
  /// The reported parameters of the model's (c, α).
  func reported(_ model: [Double]) -> [Double]
  /// The model's (c, α) of reported parameters; NaN where there are none.
  func modelParameters(_ reported: [Double]) -> [Double]
  /// ∂(c, α)/∂reported: row i, column j at `[j·n + i]`, n = `parameters.count`.
  func modelJacobian(_ reported: [Double]) -> [Double]
  /// The quantities derived from the parameters.
  var derived: [DerivedQuantity] { get }
  /// The indices of the parameters in the order of reports.
  var reportOrder: [Int] { get }
  /// The same curves by other nonlinear parameters, for searches; nil where the model's own serve.
  var straightened: (any StraightenedModel)? { get }
  /// The smallest and the largest value of each column of a formula typed by the user, from which its search takes
  /// initial values; nil for the models of scrolling, which have a scan of their own.
  var columnRanges: [ClosedRange<Double>]? { get }
}

extension ScrollModel {
  package var reportOrder: [Int] { Array(parameters.indices) }
  /// The model's name on the command line: `bounce`.
  package var name: String { model.id }
  package var straightened: (any StraightenedModel)? { nil }
  package var columnRanges: [ClosedRange<Double>]? { nil }

  /// A parameter of reported ones in the order of ``parameters``; NaN for a name that it has not.
  package func value(of name: ParameterName, in reported: [Double]) -> Double {
    parameters.firstIndex { $0.name == name.id }.map { reported[$0] } ?? .nan
  }
}

/// The transform of a law whose reported parameters are the model's own.
extension ScrollModel {
  package var parameters: [Parameter] { linear + nonlinear }
  package var transformed: [Int] { [] }
  package func reported(_ model: [Double]) -> [Double] { model }
  package func modelParameters(_ reported: [Double]) -> [Double] { reported }
  package func modelJacobian(_ reported: [Double]) -> [Double] {
    let count = reported.count
    var jacobian = [Double](repeating: 0, count: count * count)
    for i in 0..<count { jacobian[i * count + i] = 1 }
    return jacobian
  }
}

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
