/// Scenes: pictures that no displacement of those before explains.
extension OffsetTracker {
  mutating func lose(_ frame: Picture, _ time: Double, isChanged: Bool) {
    if matcher.isMostlyUnchanged {
      scenes[scenes.count - 1].isAnimated = true
      return note(time, last?.position ?? 0, doubt: .unmatched, isChanged: false)
    }
    lost += 1
    unexplained += 1
    note(time, last?.position ?? 0, doubt: .unmatched, isChanged: isChanged)
    guard lost >= Self.framesOfChange, matcher.showsContent, isAnotherScene(frame) else { return }
    beginScene(frame, time)
  }

  /// Returns true if the last frames scroll in a picture of their own, or stand still: frames of a game do neither.
  private mutating func isAnotherScene(_ frame: Picture) -> Bool {
    if var key = candidate, key.lastUse + Self.framesOfChange > count {
      let height = grid.height
      var matcher = FrameMatcher(grid: grid)
      let outcome = matcher.match(
        frame, with: &key, ranges: [-height...height], expected: [0], plausible: -height...height)
      if case .aligned = outcome { explained += 1 } else { explained = 0 }
    } else {
      candidate = KeyFrame(
        picture: frame, position: 0, index: 0, isSharp: true, isCertain: true,
        lastUse: count)
      explained = 0
    }
    return explained >= Self.framesOfScene
  }

  /// Continues an earlier scene where its picture has come back, as after an overscroll that stretched it.
  ///
  /// The frames between are none of a displacement. They are many and change slowly, so that they explain each other and began a scene; one
  /// that moved more than the earlier scene is another one.
  mutating func resume(_ frame: Picture, _ time: Double) {
    guard var state = former else { return }
    // Nothing else refers to its arrays, which are changed in place.
    former = nil
    let height = grid.height
    var found: (key: Int, frame: LocatedFrame)?
    for key in state.keys.order(near: Double(state.last?.position ?? 0)) where found == nil {
      let outcome = state.matcher.match(
        frame, with: &state.keys[key], ranges: [-height...height], expected: [],
        plausible: -height...height)
      guard case .aligned(let alignment) = outcome, alignment.isUnanimous, alignment.period == nil,
        let last = state.last
      else { continue }
      let position = state.keys[key].position + alignment.shift
      let rows = state.matcher.region.window.rows.count
      guard last.determines(position, at: time, unexplained: unexplained, isNear: true, rows: rows) else {
        continue
      }
      found = (key, LocatedFrame(time: time, position: position, isCertain: last.isCertain, velocity: 0))
    }
    guard let found else {
      former = state
      return
    }
    let later = scenes[(state.scene + 1)...]
    guard later.reduce(0, { $0 + $1.moving }) <= scenes[state.scene].moving else { return }
    // A scene begins with the frame that the one before ends with.
    scenes[state.scene].observations += later.flatMap { $0.observations.dropFirst() }.map(\.unmatched)
    scenes.removeSubrange((state.scene + 1)...)
    (matcher, keys, last) = (state.matcher, state.keys, found.frame)
    keys.use(found.key, count)
    forgetRest()
  }

  /// Begins a scene with a picture that nothing before explains.
  private mutating func beginScene(_ frame: Picture, _ time: Double) {
    let scene = scenes.count - 1
    if scenes[scene].moving >= former.map({ scenes[$0.scene].moving }) ?? 0 {
      former = Former(matcher: matcher, keys: keys, last: last, scene: scene)
    }
    scenes[scene].region = matcher.region
    matcher = FrameMatcher(grid: grid)
    scenes.append(Scene(region: matcher.region))
    keys.removeAll()
    forgetRest()
    keys.add(frame, at: 0, index: 0, isSharp: true, isCertain: true, use: count)
    last = LocatedFrame(time: time, position: 0, isCertain: true, velocity: 0)
    (lost, unexplained) = (0, 0)
    candidate = nil
    note(time, 0, confidence: 1, isChanged: false)
  }
}
