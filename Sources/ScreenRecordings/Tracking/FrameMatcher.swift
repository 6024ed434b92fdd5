/// The displacement of a frame against a key frame: candidates by row signatures, verified by blocks of pixels.
struct FrameMatcher {
  let grid: BlockGrid
  var region: ScrollingRegion
  /// The extent of what is known to scroll; before that, of what has changed in the last frame.
  private(set) var window: ShiftSearch.Window
  var search = ShiftSearch()
  var profile = CorrelationProfile()
  /// The comparison without shift.
  var unmoved: BlockComparison
  /// The best comparison so far, and the one that is tried.
  var best: BlockComparison
  var trial: BlockComparison
  var isLive: [Bool]
  var isFixed: [Bool]
  /// Blocks without texture outside of the window.
  private var isBar: [Bool]
  /// All blocks; those that may have moved, by which shifts are judged; and those of the others that may change their vote where one is accepted.
  var all = BlockSelection()
  var live = BlockSelection()
  private var others = BlockSelection()
  /// Blocks that two displacements are compared by.
  var comparable: [Int] = []

  /// The outcome of a comparison.
  enum Outcome {
    case aligned(Alignment)
    /// No displacement explains the picture.
    case unmatched
    /// Too little texture to compare.
    case blank
  }

  /// Blocks below this mismatch agree; those above the second one disagree.
  static let agreeing: Float = 0.35
  static let disagreeing: Float = 0.6
  /// The variance of the difference of two blocks, squared levels, below which they are equal, and above which more
  /// than coding noise has changed.
  private static let unchanged: Float = 2
  static let changed: Float = 6
  /// The variance of a difference, squared levels, that coarse coding of a low contrast reaches.
  static let coded: Float = 40
  /// The preference from which on blocks show that they have moved: their mismatches differ by a factor of three.
  private static let clearPreference = 1.2
  /// The candidates that are verified.
  static let verifiedCandidates = 4
  /// Periods of a picture in itself below this, px, are the texture of letters.
  static let minimumPeriod = 8

  init(grid: BlockGrid) {
    self.grid = grid
    region = ScrollingRegion(grid: grid)
    window = region.window
    unmoved = BlockComparison(grid: grid)
    best = unmoved
    trial = unmoved
    isLive = [Bool](repeating: false, count: grid.count)
    isFixed = isLive
    isBar = isLive
    grid.select(0..<grid.count, into: &all)
  }

  /// Finds the displacement within ranges of shifts, the first one that holds a verified one.
  ///
  /// - Parameters:
  ///   - ranges: the shifts to search, the likeliest first.
  ///   - expected: shifts that are tried whatever the signatures show.
  ///   - plausible: the shifts that motion allows; a picture that equals itself at several shifts is ambiguous only where
  ///     several lie in it.
  /// - Complexity: O(shifts · rows + candidates · compared pixels).
  mutating func match(
    _ frame: Picture, with key: inout KeyFrame,
    ranges: [ClosedRange<Int>], expected: [Int], plausible: ClosedRange<Int>
  ) -> Outcome {
    unmoved.compare(frame, with: key.picture, shift: 0, in: all)
    best.forget()
    let textured = unmoved.mismatches.count { !$0.isNaN }
    let live = markBlocks()
    guard textured >= Alignment.minimumBlocks else { return .blank }
    // A few changed blocks, where nothing is known to scroll, are a clock or a cursor.
    if live < Alignment.minimumBlocks {
      guard !region.isKnown else { return .blank }
      var still = Alignment(shift: 0, matched: textured - live, opposed: live, correlation: 1)
      // Content that has moved and shows the key frame again may have moved by a period of it.
      if expected.contains(where: { $0 != 0 }) {
        still.period = rivals(of: 0, [], &key).filter(plausible.contains).map(abs).min()
      }
      return .aligned(still)
    }
    let own = isLive.indices.count { isLive[$0] && unmoved.textures[$0] > BlockComparison.minimumVariance }
    guard own >= Alignment.minimumBlocks else { return .blank }
    for range in ranges {
      var shifts = search.candidates(
        of: frame.rows, in: key.picture.rows, window: window, shifts: range, count: Self.verifiedCandidates
      ).map(\.shift)
      for shift in expected where !shifts.contains(shift) { shifts.append(shift) }
      guard var found = verify(shifts, frame, key.picture) else { continue }
      refine(&found, frame, key.picture)
      guard found.isVerified, found.margin >= 0 else { continue }
      let overlap = grid.height - abs(found.shift)
      guard region.isKnown || found.matched * 5 * grid.height >= textured * overlap else {
        // What few blocks show, while all others stand still, may be noise that the encoder made of a motion to come: so it is where
        // they suit no displacement nearly as well. Else they may be all that scrolls.
        let still = alignment(at: 0, frame, key.picture)
        guard still.isVerified, preference < Self.clearPreference else {
          learn(frame, key.picture)
          return .unmatched
        }
        return .aligned(Alignment(shift: 0, matched: textured - live, correlation: 1))
      }
      let rivals = Rivals(
        candidates: shifts, plausible: plausible, expected: ranges.count > 1 ? ranges.first : nil)
      resolve(&found, rivals, frame, &key)
      found.textured = own
      return .aligned(found)
    }
    return .unmatched
  }

