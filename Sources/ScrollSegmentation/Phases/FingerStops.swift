import Recordings

/// Models on samples that show none, and models that a finger's stop looks like.
extension PhaseNaming {
  /// A model on fewer samples than show one means nothing: they belong to the drag before, else to the rest beside it.
  func absorb(_ phases: inout [SegmentedPhase]) {
    let models: [PhaseKind] = [.deceleration, .bounce, .snap, .programmatic, .constantVelocity]
    var index = 0
    while index < phases.count {
      defer { index += 1 }
      guard models.contains(phases[index].kind) else { continue }
      if isFingersStopAfterGlide(phases, index) {
        phases[index - 2].join(phases.remove(at: index - 1))
        index -= 1
      } else {
        let isShort = phases[index].range.count < Self.minimumSamples
        guard isShort || isFingersStop(phases, index) || isFingersSlowing(phases, index) else { continue }
      }
      if index > 0, phases[index - 1].kind == .drag || phases[index - 1].kind == .rest {
        let short = phases.remove(at: index)
        index -= 1
        phases[index].range = phases[index].range.lowerBound..<short.range.upperBound
        if phases[index].kind == .rest, !motion.isStill(short.range) { phases[index].kind = .drag }
        if index + 1 < phases.count, phases[index].kind == .drag, phases[index + 1].kind == .drag {
          phases[index].join(phases.remove(at: index + 1))
        }
      } else {
        phases[index].kind = .drag
        phases[index].alternatives = []
      }
    }
  }

  /// Returns true if a spring that follows a finger is over sooner than engines' springs are: a finger stops like that.
  private func isFingersStop(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    guard phases[index].kind == .bounce, index > 0, phases[index - 1].kind == .drag,
      let finger = phases[index - 1].segments.last
    else { return false }
    let range = phases[index].range
    let travel = motion.offsets[range.upperBound - 1] - motion.offsets[range.lowerBound]
    let goesOn = travel * motion.velocity(at: finger.range.upperBound - 1, in: finger.range) > 0
    return motion.duration(range) < (goesOn ? Self.minimumSnap : Self.minimumBounce)
  }

  /// Returns true if a brief spring follows a glide that was a finger's just before: a finger may stop like both.
  private func isFingersStopAfterGlide(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    guard phases[index].kind == .bounce, index > 1, phases[index - 1].kind == .deceleration,
      phases[index - 2].kind == .drag, !isRecordedRelease(phases[index - 1])
    else { return false }
    return motion.duration(phases[index].range) < Self.minimumBounce
      && motion.duration(phases[index - 1].range) < Self.longestGlideOfStop
  }

  /// The longest glide that the beginning of a finger's stop looks like, s.
  private static let longestGlideOfStop = 0.3

  /// Returns true if a glide that follows a finger is that finger as it slows down: the content turns round at once.
  private func isFingersSlowing(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    guard phases[index].kind == .deceleration, phases[index].fit != nil, index > 0, index + 1 < phases.count,
      phases[index - 1].kind == .drag, !isRecordedRelease(phases[index])
    else { return false }
    let isTurn =
      phases[index + 1].kind == .rest && motion.duration(phases[index + 1].range) < Self.longestTurn
    let next = isTurn ? index + 2 : index + 1
    return motion.duration(phases[index].range) < Self.longestSlowing && next < phases.count
      && phases[next].kind == .drag
      && travel(phases[index].range) * travel(phases[next].range.prefix(Self.samplesOfTurn)) < 0
  }

  /// Returns true if the scroll view decelerates where a phase begins, by its recorded states.
  private func isRecordedRelease(_ phase: SegmentedPhase) -> Bool {
    !states.isEmpty && states[phase.range.lowerBound] == .decelerating
  }

  /// The travel from the sample before a range to its last.
  private func travel(_ range: Range<Int>) -> Double {
    motion.offsets[range.upperBound - 1] - motion.offsets[max(range.lowerBound - 1, 0)]
  }

  /// The samples of a finger's motion that show its direction.
  private static let samplesOfTurn = 9

  /// The longest rest of a finger that turns round, s.
  private static let longestTurn = 0.06

  /// The longest time in which a finger slows down to turn round, s.
  private static let longestSlowing = 0.3

  /// The shortest spring of an engine to a place ahead, s.
  private static let minimumSnap = 0.22

  /// The shortest spring of an engine back to an edge, s.
  private static let minimumBounce = 0.15

  /// The fewest samples of a phase that has a model.
  private static let minimumSamples = 4
}
