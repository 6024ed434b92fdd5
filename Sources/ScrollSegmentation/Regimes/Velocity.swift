/// The velocity at the first of a phase's samples, unit/s.
package func initialVelocity(times: [Double], offsets: [Double], grid: Double?) -> Double {
  Motion(times: times, offsets: offsets, grid: grid).velocity(at: 0, in: 0..<times.count)
}

extension Motion {
  /// The slope of the parabola through the up to five samples of a range nearest to one of its ends, there.
  func velocity(at index: Int, in range: Range<Int>) -> Double {
    let span =
      index - range.lowerBound < range.upperBound - index
      ? range.lowerBound..<min(range.upperBound, range.lowerBound + 5)
      : max(range.lowerBound, range.upperBound - 5)..<range.upperBound
    guard span.count > 2, let fit = SegmentFitter(self).fit(.parabola, span) else {
      // Too few to bend: the step to or from the neighbor outside.
      let before = max(0, span.lowerBound - 1)
      let after = min(count - 1, span.upperBound - 1)
      return after > before ? (offsets[after] - offsets[before]) / (times[after] - times[before]) : 0
    }
    return fit.coefficients[1] + 2 * fit.coefficients[2] * (times[index] - times[span.lowerBound])
  }
}
