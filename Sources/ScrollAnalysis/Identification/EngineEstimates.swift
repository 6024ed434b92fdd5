import LeastSquares
import ScrollFitting
import ScrollModels

extension EngineFit {
  /// The confidence level of the intervals.
  static let confidence = 0.95

  /// All numbers of the model, those that were searched with their errors by the noise of the recording: its rounding, errors of its times,
  /// and structure that the model leaves (``CorrelatedErrors``).
  func estimates(in phase: IdentifiedPhase) -> [Estimate] {
    let names = problem.model.parameters + [problem.start]
    let errors = standardErrors(phase)
    let degreesOfFreedom = Double(residuals.count - freeCount)
    let quantile = StudentT(degreesOfFreedom: degreesOfFreedom).criticalValue(confidence: Self.confidence)
    return names.indices.compactMap { position in
      let unit = names[position].unit
      let spelled = phase.unit == "pt" ? unit : unit.replacing("pt", with: phase.unit)
      guard let j = problem.free.firstIndex(of: position) else {
        return position == names.count - 1
          ? nil
          : Estimate(
            name: names[position].name, unit: spelled, value: problem.numbers[position], standardError: nil,
            interval: nil, fixed: true)
      }
      let error = errors[j]
      return Estimate(
        name: names[position].name, unit: spelled, value: point[j], standardError: error,
        interval: error.map { (point[j] - quantile * $0)...(point[j] + quantile * $0) })
    }
  }

  /// The model's constants.
  func constants(in phase: IdentifiedPhase) -> [Estimate] {
    estimates(in: phase).filter { estimate in model.constants.contains { $0.name == estimate.name } }
  }

  /// The model's constants as an engine's own code has them: a decay constant as the rate per millisecond.
  func reportedConstants(in phase: IdentifiedPhase) -> [Estimate] {
    constants(in: phase).map { estimate in
      guard estimate.name == "decayConstant" else { return estimate }
      let rate = DecelerationRate.rate(decayConstant: estimate.value)
      return Estimate(
        name: "decelerationRate", unit: "", value: rate,
        standardError: estimate.standardError.map { $0 * rate / 1000 }, interval: nil)
    }
  }

  /// The standard errors of the free numbers; nil where the samples do not determine one.
  private func standardErrors(_ phase: IdentifiedPhase) -> [Double?] {
    let unknown = [Double?](repeating: nil, count: freeCount)
    guard freeCount > 0, residuals.count > freeCount else { return unknown }
    let jacobian = problem.slopes(at: point)
    guard let noise = noise(in: phase, jacobian: jacobian),
      let errors = CorrelatedErrors(
        residuals: residuals, deviations: noise.deviations, jacobian: jacobian, columns: freeCount)
    else { return unknown }
    return point.indices.map { j in
      errors.standardError(point.indices.map { $0 == j ? 1 : 0 }, shared: noise.rateEffect)
    }
  }

  /// The noise of the recording by the residuals; nil where there are no more of them than free numbers.
  ///
  /// - Parameter jacobian: of the free numbers at the fit (``EngineProblem/slopes(at:)``).
  func noise(in phase: IdentifiedPhase, jacobian: [Double]) -> EngineNoise? {
    let samples = problem.samples
    let velocities =
      phase.kind == .rubberBand
      ? [Double](repeating: 0, count: residuals.count)
      : RecordingNoise.slopes(
        residuals: residuals, observations: samples.observations, abscissas: samples.abscissas)
    let noise = try? RecordingNoise.estimate(
      residuals: residuals, slopes: velocities, jacobian: jacobian, rows: residuals.count,
      columns: freeCount, resolution: phase.step / 12.0.squareRoot())
    return noise.map { noise in
      EngineNoise(
        deviations: noise.standardDeviations,
        rateEffect: zip(velocities, samples.abscissas).map { phase.rateError * $0 * $1 })
    }
  }
}

/// The errors of the samples of an engine's curve.
struct EngineNoise {
  /// The standard deviation of each sample.
  let deviations: [Double]
  /// The movement of each sample at one standard error of the rate of the times.
  let rateEffect: [Double]
}
