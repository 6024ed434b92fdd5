/// Ambiguity: pictures that resemble themselves.
extension FrameMatcher {
  /// The shifts that may suit as well, the nearest first: other candidates, and those a period of the key frame away.
  mutating func rivals(
    of shift: Int, _ candidates: [Int], _ key: inout KeyFrame
  ) -> [Int] {
    // Before it is known what scrolls, other blocks are live in each frame.
    if key.periods?.window != window || !region.isKnown { key.periods = (window, periods(of: key)) }
    var rivals = candidates.filter { abs($0 - shift) >= Self.minimumPeriod }
    for period in key.periods?.shifts ?? [] {
      for rival in [shift - period, shift + period] where !rivals.contains(rival) { rivals.append(rival) }
    }
    return rivals.sorted { abs($0 - shift) < abs($1 - shift) }
  }

  /// The shifts at which a tenth of a picture's live blocks resembles the picture itself.
  private mutating func periods(of key: KeyFrame) -> [Int] {
    let found = search.candidates(
      of: key.picture.rows, in: key.picture.rows, window: window,
      shifts: Self.minimumPeriod...max(Self.minimumPeriod, window.rows.count), count: 6)
    return found.map(\.shift).filter { shift in
      trial.compare(key.picture, with: key.picture, shift: shift, in: live)
      let textured = live.numbers.count { !trial.mismatches[$0].isNaN }
      let alike = live.numbers.count { trial.mismatches[$0] < Self.agreeing }
      return alike >= max(Alignment.minimumBlocks, textured / 10)
    }
  }

  /// The displacements beside the best one.
  struct Rivals {
    /// Those that signatures found.
    let candidates: [Int]
    /// Those that motion allows.
    let plausible: ClosedRange<Int>
    /// Those near where the velocity leads to; nil where that is not known.
    let expected: ClosedRange<Int>?
  }

  /// Notes a period where a rival suits as well, unless motion allows only one of them. A rival that motion allows and that suits clearly
  /// better is the displacement.
  ///
  /// Rivals that motion does not allow only matter for the period, those farther away than one that suits for nothing.
  mutating func resolve(
    _ found: inout Alignment, _ others: Rivals, _ frame: Picture,
    _ key: inout KeyFrame
  ) {
    let plausible = others.plausible
    var candidates = others.candidates
    var rivals = rivals(of: found.shift, candidates, &key)
    // In a picture that resembles itself a part of the blocks also agrees some periods away from the displacement, which may lie where it was not searched.
    if key.repeatsItself, !found.isClean, found.correlation < Self.pureCorrelation {
      candidates += search.candidates(
        of: frame.rows, in: key.picture.rows, window: window, shifts: plausible,
        count: Self.verifiedCandidates
      ).map(\.shift)
      rivals = self.rivals(of: found.shift, candidates, &key)
    }
    for _ in 0..<Self.maximumPromotions where mayBeWorse {
      let better = rivals.first { rival in
        plausible.contains(rival) && alignment(at: rival, frame, key.picture).isVerified
          && Self.isClear(contest().reversed)
      }
      guard let better else { break }
      found = alignment(at: better, frame, key.picture)
      swap(&best, &trial)
      refine(&found, frame, key.picture)
      rivals = self.rivals(of: found.shift, candidates, &key)
    }
    let shift = found.shift
    var possible = plausible.contains(shift) ? [found] : []
    var nearest: Int?
    for rival in rivals where possible.count < 2 && plausible.contains(rival) {
      guard let equal = equal(at: rival, others.expected, frame, key.picture) else { continue }
      possible.append(equal)
      nearest = nearest ?? abs(rival - shift)
    }
    if possible.count == 1, var only = possible.first {
      if only.shift != shift { refine(&only, frame, key.picture) }
      found = only
      return
    }
    for rival in rivals where !plausible.contains(rival) {
      guard abs(rival - shift) < nearest ?? .max else { break }
      if equal(at: rival, others.expected, frame, key.picture) != nil {
        nearest = abs(rival - shift)
      }
    }
    found.period = nearest
  }

  /// Rivals that replace a displacement at most, one after the other.
  private static let maximumPromotions = 3

  /// The alignment at a rival's shift; nil where it suits clearly less than `best`, or less while the velocity leads to `best` alone.
  private mutating func equal(
    at rival: Int, _ expected: ClosedRange<Int>?, _ frame: Picture, _ key: Picture
  ) -> Alignment? {
    let alignment = alignment(at: rival, frame, key)
    guard alignment.isEvident else { return nil }
    let contest = contest()
    let isExpected = expected.map { $0.contains(best.shift) && !$0.contains(rival) } ?? false
    return Self.isClear(contest) || isExpected && Self.isLikely(contest) ? nil : alignment
  }

