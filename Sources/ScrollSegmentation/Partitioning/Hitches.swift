/// Motions that late or repeated frames tear apart.
extension Refinement {
  /// The most samples among which late or repeated frames part a motion.
  private static let maximumHitch = 32

  /// Joins two segments of one model that a few samples out of place part: late or repeated frames, no touch.
  ///
  /// Both are fitted as one, without the samples between them; the join stands where that holds, costs less, and leaves no
  /// sample between them further out of place than frames may be.
  func bridge(_ sequence: inout [Segment]) {
    var index = 0
    while index < sequence.count {
      defer { index += 1 }
      let regime = sequence[index].regime
      guard regime == .momentum || regime == .spring,
        let next = sequence.indices.dropFirst(index + 1).prefix(3).first(where: {
          sequence[$0].regime == regime
        })
      else { continue }
      let between = sequence[index].range.upperBound..<sequence[next].range.lowerBound
      guard between.count <= Self.maximumHitch, next > index + 1 || regime == .momentum else { continue }
      let whole = sequence[index].range.lowerBound..<sequence[next].range.upperBound
      let fitter = SegmentFitter(coarse.motion.ignoring(between))
      guard let fit = fitter.fit(regime, whole, from: sequence[index].fit, penalty: penalty),
        fitter.holds(fit, regime), fitter.total(fit, regime, penalty: penalty) < cost(sequence[index...next]),
        between.allSatisfy({ isOnTime($0, fit) })
      else { continue }
      sequence.replaceSubrange(index...next, with: [Segment(regime: regime, range: whole, fit: fit)])
      index -= 1
    }
  }

  /// Returns true if a sample lies where the model is at most six frames earlier or later.
  private func isOnTime(_ sample: Int, _ fit: SegmentFit) -> Bool {
    let motion = coarse.motion
    let start = fit.range.lowerBound
    let time = motion.times[sample] - motion.times[start]
    let offset = motion.offsets[sample] - motion.offsets[start]
    let travel = fit.value(at: time + motion.interval) - fit.value(at: max(0, time - motion.interval))
    return (offset - fit.value(at: time)).magnitude <= 3 * travel.magnitude + motion.resolution
  }

  /// The cost of segments as they are.
  private func cost(_ segments: ArraySlice<Segment>) -> Double {
    segments.reduce(0) { sum, segment in
      sum + (segment.fit.map { coarse.total($0, segment.regime, penalty: penalty) } ?? .infinity)
    }
  }
}
