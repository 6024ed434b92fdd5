import ScrollModels

/// Where laws that only approach their end are over.
extension PhaseNaming {
  /// A law that only ever approaches its end is over when less than half of what the offsets can show is left.
  func settle(_ phases: inout [NamedPhase]) {
    var index = 0
    while index < phases.count {
      defer { index += 1 }
      let phase = phases[index]
      guard phase.kind == .deceleration || phase.kind == .bounce, let fit = phase.law,
        let end = settlingTime(fit, within: motion.resolution / 2)
      else { continue }
      let next = index + 1 < phases.count ? phases[index + 1] : nil
      let settled = motion.firstSample(after: motion.times[fit.range.lowerBound] + end, in: phase.range)
      let place = max(settled, phase.range.lowerBound + 1)
      guard place < phase.range.upperBound, next == nil || next?.kind == .rest else { continue }
      phases[index].range = phase.range.lowerBound..<place
      if let next {
        phases[index + 1].range = place..<next.range.upperBound
        let begins = next.begins ?? place...place
        phases[index + 1].begins = min(begins.lowerBound, place)...place
      } else {
        phases.append(
          NamedPhase(kind: .rest, range: place..<phase.range.upperBound, begins: place...place, stretches: [])
        )
      }
    }
  }

  /// The time after a law's start from which less than a distance is left, s; nil for a law that stops by itself.
  func settlingTime(_ fit: SpanFit, within distance: Double) -> Double? {
    switch fit.law {
    case is DecelerationLaw:
      return Deceleration(
        initialOffset: 0, initialVelocity: fit.coefficients[1], decayConstant: fit.alpha[0]
      ).duration(toWithin: distance)
    case is BounceLaw:
      return Bounce(
        rest: 0, displacement: fit.coefficients[1], initialVelocity: fit.coefficients[2],
        damping: fit.alpha[0]
      ).settlingTime(within: distance)
    default: return nil
    }
  }
}
