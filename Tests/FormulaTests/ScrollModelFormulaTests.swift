import LeastSquares
import LinearAlgebra
import ScrollModels
import Testing

@testable import Formula

/// The scroll models' hand-written Φ and ∂Φ/∂α against the same models written as one generic function.
struct ScrollModelFormulaTests {
  private let times = [0.0, 0.004, 0.0167, 0.11, 0.31, 0.83, 1.9, 4.2]

  @Test("The deceleration agrees with its formula, to 30 digits", arguments: [2.0, 0.7, 11.3, -0.4])
  func deceleration(_ decay: Double) throws {
    try check(DecelerationModel(), GenericDeceleration(), [12, -850, decay], at: times)
  }

  @Test("The deceleration with a stop agrees with its formula, to 30 digits", arguments: [2.0, 11.3])
  func stoppingDeceleration(_ decay: Double) throws {
    try check(StoppingDecelerationModel(), GenericStop(), [12, -850, decay, 0.5], at: times)
  }

  @Test("The bounce agrees with its formula, to 30 digits", arguments: [10.9, 0.3])
  func bounce(_ damping: Double) throws {
    try check(BounceModel(), GenericBounce(), [3, -90, 800, damping], at: times)
  }

  @Test(
    "The underdamped spring agrees with its formula, to 30 digits",
    arguments: [(9.0, 0.3), (20, 0.9), (5, 0.01)])
  func underdampedSpring(_ frequency: Double, _ ratio: Double) throws {
    try check(SpringModel(), GenericSpring(), [3, -90, 800, frequency, ratio], at: times)
  }

  @Test("The overdamped spring agrees with its formula, to 30 digits", arguments: [(9.0, 1.8), (3, 4)])
  func overdampedSpring(_ frequency: Double, _ ratio: Double) throws {
    try check(SpringModel(), GenericSpring(), [3, -90, 800, frequency, ratio], at: times)
  }

  @Test("The rubber band agrees with its formula, to 30 digits", arguments: [6e-4, 0.02])
  func rubberBand(_ bend: Double) throws {
    try check(RubberBandModel(), GenericRubberBand(), [0.55, bend], at: [-700.3, -2, 0, 3.1, 250, 1400])
  }

  /// Residuals, Jacobian and, to 30 digits, the model itself.
  private func check(
    _ scrollModel: some SeparableModel, _ generic: some GenericModel, _ point: [Double], at x: [Double]
  ) throws {
    let zeros = [Double](repeating: 0, count: x.count)
    let names = scrollModel.linear + scrollModel.nonlinear
    let hand = FullProblem(scrollModel, map: DirectParametrization(names), abscissas: x, observations: zeros)
      .linearized(
        at: point)
    let problem = GenericProblem(generic, abscissas: x, observations: zeros)
    #expect(problem.parameters.map(\.name) == names.map(\.name))
    let own = problem.linearized(at: point)
    for (a, b) in [(own.residuals, hand.residuals), (own.jacobian, hand.jacobian)] {
      try #require(a.count == b.count)
      for start in stride(from: 0, to: a.count, by: x.count) {
        let column = start..<(start + x.count)
        let size = b[column].reduce(0) { max($0, abs($1)) }
        for i in column { #expect(abs(a[i] - b[i]) <= 2e-12 * size, "entry \(i): \(a[i]), by hand \(b[i])") }
      }
    }
    let extended = problem.residuals(at: point.map { DoubleDouble($0) })
    let size = hand.residuals.reduce(0) { max($0, abs($1)) }
    for (a, b) in zip(hand.residuals, extended) { #expect(abs(a - b.value) <= 4e-14 * size) }
  }
}

private struct GenericDeceleration: GenericModel {
  let parameters = DecelerationModel().linear + DecelerationModel().nonlinear

  func value<S: Scalar>(_ p: [S], at t: Double) -> S { p[0] - p[1] / p[2] * S.expm1(-p[2] * t) }
}

private struct GenericStop: GenericModel {
  let parameters = StoppingDecelerationModel().linear + StoppingDecelerationModel().nonlinear

  func value<S: Scalar>(_ p: [S], at t: Double) -> S {
    p[0] - p[1] / p[2] * S.expm1(-p[2] * S.min(S(t), p[3]))
  }
}

private struct GenericBounce: GenericModel {
  let parameters = BounceModel().linear + BounceModel().nonlinear

  func value<S: Scalar>(_ p: [S], at t: Double) -> S {
    p[0] + (p[1] + (p[2] + p[3] * p[1]) * t) * S.exp(-p[3] * t)
  }
}

private struct GenericSpring: GenericModel {
  let parameters = SpringModel().linear + SpringModel().nonlinear

  func value<S: Scalar>(_ p: [S], at t: Double) -> S {
    let damping = p[3] * p[4]
    let push = p[2] + damping * p[1]
    guard p[4].value < 1 else {
      let rate = p[3] * S.sqrt(p[4] * p[4] - 1.0)
      // As two exponentials: e^(−βt) cosh would overflow late.
      let (slow, fast) = (S.exp((rate - damping) * t), S.exp(-(rate + damping) * t))
      return p[0] + p[1] * (slow + fast) / 2.0 + push * (slow - fast) / (2.0 * rate)
    }
    let rate = p[3] * S.sqrt(1.0 - p[4] * p[4])
    return p[0] + S.exp(-damping * t) * (p[1] * S.cos(rate * t) + push / rate * S.sin(rate * t))
  }
}

private struct GenericRubberBand: GenericModel {
  let parameters = RubberBandModel().linear + RubberBandModel().nonlinear

  func value<S: Scalar>(_ p: [S], at x: Double) -> S { p[0] * x / (1.0 + p[1] * x.magnitude) }
}
