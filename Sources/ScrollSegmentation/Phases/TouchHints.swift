import Recordings

/// The recorded states of a scroll view.
struct TouchHints {
  let states: [TouchState?]
  /// The number of samples by which a motion that was found may begin before or after the recorded release.
  static let reach = 4

  /// The recorded states; of a recording with a finger's travel alone, dragging wherever it changes and the content does not go the other way.
  static func states(of trace: Trace, axis: Axis) -> [TouchState?] {
    guard trace.states.allSatisfy({ $0 == nil }), let travel = trace.fingers[axis],
      let offsets = trace.offsets[axis]
    else { return trace.states }
    return travel.indices.map { sample in
      guard sample > 0 else { return nil }
      let (step, moved) = (travel[sample] - travel[sample - 1], offsets[sample] - offsets[sample - 1])
      return step != 0 && step * moved >= 0 ? .dragging : nil
    }
  }

  /// Moves the beginning of what moves by itself to where the scroll view stopped dragging, where that is near.
  ///
  /// A return may set in after that, by less than a frame (UIScrollView's by 7 ms): its first sample still lies where the finger
  /// left it. So a spring that was found to begin later begins at the second sample.
  func position(_ phases: inout [SegmentedPhase]) {
    for index in phases.indices.dropFirst() {
      let (before, after) = (phases[index - 1], phases[index])
      guard before.kind == .drag || before.kind == .rubberBand,
        [.deceleration, .bounce, .snap].contains(after.kind)
      else { continue }
      let likely = after.begins ?? after.range.lowerBound...after.range.lowerBound
      let window =
        max(
          before.range.lowerBound + 1, likely.lowerBound - Self.reach)...min(
          after.range.upperBound - 1, likely.upperBound + Self.reach)
      let change = window.first {
        states[$0 - 1] == .dragging && states[$0] != .dragging && states[$0] != nil
      }
      guard let change else { continue }
      let isLater = after.kind == .bounce && after.range.lowerBound > change
      let start = isLater ? change + 1 : change
      phases[index - 1].range = before.range.lowerBound..<start
      phases[index].range = start..<after.range.upperBound
      phases[index].begins = change...start
    }
  }
}

/// Motion that the recorded states show to be the content's own.
extension PhaseNaming {
  /// The shortest run of samples without a finger that is taken out of a drag.
  private static let minimumRelease = 4

  /// Takes out of drags what the scroll view calls decelerating, where it slows down and no spring follows, which may begin
  /// anywhere in it and is more than its end: it moves by itself, if by no known model.
  func release(_ phases: inout [SegmentedPhase]) {
    var index = 0
    while index < phases.count {
      defer { index += 1 }
      let next = index + 1 < phases.count ? phases[index + 1] : nil
      guard phases[index].kind == .drag, let own = firstRelease(phases[index].range), slowsDown(own)
      else { continue }
      let drag = phases[index]
      let tail = next.flatMap { own.upperBound == drag.range.upperBound && isTail($0, of: own) ? $0 : nil }
      guard tail != nil || next?.kind != .bounce && next?.kind != .snap else { continue }
      var parts: [SegmentedPhase] = []
      for (range, kind) in [
        (drag.range.lowerBound..<own.lowerBound, PhaseKind.drag), (own, .deceleration),
        (own.upperBound..<drag.range.upperBound, .drag),
      ] where !range.isEmpty {
        let isFirst = range.lowerBound == drag.range.lowerBound
        parts.append(
          SegmentedPhase(
            kind: kind, range: range, begins: isFirst ? drag.begins : range.lowerBound...range.lowerBound,
            segments: drag.segments.filter { $0.range.overlaps(range) }))
      }
      phases.replaceSubrange(index...index, with: parts)
      if own.lowerBound > drag.range.lowerBound { index += 1 }
      // No finger parts it from a deceleration that follows.
      if index + 1 < phases.count,
        tail != nil
          || phases[index + 1].kind == .deceleration
            && states[phases[index + 1].range.lowerBound] == .decelerating
      {
        phases[index].join(phases.remove(at: index + 1))
        if tail != nil { rest(&phases, after: index) }
      }
    }
  }

  /// The first samples of a range at which the scroll view decelerates, long enough to show a motion.
  private func firstRelease(_ range: Range<Int>) -> Range<Int>? {
    guard !states.isEmpty else { return nil }
    var start = range.lowerBound
    while let first = (start..<range.upperBound).first(where: { states[$0] == .decelerating }) {
      let end = (first..<range.upperBound).first { states[$0] != .decelerating } ?? range.upperBound
      if end - first >= Self.minimumRelease { return first..<end }
      start = end
    }
    return nil
  }
}
