import Foundation

@testable import LeastSquares

/// The values that scripts/reference/estimation.py computed.
struct EstimationReference: Decodable {
  struct Profile: Decodable {
    let name: String
    let x: [Double]
    let y: [Double]
    let estimates: [Double]
    let sumOfSquares: Double
    /// Lower and upper, of both parameters.
    let limits: [[Double?]]
  }

  struct Band: Decodable {
    let x: Double
    let gradient: [Double]
    let pointwise: Double
    let simultaneous: Double
    let prediction: Double
  }

  struct Accelerated: Decodable {
    let replicates: [Double]
    let estimate: Double
    let values: [Double]
    let acceleration: Double
    let interval: [Double]
  }

  struct Effects: Decodable {
    let name: String
    let values: [Double]
    let standardErrors: [Double]
    let mean: Double
    let standardError: Double
    let spread: Double
    let heterogeneity: Double
    let pValue: Double
    let inconsistency: Double
    let interval: [Double]
  }

  let profiles: [Profile]
  let bands: [Band]
  let accelerated: Accelerated
  let randomEffects: [Effects]

  static func read() throws -> EstimationReference {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Fixtures/reference/estimation.json")
    return try JSONDecoder().decode(Self.self, from: Data(contentsOf: url))
  }

  func profile(_ name: String) -> Profile? { profiles.first { $0.name == name } }
}

extension EstimationReference.Profile {
  /// amplitude · (1 − e^(−rate·x)), or amplitude · x/(half + x).
  var problem: ClosureProblem {
    let (x, y) = (x, y)
    let isHyperbola = name == "hyperbola"
    let domain: ClosedRange<Double> = isHyperbola ? 0 ... .infinity : .everything
    return ClosureProblem(domains: [.everything, domain], residualCount: x.count) { p in
      zip(x, y).map { x, y in
        (isHyperbola ? p[0] * x / (p[1] + x) : p[0] * -expm1(-p[1] * x)) - y
      }
    }
  }

  var rise: Double {
    let degreesOfFreedom = Double(y.count - 2)
    return ProfileInterval.rise(
      variance: sumOfSquares / degreesOfFreedom, degreesOfFreedom: degreesOfFreedom, confidence: 0.95)
  }
}
