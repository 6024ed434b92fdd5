internal import CKernels
import LinearAlgebra

/// A model linearized at some rates over a range that grows by one sample at a time.
///
/// The columns are Φ(α₀) and Σ cⱼ ∂φⱼ/∂α, each divided by σ, so that one triangular factor gives the best coefficients, the
/// Gauss–Newton step of the rates and the χ² that it leads to, after every sample.
struct Linearization {
  /// The number of lanes of coefficients and rates.
  static let maximumColumns = SegmentModel.maximumCoefficients + 2

  let model: SegmentModel
  private var point: (rates: PlainPair, low: PlainPair, high: PlainPair)
  private var hasSlopes: Bool
  /// t = 0 and the offset that is counted from.
  let origin: Int
  /// A lane for each coefficient there may be, then one for each rate.
  var factor = RowUpdatedQR(columns: maximumColumns)
  /// The sums of squares and the coefficients of the factor.
  var least = scrollfit_minimum()

  init(_ model: SegmentModel, rates: SIMD2<Double>, slopes: SIMD4<Double>?, origin: Int) {
    self.model = model
    self.origin = origin
    let known = slopes ?? .zero
    point = (PlainPair(rates), PlainPair(known.lowHalf), PlainPair(known.highHalf))
    hasSlopes = model.rateCount > 0 && slopes != nil
  }

  var rates: SIMD2<Double> {
    get { point.rates.vector }
    set { point.rates = PlainPair(newValue) }
  }

  /// The coefficients at which the derivatives are taken; nil without them.
  var slopes: SIMD4<Double>? {
    get { hasSlopes ? SIMD4(lowHalf: point.low.vector, highHalf: point.high.vector) : nil }
    set {
      hasSlopes = newValue != nil
      guard let newValue else { return }
      (point.low, point.high) = (PlainPair(newValue.lowHalf), PlainPair(newValue.highHalf))
    }
  }

  /// The columns at a time since the origin, and an offset, in the factor's lanes.
  @inline(__always)
  func row(at time: Double, offset: Double = 0) -> RowUpdatedQR.Row {
    row(of: model.columns(at: time, rates), offset: offset)
  }

  /// The columns of the model at a time, and an offset, in the factor's lanes.
  @inline(__always)
  func row(of values: ModelColumns, offset: Double) -> RowUpdatedQR.Row {
    let basis = values.basis
    let slopes = slopes ?? .zero
    let first = (slopes * values.byFirstRate).sum()
    let second = (slopes * values.bySecondRate).sum()
    return SIMD8(basis[0], basis[1], basis[2], first, second, 0, 0, offset)
  }

  /// χ² with the rates as they are.
  var chiSquared: Double { least.squares_of_first }

  /// The best coefficients with the rates as they are.
  var coefficients: SIMD4<Double> {
    let own = least.coefficients_of_first
    return SIMD4(own.0, own.1, own.2, 0)
  }

  /// The point that the derivatives lead to.
  var minimum: Minimum {
    let all = least.coefficients
    return Minimum(
      chiSquaredAtRates: least.squares_of_first, chiSquared: least.squares,
      solution: SIMD8(all.0, all.1, all.2, all.3, all.4, 0, 0, 0))
  }

  /// Finds the sums of squares and the coefficients of a factor that no kernel has changed.
  mutating func findMinimum() {
    let (own, all) = (
      factor.coefficients(first: SegmentModel.maximumCoefficients),
      factor.minimum(andFirst: SegmentModel.maximumCoefficients)
    )
    least.squares_of_first = all.first
    least.squares = all.all
    (least.coefficients_of_first.0, least.coefficients_of_first.1, least.coefficients_of_first.2) = (
      own[0], own[1], own[2]
    )
    let solution = all.coefficients
    least.coefficients = (solution[0], solution[1], solution[2], solution[3], solution[4], 0, 0, 0)
  }

  /// The coefficients and the Gauss–Newton step of the rates.
  struct Minimum {
    /// χ² with the rates as they are, and after the step; one where there are no derivatives.
    let chiSquaredAtRates: Double
    let chiSquared: Double
    /// The best coefficients and the step of the rates, in the factor's lanes.
    let solution: RowUpdatedQR.Row

    /// By how much the step would lower χ².
    var gain: Double { chiSquaredAtRates - chiSquared }
  }
}

extension SIMD8<Double> {
  /// The lanes of a ``Linearization``'s columns that are the rates'.
  var rates: SIMD2<Double> {
    SIMD2(self[SegmentModel.maximumCoefficients], self[SegmentModel.maximumCoefficients + 1])
  }
}
