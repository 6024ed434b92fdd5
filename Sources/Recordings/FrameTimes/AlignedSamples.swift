/// A part of a recording at the times of a display's frames.
struct AlignedSamples {
  /// s.
  let times: [Double]
  /// −log likelihood.
  let cost: Double
  /// The lateness that the times alone show, where the search began.
  private let beginning: Lateness
  private let ticks: [Double]

  /// The relative standard deviation of displays' rates around their nominal ones.
  private static let rateDeviation = 5e-4
  /// The phases of the first tick, in ticks, and the relative deviations of the rate that a search begins with.
  private static let phases = (0..<8).map { Double($0) / 8 }
  private static let deviations = [0, -2.5e-4, 2.5e-4, -5e-4, 5e-4]
  /// The most rounds; nearly all parts take two or three.
  private static let maximumRounds = 6

  /// - Parameters:
  ///   - nominal: the display's tick, s.
  ///   - earlier: the same samples at the frames that the times alone show.
  /// - Complexity: O(n log n) for the n samples of the part, of which there are at least two.
  init(
    _ samples: FrameSequence.Samples, _ part: Range<Int>, nominal: Double, earlier: AlignedSamples? = nil
  ) {
    let times = samples.times[part]
    func line(_ sequence: FrameSequence) -> Lateness.Line {
      Lateness.Line(times, sequence.ticks, nominal: nominal, rateDeviation: Self.rateDeviation)
    }
    beginning = earlier?.beginning ?? Self.beginning(times, nominal: nominal)
    var sequence = FrameSequence(samples, part, beginning)
    var search = LatenessSearch(times)
    search.ticks = sequence.ticks
    var lateness = search.lateness(tick: line(sequence).tick)
    for _ in 0..<Self.maximumRounds {
      let next = FrameSequence(samples, part, lateness)
      let isSettled = next.ticks == sequence.ticks
      sequence = next
      if isSettled { break }
      search.ticks = sequence.ticks
      lateness = search.lateness(tick: line(sequence).tick)
    }
    if samples.usesOffsets {
      sequence.smooth(samples, part, lateness)
      search.ticks = sequence.ticks
    }
    ticks = sequence.ticks
    if let earlier, earlier.ticks == ticks {
      (self.times, cost) = (earlier.times, earlier.cost)
      return
    }
    lateness = search.lateness(near: line(sequence))
    self.times = ticks.map { lateness.origin + lateness.tick * $0 }
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
        let cost = FrameSequence.cost(ofEach: times, lateness)
        if cost < least { (best, least) = (lateness, cost) }
      }
    }
    return best
  }
}
