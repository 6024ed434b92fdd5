import LeastSquares
import Recordings
import ScrollModels

/// A recorded motion of a model.
struct Motion {
  let scrollModel: any ScrollModel
  /// The model's nonlinear parameters.
  let alpha: [Double]
  /// Seconds since the release; the finger's travel in pt where the model is of that.
  let abscissas: [Double]
  /// pt
  let observations: [Double]
}

/// Motions that every benchmark fits, the same ones each time.
enum Motions {
  /// The reported parameters of a model's motion.
  private static func parameters(of model: MotionModel) -> [Double] {
    switch model {
    case .deceleration: [120, 2400, 2.002]
    case .decelerationStop: [120, 2400, 2.002, 40]
    case .constantDeceleration: [120, 2400, 1300]
    case .decelerationDrift: [120, 2400, 2.002, 30]
    case .powerDeceleration: [120, 2400, 2.4, 1.8]
    case .bounce: [0, 60, 900, 10.9]
    case .spring: [0, 60, 900, 10.9, 0.8]
    case .rubberBand: [0.55, 600]
    case .polynomial(let degree): (0...degree).map { [120, 2400, -600, 10][$0 % 4] }
    case .projection: [0.5, 10]
    case .formula: []
    }
  }

  /// A motion of every model that phases are fitted with.
  static let all: [Motion] = (MotionModel.all + [.polynomial(degree: 2)]).map { motion($0, parameters(of: $0)) }

  /// A model's motion on a screen of three pixels a point.
  static func motion(_ model: MotionModel, _ reported: [Double], seed: Int = 0) -> Motion {
    guard let scrollModel = model.scrollModel() else { fatalError("\(model) has no motion to be measured with") }
    let abscissas =
      switch model.entry.kind {
      case .springReturn: times(65, seed: seed)
      case .overscroll: (0..<60).map { 10 * Double($0) }
      case .fling, .other: times(150, seed: seed)
      }
    let own = scrollModel.modelParameters(reported)
    let columns = scrollModel.linear.count
    let alpha = Array(own[columns...])
    var basis = [Double](repeating: 0, count: abscissas.count * columns)
    var derivatives: [Double] = []
    scrollModel.evaluate(alpha, at: abscissas, basis: &basis, derivatives: &derivatives)
    let observations = abscissas.indices.map { row in
      let value = (0..<columns).reduce(0) { $0 + own[$1] * basis[$1 * abscissas.count + row] }
      return (value * 3).rounded() / 3
    }
    return Motion(scrollModel: scrollModel, alpha: alpha, abscissas: abscissas, observations: observations)
  }

  /// Seconds since the release, 60 a second with the jitter of a recorder.
  static func times(_ count: Int, seed: Int) -> [Double] {
    var random = SplitMix64(seed: 1, stream: seed)
    return (0..<count).map { (Double($0) + ($0 == 0 ? 0 : 0.05 * random.signedUniform())) / 60 }
  }
}

extension Motion {
  /// The motion as a recording: over time, or over the finger's travel.
  func trace() throws -> Trace {
    let isTravel = scrollModel.model.entry.abscissa == .fingerTravel
    let times = isTravel ? abscissas.indices.map { Double($0) / 60 } : abscissas
    return try Trace(
      source: scrollModel.name, format: "csv", times: times, offsets: [.y: observations],
      fingers: isTravel ? [.y: abscissas] : [:])
  }
}
