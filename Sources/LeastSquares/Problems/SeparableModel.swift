/// A model that is linear in some parameters once the others are fixed: f(x) = Σⱼ cⱼ φⱼ(x; α).
///
/// Write φ and ∂φ/∂α once and every estimator works: the full view moves (c, α), the projected view moves α alone
/// (G. Golub and V. Pereyra, *The differentiation of pseudo-inverses and nonlinear least squares problems whose
/// variables separate*, SIAM J. Numer. Anal. 10, 1973).
package protocol SeparableModel: Sendable {
  /// The linear coefficients c, in the column order of the basis.
  var linear: [Parameter] { get }
  /// The nonlinear parameters α, in the order every `alpha` uses.
  var nonlinear: [Parameter] { get }

  /// Fills Φ(α) and, where asked, ∂Φ/∂α, in one pass over `x`, without allocating.
  ///
  /// With m = `x.count`, n = `linear.count`, q = `nonlinear.count`:
  /// - Parameters:
  ///   - alpha: the q nonlinear parameters.
  ///   - x: the m abscissas.
  ///   - basis: m·n numbers, column-major: φⱼ(xᵢ) at `[j·m + i]`.
  ///   - derivatives: empty where they are not wanted; else q blocks, each of the shape of `basis`:
  ///     ∂φⱼ/∂αₖ(xᵢ) at `[(k·n + j)·m + i]`.
  func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>)
}

extension SeparableModel {
  /// The same on arrays; `derivatives` is empty where they are not wanted.
  package func evaluate(
    _ alpha: [Double], at x: [Double], basis: inout [Double], derivatives: inout [Double]
  ) {
    var basisSpan = basis.mutableSpan
    var derivativesSpan = derivatives.mutableSpan
    evaluate(alpha.span, at: x.span, basis: &basisSpan, derivatives: &derivativesSpan)
  }
}
