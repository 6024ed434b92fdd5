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

/// Φ and ∂Φ/∂α of a model at some abscissas.
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

/// Models at reported parameters that are not 0, 1 or each other.
let samples: [(scrollModel: any ScrollModel, reported: [Double])] = [
  (DecelerationModel(), [113.7, -842.3, 2.37]),
  (DecelerationModel(), [-40.2, 391.0, 17.1]),
  (ReleasedDecelerationModel(releaseTime: -0.17), [113.7, -842.3, 2.37, 0.043]),
  (ReleasedDecelerationModel(), [-40.2, 391.0, -0.71, -0.021]),
  (StoppingDecelerationModel(), [113.7, -842.3, 2.37, 11.9]),
  (StoppingDecelerationModel(), [13.1, 77.3, -1.9, 210.4]),
  (ConstantDecelerationModel(), [113.7, -842.3, 1390]),
  (ConstantDecelerationModel(), [-40.2, 391, -77.3]),
  (DriftingDecelerationModel(), [113.7, -842.3, 3.71, 171.9]),
  (DriftingDecelerationModel(), [-40.2, 391, 0.67, 2310]),
  (PowerDecelerationModel(), [113.7, -842.3, 3.37, 1.14]),
  (PowerDecelerationModel(), [-40.2, 391, 1.63, 3.91]),
  (BounceModel(), [64.3, -12.7, -903.1, 10.9]),
  (BounceModel(settlingDistance: 0.21), [-3.9, 21.4, 33.3, 6.7]),
  (SpringModel(), [64.3, -12.7, -903.1, 10.4, 0.37]),
  (SpringModel(settlingDistance: 0.13), [7.1, 45.2, 61.3, 8.3, 2.9]),
  (RubberBandModel(), [0.553, 811.9]),
  (UncountedRubberBandModel(), [0.553, 811.9, 3.7]),
  (UncountedRubberBandModel(), [0.71, 402.3, -12.1]),
  (ProjectionModel(), [0.4997, 10.65]),
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
