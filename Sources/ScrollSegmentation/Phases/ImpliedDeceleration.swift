/// A glide that is over before it shows its model: the content is let go a few frames before it meets its edge.
extension PhaseNaming {
  /// Puts a deceleration between a drag inside the edges and a bounce that begins at one: what a finger holds does not bounce, and
  /// beyond the edge the finger would have been held back before.
  ///
  /// Nothing but its end is known of such a glide: it is taken for half as long as one that shows its model, give or take that.
  func glides(_ phases: [SegmentedPhase]) -> [SegmentedPhase] {
    let shown = Regime.momentum.minimumSamples
    var parted: [SegmentedPhase] = []
    for phase in phases {
      if phase.kind == .bounce, let drag = parted.last, drag.kind == .drag, drag.range.count > 1,
        let edge = edgeSample(phase)
      {
        let end = drag.range.upperBound
        let start = max(drag.range.lowerBound + 1, min(end - 1, edge - shown / 2))
        let first = max(drag.range.lowerBound + 1, min(start, edge - shown + 1))
        parted[parted.count - 1].range = drag.range.lowerBound..<start
        parted.append(
          SegmentedPhase(kind: .deceleration, range: start..<end, begins: first...(end - 1), segments: []))
      }
      parted.append(phase)
    }
    return parted
  }

  /// The sample at which a spring passes its rest, where it does so within a frame or two of its beginning, outwards.
  private func edgeSample(_ phase: SegmentedPhase) -> Int? {
    guard let fit = phase.fit, fit.model.isSpring, fit.coefficients[2] != 0 else { return nil }
    let frames = -fit.coefficients[1] / (fit.coefficients[2] * motion.interval)
    guard frames.magnitude <= 2.5 else { return nil }
    return phase.range.lowerBound + max(0, Int(frames.rounded(.up)))
  }
}
