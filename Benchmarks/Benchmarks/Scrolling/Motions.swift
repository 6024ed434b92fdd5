import LeastSquares
import Recordings
import ScrollModels

/// A recorded motion of a law.
struct Motion {
  let law: any Law
  /// The law's nonlinear parameters.
  let alpha: [Double]
  /// Seconds since the release; the finger's travel in pt where the law is of that.
  let abscissas: [Double]
  /// pt
  let observations: [Double]
}

/// Motions that every benchmark fits, the same ones each time.
enum Motions {
  /// Every law that has a name, with the reported parameters of its motion.
  static let parameters: [(law: String, reported: [Double])] = [
    ("deceleration", [120, 2400, 2.002]),
    ("deceleration-stop", [120, 2400, 2.002, 40]),
    ("constant-deceleration", [120, 2400, 1300]),
    ("deceleration-drift", [120, 2400, 2.002, 30]),
    ("power-deceleration", [120, 2400, 2.4, 1.8]),
    ("bounce", [0, 60, 900, 10.9]),
    ("spring", [0, 60, 900, 10.9, 0.8]),
    ("rubber-band", [0.55, 600]),
    ("polynomial:2", [120, 2400, -600]),
  ]

  /// The motions above; a law without one stops the suite.
  static let all: [Motion] = (Laws.names + ["polynomial:2"]).map { name in
    guard let reported = parameters.first(where: { $0.law == name })?.reported else {
      fatalError("the law \(name) has no motion to be measured with")
    }
    return motion(name, reported)
  }

  /// A law's motion on a screen of three pixels a point.
  static func motion(_ name: String, _ reported: [Double], seed: Int = 0) -> Motion {
    guard let law = Laws.named(name) else { fatalError("no law is named \(name)") }
    let abscissas =
      switch name {
      case "bounce", "spring": times(65, seed: seed)
      case "rubber-band": (0..<60).map { 10 * Double($0) }
      default: times(150, seed: seed)
      }
    let model = law.modelParameters(reported)
    let columns = law.linear.count
    let alpha = Array(model[columns...])
    var basis = [Double](repeating: 0, count: abscissas.count * columns)
    var derivatives: [Double] = []
    law.evaluate(alpha, at: abscissas, basis: &basis, derivatives: &derivatives)
    let observations = abscissas.indices.map { row in
      let value = (0..<columns).reduce(0) { $0 + model[$1] * basis[$1 * abscissas.count + row] }
      return (value * 3).rounded() / 3
    }
    return Motion(law: law, alpha: alpha, abscissas: abscissas, observations: observations)
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
    let isTravel = law.name == "rubber-band"
    let times = isTravel ? abscissas.indices.map { Double($0) / 60 } : abscissas
    return try Trace(
      source: law.name, format: "csv", times: times, offsets: [.y: observations],
      fingers: isTravel ? [.y: abscissas] : [:])
  }
}
