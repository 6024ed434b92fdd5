import Elementary

/// Fingers that come to a stop, and those that go from one rest to another.
extension SegmentFitter {
  /// A finger that moves the content from one rest to another in one stroke.
  func stroke(_ range: Range<Int>) -> SegmentFit? {
    nearest(
      [.strokeEven, .strokeEarly, .strokeLate, .strokeSmooth], range, from: [SIMD2(0, duration(range))])
  }

  /// The exponents of a finger's speed as it stops, from one that brakes at the end to the smoothest.
  static let stopExponents = [0.5, 1, 1.5, 2]

  /// The fewest samples that show how a finger stops.
  private static let minimumStop = 5

  /// A finger that stops at the end of a range.
  ///
  /// - Parameter still: the first sample of the rest that follows, if one does.
  func stop(_ range: Range<Int>, at still: Int?) -> SegmentFit? {
    guard range.count >= Self.minimumStop else { return nil }
    let length = duration(range) + motion.interval
    var best: SegmentFit?
    for exponent in Self.stopExponents {
      guard let fit = fit(.fingerStop, range, from: [SIMD2(length, exponent)]),
        fit.chiSquared < best?.chiSquared ?? .infinity,
        fit.rates[0] >= length / 2, fit.wayLeft(after: length) <= motion.resolution
      else { continue }
      best = fit
    }
    guard var best else { return nil }
    if let still {
      let rest = motion.offsets[still] - motion.offsets[range.lowerBound]
      let end = motion.times[still] - motion.times[range.lowerBound]
      let jitter = best.coefficients[1].magnitude * motion.noise.timestampJitter
      guard (best.value(at: end) - rest).magnitude <= 1.5 * motion.resolution + jitter else { return nil }
    }
    best.endsByItself = true
    return best
  }
}

extension SegmentFit {
  /// The way that a finger that stops has left at a time since the range's first sample.
  fileprivate func wayLeft(after time: Double) -> Double {
    let left = max(0, 1 - time / rates[0])
    return coefficients[1].magnitude * rates[0] / (rates[1] + 1) * power(left, rates[1] + 1)
  }
}
