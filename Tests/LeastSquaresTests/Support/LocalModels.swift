import Foundation
import LeastSquares

/// c₁ + c₂ e^(−α₁x) + c₃ e^(−α₂x).
struct TwoExponentials: SeparableModel {
  var linear: [Parameter] { ["base", "first", "second"].map { Parameter($0, unit: "pt") } }
  var nonlinear: [Parameter] { ["slow", "fast"].map { Parameter($0, unit: "1/s", domain: 0...50) } }

  func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let m = x.count
    for index in 0..<derivatives.count { derivatives[index] = 0 }
    for i in 0..<m {
      basis[i] = 1
      for k in 0..<2 {
        let value = exp(-alpha[k] * x[i])
        basis[(k + 1) * m + i] = value
        if !derivatives.isEmpty { derivatives[(k * 3 + k + 1) * m + i] = -x[i] * value }
      }
    }
  }
}

/// c₁ (x² + α₁ x)/(x² + α₂ x + α₃) + c₂ x/(1 + α₂ x): every α is felt in some column, α₂ in both.
struct Rational: SeparableModel {
  var linear: [Parameter] { [Parameter("gain", unit: ""), Parameter("slope", unit: "1/s")] }
  var nonlinear: [Parameter] { (1...3).map { Parameter("a\($0)", unit: "") } }

  func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let m = x.count
    for i in 0..<m {
      let over = x[i] * x[i] + alpha[0] * x[i]
      let under = x[i] * x[i] + alpha[1] * x[i] + alpha[2]
      let bend = 1 + alpha[1] * x[i]
      basis[i] = over / under
      basis[m + i] = x[i] / bend
      guard !derivatives.isEmpty else { continue }
      derivatives[i] = x[i] / under
      derivatives[m + i] = 0
      derivatives[2 * m + i] = -over * x[i] / under / under
      derivatives[3 * m + i] = -x[i] * x[i] / bend / bend
      derivatives[4 * m + i] = -over / under / under
      derivatives[5 * m + i] = 0
    }
  }
}

/// A model of a column x^n for every n given, without nonlinear parameters.
struct Powers: SeparableModel {
  let exponents: [Double]
  var linear: [Parameter] { exponents.map { Parameter("x^\($0)", unit: "") } }
  var nonlinear: [Parameter] { [] }

  func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    for j in exponents.indices {
      for i in 0..<x.count { basis[j * x.count + i] = pow(x[i], exponents[j]) }
    }
  }
}

/// 0.3, 0.8 … : abscissas that are neither 0, 1 nor each other's multiples.
let sampleAbscissas = (0..<17).map { 0.3 + 0.47 * Double($0) }

/// Observations off every model here by about a tenth.
let sampleObservations = sampleAbscissas.map { 2.1 - 1.3 * exp(-0.6 * $0) + 0.1 * sin(7 * $0 * $0) }
