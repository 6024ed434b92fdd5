/// Content at rest, of which a part may move by itself: then the offset is that of the part that stands.
extension OffsetTracker {
  /// The blocks that agree with a key frame: with another one, others are compared.
  struct Agreement {
    /// The key frame's number in the scene.
    let key: Int
    let matched: Int

    /// The larger of two agreements with the same key frame, else this one.
    func larger(than earlier: Self?) -> Self {
      if let earlier, earlier.key == key, earlier.matched > matched { earlier } else { self }
    }

    /// Returns true if a number of blocks or more agree with the same key frame beyond another agreement.
    func exceeds(_ other: Self, by count: Int) -> Bool {
      key == other.key && matched >= other.matched + count
    }
  }

  /// The agreement of an alignment with the current key frame.
  func agreement(of alignment: Alignment) -> Agreement {
    Agreement(key: keys[keys.current].index, matched: alignment.matched)
  }

  /// The last rest of the content.
  struct Rest {
    let position: Int
    /// The time of its first frame, s.
    let start: Double
    /// The time of its last frame, s.
    let time: Double
    /// The number of the scene's frames up to its end.
    let end: Int
    /// The largest agreement in it.
    let agreement: Agreement?
    /// True if the content has been displaced as a whole since, by little.
    var wasLeft = false
  }

  /// The time at one position that is a rest, s: a part that begins to move slowly stands for some frames.
  private static let shortestRest = 0.15
  /// The time after a rest in which a part of the content may have begun to move by itself, s.
  private static let longestStart = 0.5
  /// Key frames that content is compared with at most.
  private static let comparedKeys = 4

  /// Notes that the last frame of the scene is located.
  ///
  /// - Parameter agreement: the blocks that agree in it; nil in one that repeats the frame before.
  mutating func followRest(_ frame: Picture, _ time: Double, _ agreement: Agreement? = nil) {
    guard let last else { return }
    let earlier = stop?.position == last.position ? stop : nil
    stop = (
      last.position, earlier?.time ?? time, agreement?.larger(than: earlier?.agreement) ?? earlier?.agreement
    )
    guard let stop, time - stop.time >= Self.shortestRest else { return }
    if rest?.position != last.position || rest?.start != stop.time { rested.keep(frame) }
    rest = Rest(
      position: last.position, start: stop.time, time: time, end: scenes.last?.observations.count ?? 0,
      agreement: stop.agreement)
  }

  /// Returns true if a part of the content at rest may have begun to move by a time.
  func followsRest(_ time: Double) -> Bool { rest.map { time - $0.time <= Self.longestStart } ?? false }

  /// Forgets the rest, where what the frames show is another picture.
  mutating func forgetRest() {
    (rest, stop, rearranged) = (nil, nil, nil)
    trail.removeAll()
  }

  /// Notes a located frame in which a part of the content stands where it rested, while another part moves, be it most of the picture or less; false for
  /// any other frame.
  mutating func showsStanding(_ alignment: Alignment, _ frame: Picture, _ time: Double) -> Bool {
    let position = keys[keys.current].position + alignment.shift
    guard let rest, let rested, position == rest.position else {
      return noteStanding(frame, time, position: position)
    }
    // Other blocks disagree in every frame.
    let agreesLess = rest.agreement?.exceeds(agreement(of: alignment), by: grid.minimumPart) ?? false
    guard agreesLess || standing.isRearranged(frame, since: rested, region: matcher.region)
    else { return false }
    return noteStanding(frame, time, position: nil)
  }