  /// Learns from the last alignment, of these pictures, which blocks scroll.
  mutating func learn(_ frame: Picture, _ key: Picture) {
    guard abs(best.shift) >= ScrollingRegion.minimumShift else { return }
    best.compare(frame, with: key, shift: best.shift, in: others)
    region.learn(unmoved: unmoved, moved: best)
  }

  /// True if the last frame has texture where pictures scroll: an empty page with a scroll indicator has none.
  var showsContent: Bool {
    guard region.isKnown else { return true }
    let textured = isLive.indices.count {
      region.votes[$0] > 0 && unmoved.textures[$0] > BlockComparison.minimumVariance
    }
    return textured >= Alignment.minimumBlocks
  }

  /// True if nothing is known to scroll and at most half of the last frame's blocks have changed: something plays in a picture that rests.
  var isMostlyUnchanged: Bool {
    let textured = unmoved.mismatches.count { !$0.isNaN }
    return !region.isKnown && 2 * isLive.count { $0 } <= textured
  }

  /// Marks the blocks that may have moved, and those that may not be compared with; returns the number of the former that have texture.
  mutating func markBlocks() -> Int {
    var count = 0
    for block in isLive.indices {
      // NaN, where there is no texture, is neither.
      let change = unmoved.mismatches[block] * unmoved.energies[block]
      let votes = region.votes[block]
      isFixed[block] = votes < 0 || votes == 0 && change < Self.unchanged
      isLive[block] = votes > 0 || votes == 0 && change > Self.changed
      count += isLive[block] && !change.isNaN ? 1 : 0
    }
    grid.select(isLive.indices.lazy.filter { [isLive] in isLive[$0] }, into: &live)
    grid.select(
      isLive.indices.lazy.filter { [isLive, unmoved, region] in
        !isLive[$0] && region.mayLearn($0, unmoved: unmoved.mismatches[$0])
      }, into: &others)
    window = region.isKnown ? region.window : grid.window(of: live.numbers)
    for block in isBar.indices {
      isBar[block] = unmoved.mismatches[block].isNaN && !grid.isInside(window, block)
    }
    return count
  }

  /// The verified shift with the largest excess of agreeing blocks; nil where none is verified. `best` is its comparison.
  private mutating func verify(_ shifts: [Int], _ frame: Picture, _ key: Picture) -> Alignment? {
    var found: Alignment?
    for shift in shifts {
      let alignment = alignment(at: shift, frame, key)
      guard alignment.isVerified, alignment.isBetter(than: found) else { continue }
      found = alignment
      swap(&trial, &best)
      // Nothing else can agree with more blocks, but for a period, which is looked for by itself.
      if alignment.isClean { break }
    }
    return found
  }

