import Elementary

extension FrameSequence {
  /// The distance from a cubic that rounding makes, in steps of the grid. Those beyond it cost the logarithm of a Cauchy distribution's
  /// density: changes of the motion are far.
  private static let usualDistance = 0.3
  /// The most rounds over the samples; nearly all parts take two.
  private static let maximumSweeps = 8

  /// Moves single samples by a tick for as long as that brings more to smooth curves than it costs: five samples show a wrong tick
  /// far better than the two frames of the chain do.
  mutating func smooth(_ samples: Samples, _ part: Range<Int>, _ lateness: Lateness) {
    guard ticks.count >= CubicDistance.samples else { return }
    let first = part.lowerBound
    /// Returns the cost of the ticks around a sample, as far as it depends on the sample's own.
    func cost(around sample: Int) -> Double {
      var sum = lateness.cost(of: samples.times[first + sample], at: ticks[sample])
      for window in max(
        0, sample - CubicDistance.samples + 1)...min(sample, ticks.count - CubicDistance.samples)
      {
        let distance = CubicDistance.of(window, x: { Double(ticks[$0]) }, y: { samples.offsets[first + $0] })
        let ratio = distance / (Self.usualDistance * samples.grid)
        sum += logarithmOfOnePlus(ratio * ratio)
      }
      for middle in max(1, sample - 1)...min(ticks.count - 2, sample + 1) {
        let durations = (ticks[middle] - ticks[middle - 1], ticks[middle + 1] - ticks[middle])
        sum += Self.change(Double(durations.0), Double(durations.1))
        for duration in [durations.0, durations.1] where duration < samples.shortestFrame {
          sum += Self.tooShort
        }
      }
      return sum
    }
    for _ in 0..<Self.maximumSweeps {
      var isSettled = true
      for sample in ticks.indices {
        let before = cost(around: sample)
        for move in [-1, 1] {
          let tick = ticks[sample] + move
          guard sample == 0 || ticks[sample - 1] < tick, sample + 1 == ticks.count || tick < ticks[sample + 1]
          else { continue }
          ticks[sample] = tick
          if cost(around: sample) < before - 1e-9 {
            isSettled = false
            break
          }
          ticks[sample] = tick - move
        }
      }
      if isSettled { break }
    }
  }
}
