/// Samples whose time was read late, as a busy device does, each alone among others that were not.
///
/// A cubic through four neighbors on each side predicts each sample. Where these agree with each other and the
/// sample does not, it is off; where the motion itself changes, they do not agree either.
struct LateSamples {
  let samples: Set<Int>

  /// The number of neighbors on each side.
  private static let halfWidth = 4
  /// The 99.9 % quantile of χ² with four degrees of freedom, which eight neighbors leave a cubic.
  private static let chiSquaredLimit = 18.5
  /// The variance of a sample's difference from its prediction, at even steps, over that of the sample.
  private static let varianceRatio = 1.343
  /// The number of standard deviations beyond which a sample is off.
  private static let minimumDeviation = 3.0
  /// The shortest delay that counts, s.
  private static let minimumDelay = 2e-3

  /// - Parameters:
  ///   - interval: the median time between samples, s.
  ///   - offsetNoise: the standard deviation of an offset at rest.
  ///   - timestampJitter: σ_t, s.
  /// - Complexity: O(samples).
  init(times: [Double], offsets: [Double], interval: Double, offsetNoise: Double, timestampJitter: Double) {
    var samples: Set<Int> = []
    for index in times.indices.dropFirst(Self.halfWidth).dropLast(Self.halfWidth) {
      let (first, last) = (index - Self.halfWidth, index + Self.halfWidth)
      let duration = times[last] - times[first]
      // Over a pause a cubic predicts nothing.
      guard duration < 3 * Double(2 * Self.halfWidth + 1) * interval else { continue }
      let velocity = (offsets[last] - offsets[first]) / duration
      let timing = velocity * timestampJitter
      let noise = offsetNoise * offsetNoise + timing * timing
      var cubic = LocalCubic()
      for neighbour in first...last where neighbour != index {
        cubic.add((times[neighbour] - times[index]) / interval, offsets[neighbour] - offsets[index])
      }
      guard noise > 0, cubic.squares <= Self.chiSquaredLimit * noise else { continue }
      // Read late, the content is behind where it is expected.
      let error = cubic.valueAtZero
      guard error * velocity > 0, error.magnitude > velocity.magnitude * Self.minimumDelay else { continue }
      if error * error > Self.minimumDeviation * Self.minimumDeviation * Self.varianceRatio * noise {
        samples.insert(index)
      }
    }
    self.samples = samples
  }
}
