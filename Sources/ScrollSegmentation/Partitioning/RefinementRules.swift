/// Constant deceleration that is parted where nothing changes.
extension Refinement {
  /// The penalties up to which one parabola may cost more than its parts: a change between them shows in no sample.
  private static let invisibleChange = 4.0

  /// The most segments that one parabola is parted into.
  private static let maximumEvenParts = 4

  /// Joins a finger's segments, and a finger and a glide, that are one parabola from a sudden start to a stop: a finger that
  /// stops evenly and constant deceleration are one curve, so that no sample shows a change from one to the other.
  ///
  /// The whole is constant deceleration, whose alternative is the finger, or one segment of a finger where that costs less;
  /// behind a rest, or where the content had not set off yet, the finger keeps the first sample of a glide, for nothing
  /// glides by itself.
  func joinEvenStops(_ sequence: inout [Segment]) {
    var index = 0
    while index + 1 < sequence.count {
      defer { index += 1 }
      guard index == 0 || sequence[index - 1].regime.isStill, let even = evenStop(sequence, index) else {
        continue
      }
      let range = sequence[index].range.lowerBound..<sequence[even.parts.upperBound - 1].range.upperBound
      let isResting = range.upperBound - even.fit.range.upperBound >= Regime.rest.minimumSamples
      let end = isResting ? even.fit.range.upperBound : range.upperBound
      var segments: [Segment] = []
      func append(_ regime: Regime, _ model: SegmentModel, _ samples: Range<Int>) {
        guard !samples.isEmpty else { return }
        segments.append(Segment(regime: regime, range: samples, fit: coarse.fit(model, samples)))
      }
      if even.isFingers {
        append(.finger, .parabola, range.lowerBound..<end)
      } else {
        let start = max(even.fit.range.lowerBound, range.lowerBound + (index > 0 ? 1 : 0))
        append(.finger, .parabola, range.lowerBound..<start)
        append(.momentum, .parabola, start..<end)
      }
      append(.rest, .constant, end..<range.upperBound)
      sequence.replaceSubrange(even.parts, with: segments)
    }
  }

  /// The parabola of neighboring segments, and whether a finger's costs less than a glide's.
  private struct EvenStop {
    let parts: Range<Int>
    let fit: SegmentFit
    let isFingers: Bool
  }

  /// The longest sequence of segments, of fingers and at most one glide, that are one parabola to a stop; nil where there is none.
  private func evenStop(_ sequence: [Segment], _ index: Int) -> EvenStop? {
    let moving = sequence[index...].prefix(Self.maximumEvenParts)
      .prefix { $0.regime == .finger || $0.regime == .momentum }
    for end in stride(from: moving.endIndex, through: index + 2, by: -1) {
      let parts = sequence[index..<end]
      let glides = parts.count { $0.regime == .momentum }
      // Fingers alone are one where nothing goes on after them.
      let isWhole = end == sequence.count || sequence[end].regime.isStill
      guard glides == 1 && parts.count == 2 || glides <= 1 && isWhole, let cost = cost(parts) else {
        continue
      }
      let range = sequence[index].range.lowerBound..<sequence[end - 1].range.upperBound
      // The content may set off between the first two samples.
      for start in [range.lowerBound, range.lowerBound + 1] {
        guard let whole = coarse.glideToStop(start..<range.upperBound), coarse.holds(whole, .momentum) else {
          continue
        }
        let own = coarse.momentumCost(whole, penalty)
        guard own <= cost + Self.invisibleChange * penalty else { continue }
        let isFingers =
          glides == 0 && start == range.lowerBound && coarse.holds(whole, .finger)
          && coarse.total(whole, .finger, penalty: penalty) < own
        return EvenStop(parts: index..<end, fit: whole, isFingers: isFingers)
      }
    }
    return nil
  }

  /// The cost of neighboring segments with what their continuity saves; nil where one has no fit.
  private func cost(_ parts: ArraySlice<Segment>) -> Double? {
    var sum = 0.0
    var last: Segment?
    for part in parts {
      guard let fit = part.fit else { return nil }
      sum += coarse.total(fit, part.regime, penalty: penalty)
      if let last, let before = last.fit {
        sum += coarse.continuityCost(before, fit, from: last.regime, to: part.regime, penalty: penalty)
      }
      last = part
    }
    return sum
  }
}

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
      let fitter = SegmentFitter(coarse.motion.part(whole, ignoring: between))
      guard let part = fitter.fit(regime, 0..<whole.count, from: sequence[index].fit, penalty: penalty),
        fitter.holds(part, regime),
        fitter.total(part, regime, penalty: penalty) < cost(sequence[index...next])
      else { continue }
      let fit = part.over(whole)
      guard between.allSatisfy({ isOnTime($0, fit) }) else { continue }
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
