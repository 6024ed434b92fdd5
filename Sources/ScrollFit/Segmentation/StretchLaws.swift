import LeastSquares
import ScrollModels

/// x = c₀.
struct ConstantOffset: SeparableModel {
  let linear = [Parameter("offset", unit: "pt")]
  let nonlinear: [Parameter] = []

  func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    for i in 0..<x.count { basis[i] = 1 }
  }
}

/// x = c₀ + c₁t + c₂t².
struct Parabola: SeparableModel {
  let linear = [
    Parameter("offset", unit: "pt"), Parameter("velocity", unit: "pt/s"),
    Parameter("halfAcceleration", unit: "pt/s²"),
  ]
  let nonlinear: [Parameter] = []

  func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    for i in 0..<count {
      basis[i] = 1
      basis[count + i] = x[i]
      basis[2 * count + i] = x[i] * x[i]
    }
  }
}

/// x = c₀ + c₁(1 − e^(−kt))/k + c₂t: a deceleration while a drift of −c₂ has not stopped it.
struct DecelerationWithDrift: SeparableModel {
  private let deceleration = DecelerationLaw()
  let linear = [
    Parameter("offset", unit: "pt"), Parameter("velocity", unit: "pt/s"), Parameter("drift", unit: "pt/s"),
  ]
  var nonlinear: [Parameter] { deceleration.nonlinear }

  func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    deceleration.evaluate(alpha, at: x, basis: &basis, derivatives: &derivatives)
    for i in 0..<count {
      basis[2 * count + i] = x[i]
      if !derivatives.isEmpty { derivatives[2 * count + i] = 0 }
    }
  }
}
