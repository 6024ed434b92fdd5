import Elementary
import LeastSquares
import Recordings

/// Finds the segments of one axis: pieces, the likeliest sequence of models over them, then every boundary sample by sample.
struct AxisSegmenter {
  /// Equal offsets for at least this long, s, part two movements that are looked at apart.
  static let pause = 1.5
  /// The probability that the truth lies in a boundary's interval.
  static let probability = 0.99

  /// The least timestamp jitter that the choice of regimes allows for, in frames: engines step their models, and none holds
  /// to the last digit of a frame.
  static let minimumJitter = 5e-3

  let motion: Motion
  /// The motion as the choice of models sees it: engines step their models, and no model holds to the last digit of a frame.
  private let coarse: Motion

  init(times: [Double], offsets: [Double], grid: Double?, deviations: [Double]? = nil) {
    motion = Motion(times: times, offsets: offsets, grid: grid, deviations: deviations)
    coarse = motion.with(minimumJitter: Self.minimumJitter)
  }

  /// - Parameter threads: how many movements are looked at at once; the result is the same for every number.
  func segments(threads: Int = 1) -> [PlacedSegment] {
    let whole = 0..<motion.count
    // What never moves is at rest, however few samples show it.
    if motion.count > 0, motion.isStill(whole) {
      return [PlacedSegment(segment: Segment(regime: .rest, range: whole, fit: nil), begins: nil)]
    }
    let movements = movements()
    let placed = Parallel.map(movements.count, threads: threads) { segments(of: movements[$0]) }
    return joined(placed.flatMap { $0 })
  }

  private func segments(of movement: Range<Int>) -> [PlacedSegment] {
    let penalty = logarithm(Double(max(16, movement.count)))
    let candidates = CandidateChangePoints(motion: coarse, penalty: penalty).candidates(of: movement)
    let found = OptimalPartitioning(coarse, penalty: penalty).segments(
      candidates, startsAtRest: movement.lowerBound > 0)
    let placer = Refinement(fine: motion, coarse: coarse, penalty: penalty, probability: Self.probability)
    // Every boundary of two models where the samples put it, and changes that do not pay taken back.
    return placer.placed(found)
  }

  /// Ranges parted in the middle of long runs of equal offsets.
  func movements() -> [Range<Int>] {
    var movements: [Range<Int>] = []
    var start = 0
    var runStart = 0
    for i in 0..<motion.count {
      let ends = i + 1 == motion.count || motion.offsets[i + 1] != motion.offsets[runStart]
      guard ends else { continue }
      if i - runStart >= CandidateChangePoints.run, motion.times[i] - motion.times[runStart] >= Self.pause,
        i + 1 < motion.count
      {
        let middle = (runStart + i) / 2
        if middle > start { movements.append(start..<middle) }
        start = middle
      }
      runStart = i + 1
    }
    if start < motion.count { movements.append(start..<motion.count) }
    return movements
  }

  /// Rests on both sides of a movement's end are one.
  private func joined(_ placed: [PlacedSegment]) -> [PlacedSegment] {
    var joined: [PlacedSegment] = []
    for next in placed {
      if let last = joined.last, last.segment.regime == .rest, next.segment.regime == .rest,
        next.begins == nil
      {
        joined[joined.count - 1].segment.range = last.segment.range.lowerBound..<next.segment.range.upperBound
      } else {
        joined.append(next)
      }
    }
    return joined
  }
}
