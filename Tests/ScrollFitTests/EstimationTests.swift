import Foundation
import LeastSquares
import ScrollModels
import Testing

@testable import ScrollFit

let data = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/data")

func bounceSeries(_ n: Int, dt: Double) throws -> Samples {
  let text = try String(contentsOf: data.appending(path: "ios_bounce_levisonnn.csv"), encoding: .utf8)
  var x: [Double] = [], y: [Double] = []
  for line in text.split(separator: "\n").dropFirst() {
    let f = line.split(separator: ",").compactMap { Double($0) }
    if Int(f[0]) == n { x.append(f[1] * dt); y.append(f[3] - f[2]) }
  }
  return Samples(abscissas: x, observations: y)
}

@Test(arguments: [1, 2, 3]) func scratch(series: Int) throws {
  let samples = try bounceSeries(series, dt: 0.0167)
  for estimator in Estimator.allCases where estimator != .linear && estimator != .compassSearchArticles {
    var options = FitOptions()
    options.estimator = estimator
    let e = try Estimation(BounceLaw(), samples: samples, fixed: ["rest": 0], options: options)
    print(
      series, estimator, e.minimum.parameters, e.minimum.sumOfSquares, e.minimum.termination,
      e.minimum.iterations, e.minimum.evaluations)
  }
}
