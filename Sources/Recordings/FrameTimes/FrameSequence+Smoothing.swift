import Elementary

extension FrameSequence {
  /// The distance from a cubic that rounding makes, in steps of the grid. Those beyond it cost the logarithm of a Cauchy distribution's
  /// density: changes of the motion are far.
  private static let usualDistance = 0.3
  /// The most rounds over the samples; nearly all parts take two.
  private static let maximumSweeps = 8

  /// Moves single samples by a tick for as long as that brings more to smooth curves than it costs: five samples show a wrong tick
  /// far better than the two frames of the chain do.
  ///
  /// - Complexity: O(n) for n samples: what a window of five costs is kept until one of them moves.
  mutating func smooth(_ samples: Samples, _ part: Range<Int>, _ lateness: Lateness) {
    guard ticks.count >= CubicDistance.samples else { return }
    let windows = ticks.count - CubicDistance.samples + 1
    let usual = Self.usualDistance * samples.grid
    let scale = 1 / (usual * usual)
    let shortest = Double(samples.shortestFrame)
    samples.times[part].withUnsafeBufferPointer { times in
      samples.offsets[part].withUnsafeBufferPointer { offsets in
        ticks.withUnsafeMutableBufferPointer { ticks in
          /// Returns the factor by which a window's distance makes the ticks less likely.
          func rarity(_ window: Int) -> Double {
            1 + CubicDistance.squared(window, x: { ticks[$0] }, y: { offsets[$0] }) * scale
          }
          /// Returns the cost of a sample's tick and of the frames beside it.
          func cost(_ sample: Int) -> Double {
            var sum = lateness.cost(of: times[sample], at: ticks[sample])
            for middle in max(1, sample - 1)...min(ticks.count - 2, sample + 1) {
              let before = ticks[middle] - ticks[middle - 1]
              let after = ticks[middle + 1] - ticks[middle]
              sum += Self.change(before, after)
              if before < shortest { sum += Self.tooShort }
              if after < shortest { sum += Self.tooShort }
            }
            return sum
          }
          var rarities = (0..<windows).map(rarity)
          /// Moves a sample by a tick if that costs less.
          func move(_ sample: Int, by step: Double, _ around: ClosedRange<Int>, _ before: (Double, Double))
            -> Bool
          {
            let old = ticks[sample]
            let tick = old + step
            guard sample == 0 || ticks[sample - 1] < tick,
              sample + 1 == ticks.count || tick < ticks[sample + 1]
            else { return false }
            ticks[sample] = tick
            let gain = before.0 - cost(sample)
            var product = 1.0
            var window = around.lowerBound
            while window <= around.upperBound, gain > 0 || product < before.1 {
              product *= rarity(window)
              window += 1
            }
            guard window > around.upperBound, gain + logarithm(before.1 / product) > 1e-9 else {
              ticks[sample] = old
              return false
            }
            for window in around { rarities[window] = rarity(window) }
            return true
          }
          // A sample that stays does so until one moves that shares a window with it.
          var isSettled = [Bool](repeating: false, count: ticks.count)
          let reach = CubicDistance.samples - 1
          for _ in 0..<Self.maximumSweeps {
            for sample in ticks.indices where !isSettled[sample] {
              isSettled[sample] = true
              let around = max(0, sample - reach)...min(sample, windows - 1)
              let before = (cost(sample), around.reduce(1) { $0 * rarities[$1] })
              guard move(sample, by: -1, around, before) || move(sample, by: 1, around, before) else {
                continue
              }
              for near in max(0, sample - reach)...min(sample + reach, ticks.count - 1) {
                isSettled[near] = false
              }
            }
            if isSettled.allSatisfy({ $0 }) { break }
          }
        }
      }
    }
  }
}
