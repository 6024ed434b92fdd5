/// The ranges from the end of one rest to the start of another in which a program may have moved the content: those in which
/// half of the way is covered in about half of the time.
struct EasingRanges {
  /// Candidates that an animation may begin at, by the candidate it ends at.
  private var starts: [Int: [Int]] = [:]
  /// The longest animation, s.
  private static let maximumDuration = 2.0

  init(_ motion: Motion, _ candidates: [Int], penalty: Double) {
    guard let first = candidates.first, let last = candidates.last else { return }
    let points = CandidateChangePoints(motion: motion, penalty: penalty)
    let runs = points.runs(in: first..<last, minimum: 2 * Regime.rest.minimumSamples)
    let opening = Set(runs.map(\.upperBound) + (runs.first?.lowerBound == first ? [] : [first]))
    let closing = Set(runs.map(\.lowerBound) + (runs.last?.upperBound == last ? [] : [last]))
    for j in candidates.indices where closing.contains(candidates[j]) {
      for i in (0..<j).reversed() where opening.contains(candidates[i]) {
        let range = candidates[i]..<candidates[j]
        guard motion.duration(range) <= Self.maximumDuration
        else { break }
        guard range.count >= Regime.eased.minimumSamples, Self.isBalanced(motion, range) else { continue }
        starts[j, default: []].append(i)
      }
    }
  }

  func starts(endingAt j: Int) -> [Int] { starts[j] ?? [] }

  /// Returns true if the content covers half of the way in about half of the time, and starts and ends slowly.
  private static func isBalanced(_ motion: Motion, _ range: Range<Int>) -> Bool {
    let (from, to) = (motion.offsets[range.lowerBound], motion.offsets[range.upperBound - 1])
    let travel = to - from
    guard travel.magnitude > 30 * motion.resolution else { return false }
    let (start, end) = (motion.times[range.lowerBound], motion.times[range.upperBound - 1])
    func share(at part: Double) -> Double {
      let sample = motion.firstSample(after: start + part * (end - start), in: range)
      return (motion.offsets[min(sample, range.upperBound - 1)] - from) / travel
    }
    let slack = 2 * motion.interval / (end - start)
    return share(at: 0.15) < 0.08 + slack && share(at: 0.85) > 0.92 - slack
      && (share(at: 0.5) - 0.5).magnitude < 0.1 + 2 * slack
  }
}
