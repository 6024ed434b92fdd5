/// The room that a recording over time takes.
struct PhaseExtent {
  let duration: Double
  /// The mean time between two samples.
  let step: Double
  let travel: Double

  init?(_ phase: PhaseSamples) {
    let times = phase.samples.abscissas
    guard phase.abscissaUnit == "s", let first = times.min(), let last = times.max(), last > first
    else { return nil }
    duration = last - first
    step = duration / Double(max(1, times.count - 1))
    travel = phase.samples.range.travel
  }

  /// Returns true if a value is known at all: its error is below what the recording spans in its unit, or a third of a value that
  /// is not a million times beyond it. So far from the samples errors by the delta method mean nothing.
  ///
  /// - Parameter length: the unit of lengths.
  func determines(_ value: Double, error: Double, unit: String, length: String) -> Bool {
    let span: Double? =
      switch unit {
      case length: travel
      case "\(length)/s": travel / step
      case "s": duration
      case "1/s": 1 / step
      case "1/s²": 1 / (step * step)
      default: nil
      }
    guard let span else { return true }
    return error <= span || 3 * error <= abs(value) && abs(value) <= 1e6 * span
  }
}
