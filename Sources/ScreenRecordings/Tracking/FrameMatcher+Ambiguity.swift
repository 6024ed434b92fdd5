/// Ambiguity: pictures that resemble themselves.
extension FrameMatcher {
  /// The shifts that may suit as well: other candidates, and those a period of the key frame away.
  mutating func rivals(
    of shift: Int, _ candidates: [Int], _ key: inout KeyFrame, _ window: ShiftSearch.Window
  ) -> [Int] {
    // Before it is known what scrolls, other blocks are live in each frame.
    if key.periods?.window != window || !region.isKnown { key.periods = (window, periods(of: key, window)) }
    var rivals = candidates.filter { abs($0 - shift) >= Self.minimumPeriod }
    for period in key.periods?.shifts ?? [] {
      for rival in [shift - period, shift + period] where !rivals.contains(rival) { rivals.append(rival) }
    }
    return rivals
  }

  /// The shifts at which a tenth of a picture's live blocks resembles the picture itself.
  private mutating func periods(of key: KeyFrame, _ window: ShiftSearch.Window) -> [Int] {
    let found = search.candidates(
      of: key.signature, in: key.signature, window: window,
      shifts: Self.minimumPeriod...max(Self.minimumPeriod, window.rows.count), count: 6)
    return found.map(\.shift).filter { shift in
      trial.compare(key.frame, with: key.frame, shift: shift, in: live)
      let textured = live.numbers.count { !trial.mismatches[$0].isNaN }
      let alike = live.numbers.count { trial.mismatches[$0] < Self.agreeing }
      return alike >= max(Alignment.minimumBlocks, textured / 10)
    }
  }

  /// Notes a period where a rival suits as well, unless motion allows only one of them.
  ///
  /// Rivals that motion does not allow only matter for the period, those farther away than one that suits for nothing.
  mutating func resolve(
    _ found: inout Alignment, rivals: [Int], _ frame: GrayFrame, _ key: GrayFrame,
    _ plausible: ClosedRange<Int>
  ) {
    let shift = found.shift
    let rivals = rivals.sorted { abs($0 - shift) < abs($1 - shift) }
    var possible = plausible.contains(shift) ? [found] : []
    var nearest: Int?
    for rival in rivals where possible.count < 2 && plausible.contains(rival) {
      guard let equal = equal(at: rival, frame, key) else { continue }
      possible.append(equal)
      nearest = nearest ?? abs(rival - shift)
    }
    if possible.count == 1, var only = possible.first {
      if only.shift != shift { refine(&only, frame, key) }
      found = only
      return
    }
    for rival in rivals where !plausible.contains(rival) {
      guard abs(rival - shift) < nearest ?? .max else { break }
      if equal(at: rival, frame, key) != nil { nearest = abs(rival - shift) }
    }
    found.period = nearest
  }

  /// The alignment at a rival's shift; nil where it suits clearly less than `best`.
  private mutating func equal(at rival: Int, _ frame: GrayFrame, _ key: GrayFrame) -> Alignment? {
    let alignment = alignment(at: rival, frame, key)
    return alignment.isVerified && !isWorse ? alignment : nil
  }

  /// True if clearly more blocks prefer `best` to `trial` than the other way round: more than chance and coding noise explain.
  ///
  /// Blocks are compared whose counterparts may scroll in both: next to a bar one of two shifts would be preferred for nothing.
  private var isWorse: Bool {
    var worse = 0
    var better = 0
    for row in 0..<grid.rows {
      guard let (first, last) = counterparts(of: row, at: best.shift),
        let (rivalFirst, rivalLast) = counterparts(of: row, at: trial.shift)
      else { continue }
      for column in 0..<BlockGrid.columns {
        let block = row * BlockGrid.columns + column
        guard isLive[block], !isFixed[first * BlockGrid.columns + column],
          !isFixed[last * BlockGrid.columns + column], !isFixed[rivalFirst * BlockGrid.columns + column],
          !isFixed[rivalLast * BlockGrid.columns + column]
        else { continue }
        let difference = trial.mismatches[block] - best.mismatches[block]
        if difference > 0.25 { worse += 1 }
        if difference < -0.25 { better += 1 }
      }
    }
    return Double(worse - better) >= 4 + 2 * Double(worse + better).squareRoot()
  }
}
