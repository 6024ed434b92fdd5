import Foundation
import LeastSquares
import Testing

struct RobustLossTests {
  /// ρ as tabulated, from its definition.
  private func cost(_ loss: RobustLoss, _ u: Double) -> Double {
    switch loss {
    case .linear: u
    case .softL1: 2 * (sqrt(1 + u) - 1)
    case .huber: u <= 1 ? u : 2 * sqrt(u) - 1
    case .cauchy: log(1 + u)
    case .tukey: u <= 1 ? (1 - pow(1 - u, 3)) / 3 : 1.0 / 3
    }
  }

  @Test(arguments: RobustLoss.allCases)
  func squaresAreTheLossAndSlopesItsDerivative(loss: RobustLoss) {
    let shape = ScaledLoss(loss, threshold: 0.7)
    for r in [-5, -0.9, -0.4, -0.03, 0.1, 0.6, 0.8, 2, 40] {
      let (value, slope) = shape.transformed(r)
      #expect(abs(value * value / (0.49 * cost(loss, r * r / 0.49)) - 1) < 1e-12)
      #expect((value < 0) == (r < 0))
      let step = 1e-6 * abs(r)
      let estimate =
        (shape.transformed(r + step).residual - shape.transformed(r - step).residual) / (2 * step)
      #expect(abs(slope - estimate) < 1e-8)
    }
    #expect(shape.transformed(0) == (0, 1))
    for r in [Double.leastNonzeroMagnitude, 1e-200, 1e-20, 1e-9, 1e9, 1e100, 1e155, 1e300] {
      let (value, slope) = shape.transformed(r)
      #expect(value.isFinite && slope.isFinite && value >= 0 && slope >= 0 && slope <= 1)
      if r < 1e-8 { #expect(value == r && abs(slope - 1) < 1e-15) }
    }
  }

  /// (E ψ′)² / E ψ² of standard normal numbers, by the trapezoidal rule in 20,000 steps.
  @Test(arguments: [RobustLoss.softL1, .huber, .cauchy, .tukey])
  func tuningKeeps95Percent(loss: RobustLoss) {
    let step = 1e-3
    var (slope, square) = (0.0, 0.0)
    for k in -10_000...10_000 {
      let x = Double(k) * step
      let density = exp(-x * x / 2) / sqrt(2 * Double.pi) * step
      let influence = x * loss.weight(x / loss.tuning)
      // E ψ′ = E xψ for normal numbers.
      slope += x * influence * density
      square += influence * influence * density
    }
    #expect(abs(slope * slope / square - 0.95) < 2e-4)
  }
}