  /// Moves to the neighboring pixel while the blocks prefer it, then finds how clearly, and the fraction by a parabola.
  mutating func refine(_ found: inout Alignment, _ frame: Picture, _ key: Picture) {
    if best.shift != found.shift { best.compare(frame, with: key, shift: found.shift, in: live) }
    var correlations = [0.0, 0.0]
    for _ in 0..<4 {
      let here = found
      var preferences = [0.0, 0.0]
      for (side, step) in [-1, 1].enumerated() {
        let neighbor = alignment(at: here.shift + step, frame, key)
        correlations[side] = neighbor.correlation
        preferences[side] = preference
        if preferences[side] < 0, neighbor.isVerified {
          found = neighbor
          swap(&best, &trial)
          break
        }
      }
      found.margin = min(preferences[0], preferences[1])
      if found.shift == here.shift { break }
    }
    found.fraction = Self.fraction(correlations[0], found.correlation, correlations[1])
  }

  /// The place of the maximum of a parabola through the correlations at −1, 0 and 1, from −½ to ½; half a pixel towards the better neighbor
  /// where 0 is no maximum: blocks prefer a pixel then, and others, of more contrast, another one.
  static func fraction(_ before: Double, _ here: Double, _ after: Double) -> Double {
    let curvature = before - 2 * here + after
    guard curvature < 0 else { return after > before ? 0.5 : -0.5 }
    return min(0.5, max(-0.5, (before - after) / (2 * curvature)))
  }

  /// The preference of the live blocks for `best` over `trial`.
  private var preference: Double { best.preference(over: trial, in: live.numbers) }

  mutating func alignment(at shift: Int, _ frame: Picture, _ key: Picture) -> Alignment {
    trial.compare(frame, with: key, shift: shift, in: live)
    return tally()
  }

  /// The rows of blocks that a row has its counterpart in, at a shift; nil where that is not in the picture.
  func counterparts(of row: Int, at shift: Int) -> (first: Int, last: Int)? {
    let top = row * BlockGrid.rowsPerBlock + shift
    guard top >= 0, top + BlockGrid.rowsPerBlock <= grid.height else { return nil }
    let bottom = top + BlockGrid.rowsPerBlock - 1
    return (top / BlockGrid.rowsPerBlock, min(grid.rows - 1, bottom / BlockGrid.rowsPerBlock))
  }

  /// Counts the live blocks of `trial` whose counterpart is not fixed.
  ///
  /// A bar without texture has nothing that shows it to stand but its place: what a block shows was hidden by it.
  private func tally() -> Alignment {
    var alignment = Alignment(shift: trial.shift)
    var explained = 0.0
    var energy = 0.0
    for row in 0..<grid.rows {
      guard let (first, last) = counterparts(of: row, at: trial.shift) else { continue }
      for column in 0..<BlockGrid.columns {
        let block = row * BlockGrid.columns + column
        let mismatch = trial.mismatches[block]
        guard isLive[block], !mismatch.isNaN, !isFixed[first * BlockGrid.columns + column],
          !isFixed[last * BlockGrid.columns + column]
        else { continue }
        if mismatch > Self.agreeing,
          isBar[first * BlockGrid.columns + column] || isBar[last * BlockGrid.columns + column]
        {
          alignment.hidden += 1
          continue
        }
        let weight = trial.weight(of: block)
        explained += weight * Double(1 - mismatch)
        energy += weight
        if mismatch < Self.agreeing { alignment.matched += 1 }
        if mismatch > Self.disagreeing, mismatch * trial.energies[block] > Self.coded {
          alignment.opposed += 1
        }
      }
    }
    if energy > 0 { alignment.correlation = explained / energy }
    return alignment
  }
}
