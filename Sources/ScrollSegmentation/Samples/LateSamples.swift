/// Samples whose time was read late, as a busy device does, each alone among others that were not.
///
/// A cubic through four neighbours on each side predicts each sample. Where these agree with each other and the
/// sample does not, it is off; where the motion itself changes, they do not agree either.
struct LateSamples {
  let samples: Set<Int>

  /// The neighbours on each side.
  private static let reach = 4
  /// The 99.9 % quantile of χ² with four degrees of freedom, which eight neighbours leave a cubic.
  private static let agreement = 18.5
  /// The variance of the sample and its prediction together, at even steps, in that of a sample.
  private static let variance = 1.343
  /// The standard deviations of its prediction that a sample is off by, and the least delay that counts, s.
  private static let distance = 3.0
  private static let minimumDelay = 2e-3

  /// - Parameters:
  ///   - interval: the median time between samples, s.
  ///   - offsetNoise: the standard deviation of an offset at rest.
  ///   - timestampJitter: σ_t, s.
  /// - Complexity: O(samples).
  init(times: [Double], offsets: [Double], interval: Double, offsetNoise: Double, timestampJitter: Double) {
    var samples: Set<Int> = []
    for index in times.indices.dropFirst(Self.reach).dropLast(Self.reach) {
      let (first, last) = (index - Self.reach, index + Self.reach)
      let duration = times[last] - times[first]
      // Over a pause a cubic predicts nothing.
      guard duration < 3 * Double(2 * Self.reach + 1) * interval else { continue }
      let velocity = (offsets[last] - offsets[first]) / duration
      let timing = velocity * timestampJitter
      let noise = offsetNoise * offsetNoise + timing * timing
      var cubic = LocalCubic()
      for neighbour in first...last where neighbour != index {
        cubic.add((times[neighbour] - times[index]) / interval, offsets[neighbour] - offsets[index])
      }
      guard noise > 0, cubic.squares <= Self.agreement * noise else { continue }
      // Read late, the content is behind where it is expected.
      let error = cubic.valueAtZero
      guard error * velocity > 0, error.magnitude > velocity.magnitude * Self.minimumDelay else { continue }
      if error * error > Self.distance * Self.distance * Self.variance * noise { samples.insert(index) }
    }
    self.samples = samples
  }
}
