import Foundation
import LeastSquares
import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting

/// A model with the parameters that a simulated recording has.
struct TrueMotion: Sendable, CustomTestStringConvertible {
  let scrollModel: any ScrollModel
  /// As reported.
  let parameters: [Double]
  /// s.
  let duration: Double
  /// The parameters that are known beforehand.
  let fixed: [String: Double]

  var testDescription: String { scrollModel.name }

  static let all = [
    TrueMotion(
      scrollModel: DecelerationModel(), parameters: [312.4, 2210, 2.002], duration: 1.6, fixed: [:]),
    TrueMotion(
      scrollModel: BounceModel(), parameters: [0, 36.3, 1890, 10.9], duration: 0.6, fixed: ["rest": 0]),
    TrueMotion(
      scrollModel: SpringModel(), parameters: [0, -143.7, 410, 12.6, 0.71], duration: 0.45, fixed: [:]),
    TrueMotion(scrollModel: RubberBandModel(), parameters: [0.55, 812], duration: 1.2, fixed: [:]),
  ]

  var isOverTime: Bool { scrollModel.name != "rubber-band" }

  /// The places of the parameters that are estimated.
  var free: [Int] { scrollModel.parameters.indices.filter { fixed[scrollModel.parameters[$0].name] == nil } }

  /// Another motion of the kind: every free parameter up to a fifth larger or smaller.
  func varied(_ random: inout SplitMix64) -> TrueMotion {
    var varied = parameters
    for index in free { varied[index] *= 1 + 0.2 * random.signedUniform() }
    if scrollModel.parameters[0].name == "rest", fixed.isEmpty { varied[0] = 10 * random.signedUniform() }
    return TrueMotion(scrollModel: scrollModel, parameters: varied, duration: duration, fixed: fixed)
  }

  /// The same motion with its time counted from `start`, s.
  func startedLater(by start: Double) -> TrueMotion {
    let step = 1e-5
    let around = values(at: [start - step, start, start + step])
    var later = parameters
    for (index, parameter) in scrollModel.parameters.enumerated() {
      switch parameter.name {
      case "initialOffset": later[index] = around[1]
      case "displacement": later[index] = around[1] - parameters[0]
      case "initialVelocity": later[index] = (around[2] - around[0]) / (2 * step)
      default: break
      }
    }
    return TrueMotion(scrollModel: scrollModel, parameters: later, duration: duration, fixed: fixed)
  }

  /// The model's value at abscissas; time in s, or finger travel in pt.
  func values(at abscissas: [Double]) -> [Double] {
    problem(abscissas).linearized(at: modelParameters).residuals
  }

  /// ∂value/∂(the free reported parameters), column-major.
  func jacobian(at abscissas: [Double]) -> [Double] {
    let model = problem(abscissas).linearized(at: modelParameters).jacobian
    let outer = scrollModel.modelJacobian(parameters)
    let (m, n) = (abscissas.count, parameters.count)
    return free.flatMap { column in
      (0..<m).map { i in (0..<n).reduce(0) { $0 + model[$1 * m + i] * outer[column * n + $1] } }
    }
  }

  private var modelParameters: [Double] { scrollModel.modelParameters(parameters) }

  private func problem(_ abscissas: [Double]) -> any LeastSquaresProblem {
    func full(_ scrollModel: some ScrollModel) -> any LeastSquaresProblem {
      FullProblem(
        scrollModel, map: DirectParametrization(scrollModel.linear + scrollModel.nonlinear),
        abscissas: abscissas,
        observations: abscissas.map { _ in 0 })
    }
    return full(scrollModel)
  }
}
