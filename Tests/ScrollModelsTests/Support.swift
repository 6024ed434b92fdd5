import Foundation
import LeastSquares

@testable import ScrollModels

/// True if two numbers differ by at most `tolerance` of the larger one.
func agree(_ a: Double, _ b: Double, _ tolerance: Double = 1e-13) -> Bool {
  a == b || abs(a - b) <= tolerance * max(abs(a), abs(b))
}

/// f′(x) by central differences of sixth order with step h.
func slope(of f: (Double) -> Double, at x: Double, step h: Double) -> Double {
  (45 * (f(x + h) - f(x - h)) - 9 * (f(x + 2 * h) - f(x - 2 * h)) + (f(x + 3 * h) - f(x - 3 * h))) / (60 * h)
}

/// Φ and ∂Φ/∂α of a law at some abscissas.
func evaluation(
  _ law: any SeparableModel, _ alpha: [Double], at x: [Double]
) -> (basis: [Double], derivatives: [Double]) {
  var basis = [Double](repeating: .nan, count: x.count * law.linear.count)
  var derivatives = [Double](repeating: .nan, count: basis.count * law.nonlinear.count)
  law.evaluate(alpha, at: x, basis: &basis, derivatives: &derivatives)
  return (basis, derivatives)
}

/// y(x) of a law at the model's (c, α).
func value(_ law: any SeparableModel, _ model: [Double], at x: Double) -> Double {
  let basis = evaluation(law, Array(model.dropFirst(law.linear.count)), at: [x]).basis
  return zip(model, basis).reduce(0) { $0 + $1.0 * $1.1 }
}

/// Laws at reported parameters that are not 0, 1 or each other.
let samples: [(law: any Law, reported: [Double])] = [
  (DecelerationLaw(), [113.7, -842.3, 2.37]),
  (DecelerationLaw(), [-40.2, 391.0, 17.1]),
  (ReleasedDecelerationLaw(releaseTime: -0.17), [113.7, -842.3, 2.37, 0.043]),
  (ReleasedDecelerationLaw(), [-40.2, 391.0, -0.71, -0.021]),
  (StoppingDecelerationLaw(), [113.7, -842.3, 2.37, 11.9]),
  (StoppingDecelerationLaw(), [13.1, 77.3, -1.9, 210.4]),
  (ConstantDecelerationLaw(), [113.7, -842.3, 1390]),
  (ConstantDecelerationLaw(), [-40.2, 391, -77.3]),
  (DriftingDecelerationLaw(), [113.7, -842.3, 3.71, 171.9]),
  (DriftingDecelerationLaw(), [-40.2, 391, 0.67, 2310]),
  (PowerDecelerationLaw(), [113.7, -842.3, 3.37, 1.14]),
  (PowerDecelerationLaw(), [-40.2, 391, 1.63, 3.91]),
  (BounceLaw(), [64.3, -12.7, -903.1, 10.9]),
  (BounceLaw(settlingDistance: 0.21), [-3.9, 21.4, 33.3, 6.7]),
  (SpringLaw(), [64.3, -12.7, -903.1, 10.4, 0.37]),
  (SpringLaw(settlingDistance: 0.13), [7.1, 45.2, 61.3, 8.3, 2.9]),
  (RubberBandLaw(), [0.553, 811.9]),
  (ProjectionLaw(), [0.4997, 10.65]),
]

/// The committed reference values of `scripts/reference/lawvalues.py`.
struct Reference: Decodable {
  struct Case: Decodable {
    let law: String
    let alpha: [Double]
    let x: Double
    let basis: [Double]
    let derivatives: [Double]
    let basisScale: [Double]
    let derivativesScale: [Double]
  }

  struct Settling: Decodable {
    let naturalFrequency: Double
    let dampingRatio: Double
    let displacement: Double
    let initialVelocity: Double
    let distance: Double
    let settlingTime: Double
    let farthest: Double
  }

  let laws: [Case]
  let settling: [Settling]

  static func read() throws -> Reference {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("../../Fixtures/reference/laws.json")
    return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
  }
}
