/// The likeliest ticks of a display at which the frames of samples were shown.
///
/// A second-order Markov chain: every sample shows one of the last ``candidates`` ticks before it was recorded. Its cost is that of
/// the time's lateness (``Lateness``); that of three samples in a row, of two frames that last different numbers of ticks, and of
/// a change of speed beyond what scrolling does from frame to frame and rounding makes of it. The sequence of least cost is exact
/// (A. J. Viterbi, *Error bounds for convolutional codes*, IEEE Trans. Information Theory 13, 1967).
struct FrameSequence {
  /// The samples of a recording, and what their frames may be.
  struct Samples {
    /// s, increasing.
    let times: [Double]
    let offsets: [Double]
    /// The step of the offsets.
    let grid: Double
    /// The fewest ticks that a frame lasts.
    let shortestFrame: Int
    /// False if ticks are found by the times alone, so that the offsets can judge them.
    let usesOffsets: Bool
  }

  /// The tick of each sample; increasing.
  var ticks: [Int]
  /// −log likelihood but for the width of the lateness.
  let cost: Double

  /// The ticks before a sample that it may show.
  private static let candidates = 4
  /// The cost of a frame that lasts longer or shorter than the one before, and of one that is shown twice.
  static func change(_ first: Double, _ second: Double) -> Double {
    first == second ? 0 : first == 2 * second || second == 2 * first ? 2 : 3
  }
  /// The cost of a frame that is shorter than a display's.
  static let tooShort = 4.0
  /// The change of speed from frame to frame that is usual, relative to the speed, and the most that one costs: fingers stop and let go.
  private static let usualAcceleration = 0.12
  private static let maximumAccelerationCost = 8.0
  /// Two samples show no one tick.
  private static let forbidden = 1e9

  /// A frame between two neighboring samples: the ticks that it lasts, and the content's step per tick.
  private struct Step {
    var duration = 1.0
    var speed = 0.0
    var cost = 0.0
  }

  private typealias Pairs<Value> = InlineArray<16, Value>

  /// - Complexity: O(n) for n samples, of which there are at least three.
  init(_ samples: Samples, _ part: Range<Int>, _ lateness: Lateness) {
    let count = Self.candidates
    func latest(_ sample: Int) -> Int { lateness.latestTick(samples.times[sample]) }
    func shown(_ sample: Int) -> InlineArray<4, Double> {
      InlineArray { lateness.cost(of: samples.times[sample], at: latest(sample) - $0) }
    }
    /// The frames before a sample, by the candidates of the sample before it and its own.
    func steps(to sample: Int) -> Pairs<Step> {
      let ticks = latest(sample) - latest(sample - 1)
      let distance = samples.offsets[sample] - samples.offsets[sample - 1]
      return InlineArray { pair in
        let duration = ticks + pair / count - pair % count
        guard duration > 0 else { return Step(cost: Self.forbidden) }
        return Step(
          duration: Double(duration), speed: distance / Double(duration),
          cost: duration < samples.shortestFrame ? Self.tooShort : 0)
      }
    }
    let first = part.lowerBound
    let maximumAccelerationCost = samples.usesOffsets ? Self.maximumAccelerationCost : 0
    var before = steps(to: first + 1)
    let (one, two) = (shown(first), shown(first + 1))
    var costs = Pairs<Double> { before[$0].cost + one[$0 / count] + two[$0 % count] }
    var origins = [UInt8](repeating: 0, count: 16 * part.count)
    for sample in part.dropFirst(2) {
      let after = steps(to: sample)
      let late = shown(sample)
      var next = Pairs<Double>(repeating: 0)
      for middle in 0..<count {
        for last in 0..<count {
          let second = after[middle * count + last]
          var best = Double.infinity
          var origin = 0
          for start in 0..<count {
            let first = before[start * count + middle]
            let usual =
              Self.usualAcceleration * max(abs(first.speed), abs(second.speed))
              + samples.grid / min(first.duration, second.duration)
            let change = min(abs(second.speed - first.speed) / usual, maximumAccelerationCost)
            let cost = costs[start * count + middle] + change + Self.change(first.duration, second.duration)
            if cost < best { (best, origin) = (cost, start) }
          }
          next[middle * count + last] = best + second.cost + late[last]
          origins[(sample - first) * 16 + middle * count + last] = UInt8(origin)
        }
      }
      (costs, before) = (next, after)
    }
    var pair = 0
    for other in 1..<16 where costs[other] < costs[pair] { pair = other }
    cost = costs[pair]
    var ticks = [Int](repeating: 0, count: part.count)
    for sample in part.dropFirst().reversed() {
      ticks[sample - first] = latest(sample) - pair % count
      if sample == first + 1 {
        ticks[0] = latest(first) - pair / count
      } else {
        pair = Int(origins[(sample - first) * 16 + pair]) * count + pair / count
      }
    }
    self.ticks = ticks
  }
}
