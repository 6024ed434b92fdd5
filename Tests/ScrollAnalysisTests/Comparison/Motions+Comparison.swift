import LeastSquares
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollAnalysis

/// Sets of motions made by hand, for comparisons whose cause is known.
enum Sets {
  static let names = [
    "deceleration": ["decayConstant"], "bounce": ["damping"], "rubber-band": ["coefficient", "dimension"],
    "spring": ["naturalFrequency", "dampingRatio"], "constant-deceleration": ["deceleration"],
    "deceleration-drift": ["decayConstant", "drift"],
  ]

  static func fit(
    _ model: String, _ values: [Double], errors: [Double], aicc: Double = -100, lackOfFit: Double = 0,
    degreesOfFreedom: Double? = nil, correlations: [Double]? = nil
  ) -> ModelFit {
    ModelFit(
      model: MotionModel(stringLiteral: model), aicc: aicc, lackOfFit: lackOfFit,
      degreesOfFreedom: degreesOfFreedom,
      constants: zip(names[model] ?? [], zip(values, errors)).map {
        .init(name: $0, unit: "", value: $1.0, standardError: $1.1)
      },
      correlations: correlations ?? [Double](repeating: 0, count: values.count * (values.count - 1) / 2))
  }

  static func motion(
    _ phase: PhaseKind, _ models: ModelFit..., groups: [String: String] = [:], speed: Double? = 4000,
    travel: Double? = nil
  ) -> RecordedMotion {
    RecordedMotion(
      phase: phase, source: "made.csv", series: nil, axis: .y, speed: speed, travel: travel, groups: groups,
      models: models)
  }

  static func set(_ name: String, _ motions: [RecordedMotion]) -> MotionSet {
    MotionSet(name: name, unit: "pt", pixels: nil, motions: motions)
  }

  static func set(_ motions: [RecordedMotion]) -> MotionSet { set("A", motions) }

  /// Flings of these decay constants.
  static func flings(_ values: [Double], error: Double = 1e-5, lackOfFit: Double = 0, name: String = "A")
    -> MotionSet
  {
    set(
      name,
      values.map {
        motion(
          .deceleration,
          fit("deceleration", [$0], errors: [error], lackOfFit: lackOfFit, degreesOfFreedom: 100))
      })
  }

  static func bounces(_ values: [Double], name: String = "A") -> MotionSet {
    set(name, values.map { motion(.bounce, fit("bounce", [$0], errors: [1e-3])) })
  }
}
