import LeastSquares

/// The likelihood ratio test of an engine's own constants against the best curve, of which they are a special case or nearly one:
///
/// Σ (rᵢ² − bᵢ²)/σᵢ² against χ² with as many degrees of freedom as the best curve has more free numbers.
///
/// σᵢ, of the grid and of the times that move a fast sample more than a slow one, is that of the best curve's residuals b
/// (``RecordingNoise``).
struct NoiseTest {
  private let best: EngineFit
  private let deviations: [Double]

  /// The probability by which noise alone makes own constants look worse than they are.
  private static let level = 0.01

  /// Returns nil where the best curve leaves no degrees of freedom, and for overscroll, which has no times.
  init?(of best: EngineFit, on phase: IdentifiedPhase) {
    let count = best.residuals.count
    guard count > best.freeCount, phase.kind != .rubberBand else { return nil }
    let slopes = RecordingNoise.slopes(
      residuals: best.residuals, observations: phase.samples.observations, abscissas: phase.samples.abscissas)
    let estimate = try? RecordingNoise.estimate(
      residuals: best.residuals, slopes: slopes, jacobian: [], rows: count, columns: 0,
      resolution: phase.step / 12.0.squareRoot())
    guard let estimate else { return nil }
    self.best = best
    deviations = estimate.standardDeviations
  }

  /// Returns true if the best curve follows the recording no better than it would follow noise.
  func explains(_ own: EngineFit) -> Bool {
    guard best.freeCount > own.freeCount else { return false }
    let count = deviations.count
    let gained = deviations.indices.reduce(0.0) { sum, i in
      let (left, least) = (own.residuals[i], best.residuals[i])
      return sum + (left * left - least * least) / (deviations[i] * deviations[i])
    }
    let share = Double(count - best.freeCount) / Double(count)
    let chiSquared = ChiSquared(degreesOfFreedom: Double(best.freeCount - own.freeCount))
    return gained * share <= chiSquared.quantile(upperTail: Self.level)
  }
}
