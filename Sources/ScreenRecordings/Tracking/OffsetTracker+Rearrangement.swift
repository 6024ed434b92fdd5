/// Content that is rearranged while it moves: rows that are inserted or removed displace what lies below them, and the offset is that of the part above.
extension OffsetTracker {
  /// Notes a frame in which the larger part of the content is displaced by a change of the layout above it; false for any other frame, also one of which the
  /// smaller part is (``isRearranged``).
  ///
  /// - Parameter alignment: the displacement that most of the picture suits; nil where none does.
  /// - Complexity: O(shifts · rows + compared pixels) in the first frame that leaves a part unexplained, else O(blocks).
  mutating func showsRearrangement(_ alignment: Alignment?, _ frame: Picture, _ time: Double) -> Bool {
    let leavesPart = alignment == nil || matcher.leavesPart
    defer { leftPart = leavesPart && !isRearranged }
    isRearranged = false
    guard leavesPart, !leftPart, lost == 0, let last, last.velocity != 0, matcher.region.isKnown,
      time - last.time <= Self.longestPrediction
    else { return false }
    let index = keys.order(near: predicted(time)).first ?? keys.current
    let key = keys[alignment == nil ? index : keys.current]
    let next = Int(predicted(time).rounded())
    let near = nearness(of: abs(next - last.position)) / 2
    switch matcher.rearrangement(of: frame, since: key, alignment, near: near, of: next - key.position) {
    case nil: return false
    case .below:
      isRearranged = true
      return false
    case .above(let shift, let blocks, let opposed):
      guard let found = standing.alignment(of: blocks, frame, key.picture, shift: shift, opposed: opposed) else {
        return false
      }
      isRearranged = true
      let position = key.position + shift
      let velocity = Double(position - last.position) / (time - last.time)
      self.last = LocatedFrame(time: time, position: position, isCertain: key.isCertain, velocity: velocity)
      note(
        time, position,
        link: Link(key: key.index, shift: shift, fraction: found.fraction, margin: found.margin),
        confidence: found.agreement, isChanged: true)
      renewKeys(under: [], frame)
      leftPart = false
      return true
    }
  }

  /// Begins anew at rest where a part of the picture, which has moved alone so far, turns out to play in a page that begins to move; false in any other frame.
  mutating func showsPage(_ outcome: FrameMatcher.Outcome, _ frame: Picture) -> Bool {
    if case .aligned = outcome, !matcher.leavesPart { return false }
    guard matcher.region.isKnown, let page = matcher.displacedSurroundings(of: frame, since: keys[keys.current].picture)
    else { return false }
    matcher.region.exchange(page)
    scenes[scenes.count - 1].holdAll()
    keys.restart()
    forgetRest()
    last?.position = 0
    last?.velocity = 0
    endLoss()
    return true
  }
}

extension Scene {
  /// Puts all frames back to the offset of the first: what has moved was a part of the content.
  fileprivate mutating func holdAll() {
    guard let first = observations.first else { return }
    hold(at: first.position, from: 1)
  }
}
