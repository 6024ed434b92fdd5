import LeastSquares
import Recordings
import ScrollModels
import TestSupport

@testable import ScrollFitting

/// Fits of every model, at numbers that are not 0, 1 or each other.
enum ExportSamples {
  /// - Parameter names: of the derived quantities that durations are read from.
  static func fit(
    _ model: MotionModel, _ values: [(String, Double)], unit: String = "s", offsetUnit: String = "pt",
    duration: (String, Double)? = nil,
    source: String = "fling.csv", axis: Axis? = .y, abscissas: [Double] = [0, 0.5, 2.3],
    fitted: [Double] = [0, 1, 2]
  ) -> Fit {
    let sample = Samples.fit()
    return Fit(
      part: .init(
        source: source, series: nil, axis: axis, phase: "whole", from: 0.25, to: 2.55, samples: 49,
        unit: offsetUnit),
      model: model, assumptions: sample.assumptions,
      quantities: .init(
        parameters: values.map { estimate($0, unit: $0.0 == "c1" ? "pt/\(unit)" : "") },
        derived: duration.map { [estimate($0, unit: "s")] } ?? [], correlations: [], against: []),
      quality: sample.quality, search: Samples.search(), notices: [],
      curve: .init(abscissas: abscissas, observed: fitted, fitted: fitted))
  }

  private static func estimate(_ named: (String, Double), unit: String) -> Estimate {
    Estimate(name: named.0, unit: unit, value: named.1, standardError: nil, interval: nil)
  }

  static func spring(_ frequency: Double, _ ratio: Double) -> Fit {
    fit(
      "spring",
      [
        ("rest", 64.3), ("displacement", -12.7), ("initialVelocity", -903.1), ("naturalFrequency", frequency),
        ("dampingRatio", ratio),
      ], duration: ("settlingTime", 1.7))
  }

  static let deceleration = fit(
    "deceleration", [("initialOffset", 113.7), ("initialVelocity", -842.3), ("decayConstant", 2.37)],
    duration: ("duration", 2.8))

  static func stop(_ decayConstant: Double, _ stopVelocity: Double) -> Fit {
    fit(
      "deceleration-stop",
      [
        ("initialOffset", 113.7), ("initialVelocity", -842.3), ("decayConstant", decayConstant),
        ("stopVelocity", stopVelocity),
      ], duration: ("duration", 1.79))
  }

  static func drift(_ decayConstant: Double, _ drift: Double) -> Fit {
    fit(
      "deceleration-drift",
      [
        ("initialOffset", 13.7), ("initialVelocity", -842.3), ("decayConstant", decayConstant),
        ("drift", drift),
      ],
      duration: ("duration", 0.48))
  }

  /// - Parameter exponent: of the remaining time.
  static func power(_ exponent: Double, velocity: Double = -842.3) -> Fit {
    fit(
      "power-deceleration",
      [("initialOffset", 113.7), ("initialVelocity", velocity), ("exponent", exponent), ("stopTime", 1.31)])
  }

  static func polynomial(_ degree: Int, unit: String = "s") -> Fit {
    let coefficients = (0...degree).map { power in
      let size = 31.7 / Double(power * power + 1)
      return ("c\(power)", power.isMultiple(of: 2) ? size : -size)
    }
    return fit(.polynomial(degree: degree), coefficients, unit: unit)
  }

  static let rubberBand = fit(
    "rubber-band", [("coefficient", 0.553), ("dimension", 811.9)], abscissas: [-120, 0, 700],
    fitted: [1, 2, 3])

  static let all: [Fit] = [
    deceleration,
    fit("deceleration", [("initialOffset", 5.3), ("initialVelocity", 391), ("decayConstant", 0)]),
    fit("deceleration", [("initialOffset", 5.3), ("initialVelocity", 391), ("decayConstant", -0.7)]),
    // At release, 0.043 s before the first sample by the curve's own numbers.
    fit(
      "deceleration",
      [("initialOffset", 100), ("initialVelocity", 500), ("decayConstant", 2), ("clockOffset", 0.01)],
      duration: ("duration", 3), abscissas: [0, 1], fitted: [120, 300]),
    stop(2.37, 11.9), stop(-1.9, 1900), stop(2.37, 0), stop(2.37, 5000),
    fit(
      "constant-deceleration",
      [("initialOffset", 113.7), ("initialVelocity", -842.3), ("deceleration", 1390)],
      duration: ("duration", 0.606)),
    fit(
      "constant-deceleration", [("initialOffset", -4.2), ("initialVelocity", 391), ("deceleration", -77.3)]),
    power(2.358), power(1.0625), power(3e7), power(4, velocity: 0),
    drift(3.71, 171.9), drift(0.067, 23100), drift(2.2, 0),
    fit(
      "bounce", [("rest", 64.3), ("displacement", 12.7), ("initialVelocity", -903.1), ("damping", 10.9)],
      duration: ("settlingTime", 0.83)),
    spring(10.4, 0.37), spring(8.3, 2.9), spring(9.7, 1), spring(9.7, 1 - 1e-9), spring(9.7, 1 + 1e-9),
    spring(6.1, 0),
    rubberBand,
    fit(
      "rubber-band", [("coefficient", 0.553), ("dimension", .infinity)], axis: .x, abscissas: [0, 90],
      fitted: [1, 2]),
    polynomial(0), polynomial(1), polynomial(7), polynomial(23), polynomial(3, unit: "pt"),
  ]

  static let analysis = Analysis(recordings: [Samples.recording()], fits: all)
}
