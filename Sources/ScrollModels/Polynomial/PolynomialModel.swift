import LeastSquares

/// The model `polynomial:N`: y = c₀ + c₁x + … + c_N x^N, Φ the plain powers, no nonlinear parameter.
///
/// Plain powers are badly conditioned far from 0; where nothing bounds the coefficients, a fit forms them in
/// double-double and scales their columns.
package struct PolynomialModel: ScrollModel {
  /// More is no model; the bound keeps a mistyped number from asking for the memory.
  package static let maximumDegree = 99

  package let degree: Int
  package let linear: [Parameter]
  package let nonlinear: [Parameter] = []
  package let derived: [DerivedQuantity] = []

  /// Nil for a degree that is negative or above ``maximumDegree``.
  ///
  /// - Parameter abscissaUnit: the unit of x, `s` over time, `pt` over finger travel; empty for a pure
  ///   number.
  package init?(degree: Int, abscissaUnit: String = "s") {
    guard (0...Self.maximumDegree).contains(degree) else { return nil }
    self.init(known: degree, over: abscissaUnit)
  }

  /// Over time.
  package static let line = PolynomialModel(known: 1, over: "s")
  package static let quadratic = PolynomialModel(known: 2, over: "s")
  package static let cubic = PolynomialModel(known: 3, over: "s")

  private init(known degree: Int, over abscissaUnit: String) {
    self.degree = degree
    linear = (0...degree).map { power in
      Parameter("c\(power)", unit: Self.unit(over: abscissaUnit, power: power))
    }
  }

  package var model: MotionModel { .polynomial(degree: degree) }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    for i in 0..<count {
      var power = 1.0
      for j in 0...degree {
        basis[j * count + i] = power
        power *= x[i]
      }
    }
  }

  /// pt over the `power`-th power of `unit`: `pt/s²`; over pt one pt is cancelled: `1/pt`.
  private static func unit(over unit: String, power: Int) -> String {
    if power == 0 || unit.isEmpty { return "pt" }
    if unit == "pt" { return power == 1 ? "" : "1/" + raised(unit, to: power - 1) }
    return "pt/" + raised(unit, to: power)
  }

  /// `s²`; `s` for the power 1.
  private static func raised(_ unit: String, to power: Int) -> String {
    guard power > 1 else { return unit }
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    return unit + String(String(power).compactMap { $0.wholeNumberValue.map { digits[$0] } })
  }
}
