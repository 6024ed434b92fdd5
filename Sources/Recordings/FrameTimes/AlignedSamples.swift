/// A part of a recording at the times of a display's frames.
struct AlignedSamples {
  /// s.
  let times: [Double]
  /// −log likelihood.
  let cost: Double

  /// The relative standard deviation of displays' rates around their nominal ones.
  private static let rateDeviation = 5e-4
  /// The phases of the first tick, in ticks, and the relative deviations of the rate that a search begins with.
  private static let phases = (0..<8).map { Double($0) / 8 }
  private static let deviations = [0, -2.5e-4, 2.5e-4, -5e-4, 5e-4]
  /// The most rounds; nearly all parts take two or three.
  private static let maximumRounds = 6

  /// - Parameter nominal: the display's tick, s.
  /// - Complexity: O(n log n) for the n samples of the part, of which there are at least two.
  init(_ samples: FrameSequence.Samples, _ part: Range<Int>, nominal: Double) {
    let times = samples.times[part]
    func line(_ sequence: FrameSequence) -> Lateness.Line {
      Lateness.Line(times, sequence.ticks, nominal: nominal, rateDeviation: Self.rateDeviation)
    }
    var sequence = FrameSequence(samples, part, Self.beginning(times, nominal: nominal))
    for _ in 0..<Self.maximumRounds {
      let next = FrameSequence(samples, part, Lateness(times, sequence.ticks, line(sequence)))
      let isSettled = next.ticks == sequence.ticks
      sequence = next
      if isSettled { break }
    }
    if samples.usesOffsets { sequence.smooth(samples, part, Lateness(times, sequence.ticks, line(sequence))) }
    let lateness = Lateness(mostLikely: times, sequence.ticks, near: line(sequence))
    self.times = sequence.ticks.map { lateness.origin + lateness.tick * Double($0) }
    cost = sequence.cost + Double(part.count) * lateness.logWidth
  }

  /// The likeliest phase and rate where every time shows the tick before it.
  private static func beginning(_ times: ArraySlice<Double>, nominal: Double) -> Lateness {
    var best = Lateness(origin: times[times.startIndex], tick: nominal)
    var least = Double.infinity
    for deviation in deviations {
      for phase in phases {
        let tick = nominal * (1 + deviation)
        let lateness = Lateness(origin: times[times.startIndex] - phase * tick, tick: tick)
        let cost = times.reduce(0) { $0 + lateness.cost(of: $1, at: lateness.nearestTick($1)) }
        if cost < least { (best, least) = (lateness, cost) }
      }
    }
    return best
  }
}
