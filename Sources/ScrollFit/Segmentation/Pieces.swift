internal import LinearAlgebra

/// Cuts a motion into the fewest parabolas that explain it: where laws may change, found without knowing any law.
///
/// Optimal partitioning (B. Jackson et al., *An algorithm for optimal partitioning of data on an interval*, IEEE Signal
/// Processing Letters 12, 2005): the least sum of ``spanCost`` and a price for each piece's parabola and end, over all
/// partitions into pieces of at most ``longest`` samples. Runs of equal offsets are pieces of their own, however long.
///
/// - Complexity: O(samples · ``longest``).
struct Pieces {
  static let longest = 64
  /// Equal offsets in a row that make a piece of their own.
  static let run = 24

  let motion: Motion
  /// −2 log likelihood that one more parameter must earn.
  let price: Double

  /// A piece of at most this many samples may be divided anywhere.
  static let short = 6
  /// A longer one that moves may be divided every so many samples.
  static let spacing = 8

  /// Where laws may change in a range, its own ends included: the boundaries of the pieces, and places inside, so that a law
  /// that begins within a piece begins near one.
  func boundaries(of range: Range<Int>) -> [Int] {
    let ends = pieceEnds(of: range)
    var boundaries = [range.lowerBound]
    for (start, end) in zip(ends, ends.dropFirst()) {
      let isStill = motion.offsets[start] == motion.offsets[end - 1]
      let parts =
        isStill
        ? 1 : end - start <= Self.short ? end - start : (end - start + Self.spacing - 1) / Self.spacing
      boundaries += (1...max(1, parts)).map { start + (end - start) * $0 / max(1, parts) }
    }
    return boundaries
  }

  private func pieceEnds(of range: Range<Int>) -> [Int] {
    var boundaries = [range.lowerBound]
    var start = range.lowerBound
    for run in runs(in: range) {
      if run.lowerBound > start { boundaries += cut(start..<run.lowerBound) }
      boundaries.append(run.upperBound)
      start = run.upperBound
    }
    if start < range.upperBound { boundaries += cut(start..<range.upperBound) }
    return boundaries
  }

  /// The runs of at least ``run`` equal offsets.
  func runs(in range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = range.lowerBound
    for i in range.lowerBound..<range.upperBound {
      let next = i + 1
      if next == range.upperBound || motion.offsets[next] != motion.offsets[start] {
        if next - start >= Self.run { runs.append(start..<next) }
        start = next
      }
    }
    return runs
  }

  /// The ends of the pieces of a range.
  private func cut(_ range: Range<Int>) -> [Int] {
    let count = range.count
    var best = [Double](repeating: .infinity, count: count + 1)
    var previous = [Int](repeating: 0, count: count + 1)
    best[0] = 0
    var factor = RowUpdatedQR(columns: 3)
    for i in 0..<count {
      factor.clear()
      let start = range.lowerBound + i
      for j in i..<min(i + Self.longest, count) {
        let k = range.lowerBound + j
        let time = (motion.times[k] - motion.times[start]) / motion.interval
        let precision = motion.precisions[k]
        factor.row[0] = precision
        factor.row[1] = precision * time
        factor.row[2] = precision * time * time
        factor.row[3] = precision * (motion.offsets[k] - motion.offsets[start])
        factor.add()
        let length = j + 1 - i
        let cost =
          best[i] + spanCost(misfit: factor.sumOfSquares, count: length, parameters: 3)
          + Double(min(length, 3) + 1) * price
        if cost < best[j + 1] {
          best[j + 1] = cost
          previous[j + 1] = i
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
