import CKernels
import Testing

/// The statistics of what parts the states of two curves, against their definitions.
struct PartingTests {
  /// Different numbers in every place.
  private static func state(_ seed: Int) -> scrollfit_state {
    func number(_ place: Int) -> Double {
      let mixed: Int = 7 * seed + 13 * place + seed * place
      return Double(mixed % 17) / 4 - 1.9
    }
    return scrollfit_state(
      values: (number(0), number(1), number(2)), squares: 1,
      offset: (number(3), number(4), number(5), number(6), number(7), 0, 0, 0),
      velocity: (number(8), number(9), number(10), number(11), number(12), 0, 0, 0))
  }

  private static func product(
    _ a: (Double, Double, Double, Double, Double, Double, Double, Double),
    _ b: (Double, Double, Double, Double, Double, Double, Double, Double)
  ) -> Double { a.0 * b.0 + a.1 * b.1 + a.2 * b.2 + a.3 * b.3 + a.4 * b.4 }

  @Test("The statistics are Wald's of the differences of offset and velocity", arguments: [1, 7, 8, 19])
  func statistics(count: Int) {
    let (left, right) = ((0..<count).map(Self.state), (0..<count).map { Self.state(100 + $0) })
    let frames = (0..<count).map { 0.016 + 0.001 * Double($0 % 3) }
    let (instants, slack) = ([-0.5, 0.25], (offset: 0.3, velocity: 0.7))
    let stride = (count + 7) / 8 * 8
    for path in [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512]
    where path.rawValue <= scrollfit_fastest_path().rawValue {
      var offsets = [Double](repeating: .nan, count: stride * instants.count)
      var velocities = offsets
      scrollfit_parting(
        path, left, right, count, frames, slack.offset, slack.velocity, instants, instants.count, &offsets,
        &velocities)
      for (position, instant) in instants.enumerated() {
        for boundary in 0..<count {
          let (a, b) = (left[boundary], right[count - 1 - boundary])
          let time = instant * frames[boundary]
          let acceleration: Double = a.values.2 - b.values.2
          let velocity: Double = a.values.1 - b.values.1 + acceleration * time
          let offset: Double = a.values.0 - b.values.0 + velocity * time - acceleration * time * time / 2
          // The inverse of the covariance matrix of offset and velocity.
          let xx: Double = Self.product(a.offset, a.offset) + Self.product(b.offset, b.offset) + slack.offset
          let xv: Double = Self.product(a.offset, a.velocity) + Self.product(b.offset, b.velocity)
          let vv =
            Self.product(a.velocity, a.velocity) + Self.product(b.velocity, b.velocity) + slack.velocity
          let squares: Double = vv * offset * offset + xx * velocity * velocity
          let both: Double = (squares - 2 * xv * offset * velocity) / (xx * vv - xv * xv)
          let place = position * stride + boundary
          #expect(abs(offsets[place] - offset * offset / xx) <= 1e-12 * (1 + offset * offset / xx))
          #expect(abs(velocities[place] - both) <= 1e-9 * (1 + both))
        }
      }
    }
  }
}
