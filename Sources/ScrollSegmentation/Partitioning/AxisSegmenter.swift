import Elementary
import LeastSquares
import LinearAlgebra
import Recordings

/// Finds the segments of one axis: pieces, the likeliest sequence of models over them, then every boundary sample by sample.
struct AxisSegmenter {
  /// Equal offsets for at least this long, s, part two movements that are looked at apart.
  static let pause = 1.5
  /// The part of a rest before or after a movement that is looked at, s.
  static let nearRest = 3.0
  /// The probability that the truth lies in a boundary's interval.
  static let probability = 0.99

  /// The least timestamp jitter that the choice of regimes allows for, in frames: engines step their models, and none holds
  /// to the last digit of a frame.
  static let minimumJitter = 5e-3

  let motion: Motion
  /// The motion as the choice of models sees it: engines step their models, and no model holds to the last digit of a frame.
  private let coarse: Motion
  /// True if the samples are trusted further than the choice of models trusts them.
  private let isFiner: Bool

  init(times: [Double], offsets: [Double], grid: Double?, deviations: [Double]? = nil) {
    motion = Motion(times: times, offsets: offsets, grid: grid, deviations: deviations)
    coarse = motion.with(minimumJitter: Self.minimumJitter)
    isFiner = motion.precisions != coarse.precisions
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
    let near = near(movement)
    var found = segments(near, in: movement)
    guard near != movement else { return found }
    // What goes on where the content stands still may go on longer.
    guard let first = found.first?.segment, let last = found.last?.segment,
      near.lowerBound == movement.lowerBound || first.regime == .rest,
      near.upperBound == movement.upperBound || last.regime == .rest
    else { return segments(movement, in: movement) }
    found[0].segment.range = movement.lowerBound..<first.range.upperBound
    found[found.count - 1].segment.range =
      found[found.count - 1].segment.range.lowerBound..<movement.upperBound
    return found
  }

  /// A movement without the far parts of the rests that it begins and ends with.
  private func near(_ movement: Range<Int>) -> Range<Int> {
    let (offsets, times) = (motion.offsets, motion.times)
    let (first, last) = (movement.lowerBound, movement.upperBound - 1)
    let moves = movement.first { offsets[$0] != offsets[first] } ?? first
    let stops = movement.last { offsets[$0] != offsets[last] } ?? last
    let start = motion.firstSample(after: times[moves] - Self.nearRest, in: first..<(moves + 1))
    let end = motion.firstSample(after: times[stops] + Self.nearRest, in: stops..<movement.upperBound)
    return start..<end
  }

