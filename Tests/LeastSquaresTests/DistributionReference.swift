import Foundation

@testable import LeastSquares

/// The values that scripts/reference/distributions.py computed.
struct DistributionReference: Decodable {
  struct Entry: Decodable, CustomStringConvertible {
    let distribution: String
    let degreesOfFreedom: [Double]
    let argument: Double
    let cumulative: Double
    let upperTail: Double
    let density: Double

    var description: String { "\(distribution)\(degreesOfFreedom) at \(argument)" }
  }

  struct Quantile: Decodable {
    let distribution: String
    let degreesOfFreedom: [Double]
    let probability: Double
    let quantile: Double
  }

  let entries: [Entry]
  let quantiles: [Quantile]

  static func read() throws -> DistributionReference {
    try JSONDecoder().decode(Self.self, from: Data(contentsOf: fixture("reference/distributions.json")))
  }

  static func distribution(_ name: String, _ degreesOfFreedom: [Double]) throws -> any Distribution {
    switch name {
    case "normal": Normal()
    case "studentT": StudentT(degreesOfFreedom: degreesOfFreedom[0])
    case "chiSquared": ChiSquared(degreesOfFreedom: degreesOfFreedom[0])
    case "fisherF": FisherF(numerator: degreesOfFreedom[0], denominator: degreesOfFreedom[1])
    default: throw CocoaError(.coderInvalidValue)
    }
  }
}

/// A file of the Fixtures folder beside Tests.
func fixture(_ path: String, from file: String = #filePath) -> URL {
  URL(filePath: file).deletingLastPathComponent().appending(path: "../../Fixtures").appending(path: path)
}

/// |value − expected| / |expected|; 0 where both are the same number.
func relativeError(_ value: Double, _ expected: Double) -> Double {
  value == expected ? 0 : abs(value - expected) / abs(expected)
}
