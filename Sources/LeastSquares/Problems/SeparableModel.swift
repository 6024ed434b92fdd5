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

  /// Fills Φ(α) alone, for a look at many points: as ``evaluate(_:at:basis:derivatives:)`` does, to rounding.
  func fillBasis(_ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>)
}

extension SeparableModel {
  /// The same on arrays.
  package func fillBasis(_ alpha: [Double], at x: [Double], basis: inout [Double]) {
    var basisSpan = basis.mutableSpan
    fillBasis(alpha.span, at: x.span, basis: &basisSpan)
  }

  package func fillBasis(_ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>) {
    var none: [Double] = []
    var derivatives = none.mutableSpan
    evaluate(alpha, at: x, basis: &basis, derivatives: &derivatives)
  }

  /// The same on arrays; `derivatives` is empty where they are not wanted.
  package func evaluate(
    _ alpha: [Double], at x: [Double], basis: inout [Double], derivatives: inout [Double]
  ) {
    var basisSpan = basis.mutableSpan
    var derivativesSpan = derivatives.mutableSpan
    evaluate(alpha.span, at: x.span, basis: &basisSpan, derivatives: &derivativesSpan)
  }
}

/// A number that an estimator may move: its name, its unit and the values it may take.
package struct Parameter: Equatable, Sendable {
  /// The field's term in camelCase, as it stands in reports: `decayConstant`.
  package let name: String
  /// The unit as printed, for example `1/s`; empty for a pure number.
  package let unit: String
  /// The values for which the model is defined. An estimator never leaves it.
  package let domain: ClosedRange<Double>

  package init(_ name: String, unit: String, domain: ClosedRange<Double> = -Double.infinity...Double.infinity)
  {
    self.name = name
    self.unit = unit
    self.domain = domain
  }
}

/// A map of the numbers an estimator moves to a model's (c, α): the identity, one with some of them fixed, or a smooth
/// change of variables.
package protocol Parametrization: Sendable {
  /// The free variables, with the values allowed.
  var parameters: [Parameter] { get }
  /// c, then α; NaN where `point` has none.
  func modelParameters(_ point: [Double]) -> [Double]
  /// ∂(c, α)/∂point: row i, column j at `[j·rows + i]`, where rows is the count of (c, α).
  func jacobian(_ point: [Double]) -> [Double]
  /// The indices in (c, α) of the variables, where each is one of them and the rest is constant; nil else.
  var selection: [Int]? { get }
}

extension Parametrization {
  package var selection: [Int]? { nil }
}

/// The model's own (c, α), some of them fixed.
package struct DirectParametrization: Parametrization {
  package let parameters: [Parameter]
  /// As long as (c, α); the free entries are not read.
  private let values: [Double]
  /// The indices in (c, α) of the free ones.
  private let free: [Int]

  package var selection: [Int]? { free }

  /// - Parameters:
  ///   - all: the model's parameters, c before α.
  ///   - fixed: index in `all` to value.
  package init(_ all: [Parameter], fixed: [Int: Double] = [:]) {
    free = all.indices.filter { fixed[$0] == nil }
    parameters = free.map { all[$0] }
    values = all.indices.map { fixed[$0] ?? 0 }
  }

  package func modelParameters(_ point: [Double]) -> [Double] {
    var model = values
    for (value, index) in zip(point, free) { model[index] = value }
    return model
  }

  package func jacobian(_ point: [Double]) -> [Double] {
    var jacobian = [Double](repeating: 0, count: values.count * free.count)
    for (j, index) in free.enumerated() { jacobian[j * values.count + index] = 1 }
    return jacobian
  }
}

/// Several recordings of one separable model with one set of nonlinear parameters and linear parameters of their own.
///
/// The abscissas stand one recording after another; Φ is block-diagonal: recording g's coefficients multiply its own
/// rows only. Order of c: recording by recording, each in the model's order. Unlike a model, it allocates a recording's
/// columns at each evaluation: they stand in rows of their own, the joint ones among zeros.
package struct JointModel<Model: SeparableModel>: SeparableModel {
  private let model: Model
  /// The count of samples of each recording.
  private let counts: [Int]

  package init(_ model: Model, counts: [Int]) {
    self.model = model
    self.counts = counts
  }

  package var linear: [Parameter] {
    counts.indices.flatMap { group in
      model.linear.map { Parameter("\($0.name).\(group + 1)", unit: $0.unit, domain: $0.domain) }
    }
  }

  package var nonlinear: [Parameter] { model.nonlinear }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let total = x.count
    let own = model.linear.count
    let all = own * counts.count
    for index in 0..<basis.count { basis[index] = 0 }
    for index in 0..<derivatives.count { derivatives[index] = 0 }
    var first = 0
    for (group, count) in counts.enumerated() {
      var ownBasis = [Double](repeating: 0, count: count * own)
      var ownDerivatives = [Double](
        repeating: 0, count: derivatives.isEmpty ? 0 : ownBasis.count * alpha.count)
      var basisSpan = ownBasis.mutableSpan
      var derivativesSpan = ownDerivatives.mutableSpan
      model.evaluate(
        alpha, at: x.extracting(first..<(first + count)), basis: &basisSpan, derivatives: &derivativesSpan)
      for j in 0..<own {
        for i in 0..<count {
          basis[(group * own + j) * total + first + i] = ownBasis[j * count + i]
          guard !ownDerivatives.isEmpty else { continue }
          for k in 0..<alpha.count {
            derivatives[(k * all + group * own + j) * total + first + i] =
              ownDerivatives[(k * own + j) * count + i]
          }
        }
      }
      first += count
    }
  }
}