  /// The segments of the part of a movement that is looked at; the penalty is that of the whole.
  private func segments(_ range: Range<Int>, in movement: Range<Int>) -> [PlacedSegment] {
    let penalty = parameterPenalty(count: movement.count)
    let candidates = CandidateChangePoints(motion: coarse, penalty: penalty).candidates(of: range)
    let found = OptimalPartitioning(coarse, penalty: penalty).segments(
      candidates, startsAtRest: movement.lowerBound > 0)
    let placer = Refinement(
      fine: motion, coarse: coarse, isFiner: isFiner, penalty: penalty, probability: Self.probability)
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

/// The samples at which regimes may change: the ends of the fewest parabolas that explain a motion, and the samples next to them.
///
/// Optimal partitioning (B. Jackson et al., *An algorithm for optimal partitioning of data on an interval*, IEEE Signal
/// Processing Letters 12, 2005): the least sum of ``segmentCost(chiSquared:count:parameters:)`` and a penalty for each
/// parabola and its end, over all partitions into segments of at most ``SegmentFitter/longestParabola`` samples. Runs of equal offsets are
/// segments of their own, however long.
///
/// - Complexity: O(samples · ``SegmentFitter/longestParabola``).
struct CandidateChangePoints {
  /// Equal offsets in a row that make a segment of their own.
  static let run = 24
  /// The number of samples around an end that are candidates too: a parabola ends within them of where a regime does.
  static let neighbors = 2
  /// A longer segment may be divided every so many samples.
  static let spacing = 12

  let motion: Motion
  /// −2 log likelihood that one more parameter must be worth.
  let penalty: Double

  /// The candidates in a range, its own ends included, in order.
  func candidates(of range: Range<Int>) -> [Int] {
    let ends = segmentEnds(of: range)
    var isCandidate = [Bool](repeating: false, count: range.count + 1)
    func mark(_ sample: Int) {
      if range.lowerBound <= sample, sample <= range.upperBound {
        isCandidate[sample - range.lowerBound] = true
      }
    }
    for (start, end) in zip(ends, ends.dropFirst()) {
      let isStill = motion.offsets[start] == motion.offsets[end - 1]
      for offset in -Self.neighbors...Self.neighbors {
        mark(start + offset)
        mark(end + offset)
      }
      guard !isStill else { continue }
      for sample in stride(from: start + Self.spacing, to: end, by: Self.spacing) { mark(sample) }
    }
    for run in runs(in: range, minimum: Regime.rest.minimumSamples + 1) {
      mark(run.lowerBound)
      mark(run.upperBound)
    }
    mark(range.lowerBound)
    mark(range.upperBound)
    return range.indices.filter { isCandidate[$0 - range.lowerBound] } + [range.upperBound]
  }

  private func segmentEnds(of range: Range<Int>) -> [Int] {
    var ends = [range.lowerBound]
    var start = range.lowerBound
    for run in runs(in: range, minimum: Self.run) {
      if run.lowerBound > start { ends += cut(start..<run.lowerBound) }
      ends.append(run.upperBound)
      start = run.upperBound
    }
    if start < range.upperBound { ends += cut(start..<range.upperBound) }
    return ends
  }

  /// The runs of at least `minimum` equal offsets.
  func runs(in range: Range<Int>, minimum: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = range.lowerBound
    for i in range.lowerBound..<range.upperBound {
      let next = i + 1
      if next == range.upperBound || motion.offsets[next] != motion.offsets[start] {
        if next - start >= minimum { runs.append(start..<next) }
        start = next
      }
    }
    return runs
  }

  /// The ends of the parabolas of a range.
  private func cut(_ range: Range<Int>) -> [Int] {
    let count = range.count
    var best = [Double](repeating: .infinity, count: count + 1)
    var previous = [Int](repeating: 0, count: count + 1)
    best[0] = 0
    let (longest, together) = (SegmentFitter.longestParabola, Motion.parabolas)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * longest * together) { numbers in
      numbers.initialize(repeating: 0)
      let own = UnsafeMutableBufferPointer(rebasing: numbers[..<(longest * together)])
      let degreesOfFreedom = UnsafeMutableBufferPointer(rebasing: numbers[(longest * together)...])
      for place in own.indices { degreesOfFreedom[place] = Double(place / together + 1 - 3) }
      for i in 0..<count {
        let place = i % together
        if place == 0 {
          motion.findParabolas(
            (range.lowerBound + i)..<range.upperBound, longest: min(longest, count - i), squares: own)
          replaceByCosts(own, degreesOfFreedom: degreesOfFreedom)
        }
        for length in 1...min(longest, count - i) {
          let cost =
            best[i] + own[(length - 1) * together + place] + Double(min(length, 3) + 1) * penalty
          if cost < best[i + length] {
            best[i + length] = cost
            previous[i + length] = i
          } else if cost > best[i + length] + 4 * penalty {
            // A range costs as much as two parts of it together, or more: whatever its end, a parabola from here on costs no more.
            break
          }
        }
      }
    }
    var ends: [Int] = []
    var end = count
    while end > 0 {
      ends.append(range.lowerBound + end)
      end = previous[end]
    }
    return ends.reversed()
  }
}
