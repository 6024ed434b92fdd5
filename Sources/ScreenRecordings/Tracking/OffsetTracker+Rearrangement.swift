/// Content that is rearranged while it moves: rows that are inserted or removed displace what lies below them, and the offset is that of the part above.
extension OffsetTracker {
  /// Notes a frame in which the larger part of the content is displaced by a change of the layout above it; false for any other frame, also one of which the
  /// smaller part is (``isRearranged``).
  ///
  /// - Parameter alignment: the displacement that most of the picture suits; nil where none does.
  /// - Complexity: O(shifts · rows + compared pixels) in a frame that leaves a part more unexplained than the one before and in those where the motion does not go on, else O(blocks).
  mutating func showsRearrangement(_ alignment: Alignment?, _ frame: Picture, _ time: Double) -> Bool {
    let unexplained = alignment == nil ? grid.count : matcher.unexplainedBlocks
    let news = unexplained - unexplainedBlocks
    defer { unexplainedBlocks = isRearranged ? 0 : unexplained }
    isRearranged = false
    guard unexplained >= grid.minimumPart, lost == 0, let last, last.velocity != 0, matcher.region.isKnown,
      time - last.time <= Self.longestPrediction
    else { return false }
    let next = Int(predicted(time).rounded())
    let near = nearness(of: abs(next - last.position)) / 2
    let led = next - near...next + near
    let key = keys[alignment == nil ? likeliest : keys.current]
    let periods = key.periods?.shifts ?? []
    // Where the motion does not go on by the likeliest key frame, that may show neither what is left above the change nor what lies below it.
    let goesOn =
      alignment.map { likeliest == keys.current && isLed(to: key.position + $0.shift, time) } ?? false
    let recent = goesOn ? [] : trail.before(lastIndex + 1, from: next)
    for picture in recent {
      let change = matcher.rearrangement(of: frame, since: picture, led: led, periods: periods)
      if acceptUpper(change, since: picture, frame, time) { return true }
    }
    // The comparison with the key frame is what frames are judged by.
    if !recent.isEmpty, alignment != nil { _ = match(frame, time, keys.current) }
    guard news >= grid.minimumPart, !key.repeatsItself else { return false }
    let change =
      alignment.map { matcher.rearrangement(of: frame, since: key.located, beside: $0, led: led) }
      ?? matcher.rearrangement(of: frame, since: key.located, led: led, periods: periods)
    if case .below = change { isRearranged = true }
    return acceptUpper(change, since: key.located, frame, time)
  }

  /// Notes a frame of which the part above the change of the layout has a displacement of its own, and makes it the key frame; false for any other frame.
  private mutating func acceptUpper(
    _ change: FrameMatcher.Rearrangement?, since key: LocatedPicture, _ frame: Picture, _ time: Double
  ) -> Bool {
    guard let last, case .above(let nearby, let blocks, let opposed) = change else { return false }
    // Signatures of rows show few rows' displacement to a pixel or so.
    for shift in [nearby, nearby - 1, nearby + 1] {
      guard let found = standing.alignment(of: blocks, frame, key.picture, shift: shift, opposed: opposed)
      else { continue }
      isRearranged = true
      let position = key.position + shift
      let velocity = Double(position - last.position) / (time - last.time)
      self.last = LocatedFrame(time: time, position: position, isCertain: last.isCertain, velocity: velocity)
      note(
        time, position,
        link: Link(key: key.index, shift: shift, fraction: found.fraction, margin: found.margin),
        confidence: found.agreement, isChanged: true)
      renewKeys(under: [], frame)
      return true
    }
    return false
  }

  /// Begins anew at rest where a part of the picture, which has moved alone so far, turns out to play in a page that has begun to move; false in any other
  /// frame.
  ///
  /// A page that moves carries its content to where the part has played; two parts that scroll, each by itself, never show what the other one has shown.
  mutating func showsPage(_ outcome: FrameMatcher.Outcome, _ frame: Picture) -> Bool {
    if case .aligned = outcome, !matcher.leavesPart {
      surroundingsMoved = nil
      return false
    }
    let fixed = matcher.region.isKnown ? matcher.changedSurroundings : []
    guard !fixed.isEmpty else {
      surroundingsMoved = nil
      return false
    }
    let start = surroundingsMoved ?? lastIndex + 1
    surroundingsMoved = start
    let earlier = keys.latest(before: start)
    guard let first = earlier.last,
      let found = matcher.displacedSurroundings(fixed, of: frame, since: keys[first].picture),
      !outcome.isAligned(at: keys[first].position + found.shift, since: keys[keys.current])
    else { return false }
    // A page that moves by little changes few blocks.
    let before = earlier.first {
      standing.alignment(of: found.blocks, keys[$0].picture, keys[first].picture, shift: 0, opposed: 0) != nil
    }
    matcher.region.exchange(found.blocks)
    scenes[scenes.count - 1].holdAll(until: keys[before ?? first].index)
    keys.restart(from: first)
    forgetRest()
    last?.position = 0
    last?.velocity = 0
    surroundingsMoved = nil
    endLoss()
    return true
  }
}

extension FrameMatcher.Outcome {
  /// Returns true if it is the alignment with a key frame that has a position.
  fileprivate func isAligned(at position: Int, since key: KeyFrame) -> Bool {
    guard case .aligned(let alignment) = self else { return false }
    return key.position + alignment.shift == position
  }
}

extension Scene {
  /// Puts the frames up to one back to the offset of the first, as what has moved was a part of the content; those from there on, in which the rest may have
  /// begun to move, are of none.
  fileprivate mutating func holdAll(until end: Int) {
    let later = observations[min(end, observations.count)...].map(\.unmatched)
    observations.removeLast(later.count)
    hold(at: observations.first?.position ?? 0, from: 1)
    observations += later
  }
}