  /// The blocks that prefer `best` to `trial`, and those of the opposite.
  struct Contest {
    var preferring: Int
    var opposing: Int

    var reversed: Self { Self(preferring: opposing, opposing: preferring) }
  }

  /// True if clearly more blocks prefer one of two displacements than the other way round: more than chance and coding noise explain.
  private static func isClear(_ contest: Contest) -> Bool {
    let count = contest.preferring + contest.opposing
    return Double(contest.preferring - contest.opposing) >= leastPreference + 2 * Double(count).squareRoot()
  }

  /// True if nine blocks or more prefer one of two displacements and outnumber the others by two to one, as those of a verified one do: enough
  /// where the velocity leads to it as well.
  private static func isLikely(_ contest: Contest) -> Bool {
    contest.preferring >= leastBlocks && contest.preferring >= 2 * contest.opposing
  }

  /// Blocks on either side of one edge are no independent evidence: fewer than nine never are.
  private static let leastPreference = 3.0
  private static let leastBlocks = 9

  /// False if too few blocks differ at `best` for another displacement to be clearly better, whatever it is.
  private var mayBeWorse: Bool {
    var count = 0
    for block in live.numbers where isInside(block / BlockGrid.columns, 0) {
      let mismatch = best.mismatches[block]
      count += mismatch > Self.clearDifference || mismatch * best.energies[block] > Self.coded ? 1 : 0
    }
    return count >= Self.leastBlocks
  }

  /// Returns true if the counterpart of a row of blocks lies in the window.
  private func isInside(_ row: Int, _ shift: Int) -> Bool {
    let top = row * BlockGrid.rowsPerBlock + shift
    return top >= window.rows.lowerBound && top + BlockGrid.rowsPerBlock <= window.rows.upperBound
  }

  /// Counts the blocks that clearly prefer `best` or `trial`.
  ///
  /// Blocks are compared whose counterparts lie where pictures scroll, in both: next to a bar, or below one that lets the content shine through,
  /// one of two shifts would be preferred for nothing.
  private mutating func contest() -> Contest {
    comparable.removeAll(keepingCapacity: true)
    for row in 0..<grid.rows
    where isInside(row, 0) && isInside(row, best.shift) && isInside(row, trial.shift) {
      guard let (first, last) = counterparts(of: row, at: best.shift),
        let (rivalFirst, rivalLast) = counterparts(of: row, at: trial.shift)
      else { continue }
      for column in 0..<BlockGrid.columns {
        let block = row * BlockGrid.columns + column
        guard isLive[block], !isFixed[first * BlockGrid.columns + column],
          !isFixed[last * BlockGrid.columns + column], !isFixed[rivalFirst * BlockGrid.columns + column],
          !isFixed[rivalLast * BlockGrid.columns + column]
        else { continue }
        comparable.append(block)
      }
    }
    let typical = max(Self.median(of: best, comparable), Self.median(of: trial, comparable))
    return Contest(
      preferring: comparable.count { Self.isPreferred(best, to: trial, block: $0, typical) },
      opposing: comparable.count { Self.isPreferred(trial, to: best, block: $0, typical) })
  }

  /// Returns true if a block agrees clearly better in one comparison than in the other.
  ///
  /// A block also prefers one comparison where its pixels in the other differ by twice as much (a fourfold variance), by more than coding noise, and
  /// by twice as much as in a typical block: of rows that differ by a digit, one block has another picture in a part of its pixels, the others coding noise alone.
  ///
  /// - Parameter typical: the median mismatch of the blocks.
  static func isPreferred(
    _ one: BlockComparison, to other: BlockComparison, block: Int, _ typical: Float = 0
  ) -> Bool {
    let (mismatch, rival) = (one.mismatches[block], other.mismatches[block])
    return rival - mismatch > clearDifference
      || rival > 4 * max(mismatch, typical) && rival * other.energies[block] > coded
  }

  /// A difference of mismatches that no coding explains.
  static let clearDifference: Float = 0.25

  /// The median mismatch of blocks, to a hundredth; 1 where half of them have more.
  private static func median(of comparison: BlockComparison, _ blocks: [Int]) -> Float {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 101) { counts in
      counts.initialize(repeating: 0)
      var textured = 0
      for block in blocks {
        let mismatch = comparison.mismatches[block]
        guard !mismatch.isNaN else { continue }
        counts[min(100, max(0, Int(mismatch * 100)))] += 1
        textured += 1
      }
      var below = 0
      for (bin, count) in counts.enumerated() {
        below += count
        if 2 * below >= textured { return Float(bin + 1) / 100 }
      }
      return 1
    }
  }
}