  /// Notes a frame in which a part of the content stands where it rested, while another part moves; false for any other frame.
  ///
  /// - Parameter position: the offset that most of the picture suits; nil where none does.
  mutating func noteStanding(_ frame: Picture, _ time: Double, position: Int?) -> Bool {
    guard let rest, let rested, rearranged != nil || followsRest(time) else { return false }
    let step = position.map { $0 - rest.position }
    if let step, abs(step) < StandingContent.minimumShift {
      if rearranged == nil, !rest.wasLeft,
        standing.isDisplaced(frame, since: rested, by: step, region: matcher.region)
      {
        self.rest?.wasLeft = true
      }
      return false
    }
    // A motion that comes back to the rest has been one all the same.
    guard step != nil || !rest.wasLeft else { return false }
    let seen = keys.before(rest.end, from: rest.position, count: Self.comparedKeys).map { keys[$0].located }
    if rearranged == nil, !seen.isEmpty {
      standing.compare(frame, since: rested, step: step, region: matcher.region)
    }
    for key in seen.isEmpty ? [] : seen + trail.before(rest.end, from: rest.position) {
      let shift = rest.position - key.position
      let found =
        rearranged == nil
        ? standing.alignment(
          of: frame, with: key.picture, shift: shift, step: step, region: matcher.region)
        : standing.continuation(of: frame, with: key.picture, shift: shift)
      guard let found else { continue }
      hold(rest)
      last = LocatedFrame(
        time: time, position: rest.position, isCertain: last?.isCertain ?? true, velocity: 0)
      note(
        time, rest.position,
        link: Link(key: key.index, shift: shift, fraction: found.fraction, margin: found.margin),
        confidence: found.agreement, isChanged: false)
      // An encoder that codes the picture once more moves nothing.
      if rearranged.map({ standing.differs(frame, from: $0.picture) }) ?? true {
        scenes[scenes.count - 1].notePartialMotion(at: time)
      }
      keep(frame)
      return true
    }
    // The content moves as a whole.
    if step != nil { self.rest = nil }
    return false
  }

  /// Puts the frames since the rest back to it: the part that moves had moved by too little to be told from the rest.
  private mutating func hold(_ rest: Rest) {
    guard rearranged == nil else { return }
    scenes[scenes.count - 1].hold(rest)
    keys.remove(from: rest.end)
    trail.remove(from: rest.end)
  }

  /// Keeps the last frame, by which later ones are located once the content moves as a whole.
  private mutating func keep(_ frame: Picture) {
    let index = lastIndex
    if rearranged == nil {
      rearranged = (frame, index)
    } else {
      rearranged?.picture.copy(frame)
      rearranged?.index = index
    }
  }

  /// Makes the last frame of a rest in which a part of the content has moved the key frame: the others show that part elsewhere.
  ///
  /// It is not known whether the blocks that show something else now scroll: it may be a keyboard.
  mutating func renewKeys() {
    guard let (picture, index) = rearranged, let rest else { return }
    rearranged = nil
    if let before = keys.before(rest.end, from: rest.position, count: 1).first {
      matcher.region.forget(
        standing.displaced(
          in: picture, since: keys[before].picture, shift: rest.position - keys[before].position,
          region: matcher.region))
    }
    keys.renew(picture, at: rest.position, index: index, isCertain: true, use: count)
  }

  /// Makes the last frame the key frame where something stands over the content that moved with it before, or content has been displaced in it.
  mutating func renewKeys(under overlay: [Int], _ frame: Picture) {
    guard !overlay.isEmpty || isRearranged, let last else { return }
    if isRearranged { trail.removeAll() }
    isRearranged = false
    matcher.region.forget(overlay)
    keys.renew(frame, at: last.position, index: lastIndex, isCertain: last.isCertain, use: count)
  }
}

extension Scene {
  /// The longest time between frames of one motion, s.
  private static let longestPause = 0.5

  /// Puts the frames since a rest back to its offset.
  fileprivate mutating func hold(_ rest: OffsetTracker.Rest) {
    hold(at: rest.position, from: rest.end)
  }

  /// Puts the frames from one on to an offset.
  mutating func hold(at position: Int, from start: Int) {
    guard start > 0, start <= observations.count else { return }
    let confidence = observations[start - 1].confidence
    for index in start..<observations.count {
      let time = observations[index].time
      observations[index] = Observation(
        time: time, position: position, link: nil, confidence: confidence, doubt: nil, isChanged: false)
      notePartialMotion(at: time)
    }
  }

  fileprivate mutating func notePartialMotion(at time: Double) {
    if let last = partialMotions.last, time - last.upperBound <= Self.longestPause {
      partialMotions[partialMotions.count - 1] = last.lowerBound...time
    } else {
      partialMotions.append(time...time)
    }
  }
}
