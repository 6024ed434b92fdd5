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
}
