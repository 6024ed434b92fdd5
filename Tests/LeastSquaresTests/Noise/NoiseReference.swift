import Foundation

/// The values that scripts/reference/noise.py computed.
struct NoiseReference: Decodable {
  struct Bounce: Decodable {
    let unweighted: [Double]
    let parameters: [Double]
    let errors: [Double]
    let scale: Double
    let timing: Double
    let minusTwoLogLikelihood: Double
  }
  struct FixedScale: Decodable {
    let threshold: Double
    let parameters: [Double]
    let cost: Double
  }
  struct EstimatedScale: Decodable {
    let parameters: [Double]
    let scale: Double
    let errors: [Double]
    let weights: [Double]
  }
  struct Robust: Decodable {
    let lineX: [Double]
    let line: [Double]
    let exponentialX: [Double]
    let exponential: [Double]
    let fixedScale: [String: FixedScale]
    let estimatedScale: [String: EstimatedScale]
  }
  struct Rounded: Decodable {
    struct Fixed: Decodable {
      let deviation: Double
      let parameters: [Double]
      let loss: Double
    }
    let x: [Double]
    let y: [Double]
    let resolution: Double
    let parameters: [Double]
    let loss: Double
    let errors: [Double]
    let fixedDeviation: Fixed
  }

  let interval: Double
  let bounce: [String: [String: Bounce]]
  let bounceByDifferences: Bounce
  let robust: Robust
  let rounded: Rounded
  /// Rows of half a cell, residual, −2 ln (P/P(0)), (φ₋ − φ₊)/P, (φ₋ + φ₊)/P.
  let intervalTerms: [[Double]]

  init() throws {
    let url = Self.fixtures.appending(path: "reference/noise.json")
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: url))
  }

  static let fixtures = URL(fileURLWithPath: #filePath).appending(path: "../../../../Fixtures")
    .standardized

  /// Frames and displacements of a recorded bounce.
  static func bounce(_ series: String) throws -> (frames: [Double], displacements: [Double]) {
    let text = try String(
      contentsOf: fixtures.appending(path: "data/ios_bounce_levisonnn.csv"), encoding: .utf8)
    let rows = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }
      .filter { $0.first == series[...] }.map { $0.compactMap { Double($0) } }
    return (rows.map { $0[1] }, rows.map { $0[3] - $0[2] })
  }
}
