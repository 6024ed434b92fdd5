import Recordings

/// Motions that look like a glide and cannot be one, for where they are or what comes after them.
extension PhaseNaming {
  /// Takes a deceleration or a spring for a finger's motion where the next spring shows that it was held: content springs from a rest only where a
  /// finger held it beyond the edge, so a finger brought it there; and content that is let go beyond an edge springs at once,
  /// without a glide.
  ///
  /// A motion whose rates other motions of the recording have too stays an engine's, with the model that has them.
  func held(_ phases: inout [SegmentedPhase]) {
    // A hand keeps to an engine's curve by chance.
    let hasPull = hasPull(phases)
    var index = 0
    while index < phases.count {
      let phase = phases[index]
      let isFingers =
        phase.kind == .deceleration && (hasPull || phase.engine == nil) && isHeld(phases, index)
        || phase.kind == .bounce && isTakenBack(phases, index)
      if isFingers, let fit = repeatedFit(phases, index) {
        phases[index].take(fit)
      } else if isFingers {
        index = takenForDrag(&phases, index, because: .held)
      }
      index += 1
    }
  }

  /// Takes a glide or a snap that ends beyond an edge and does not return for a finger's motion: content that is let go there springs
  /// back.
  func overscrolled(_ phases: inout [SegmentedPhase], _ edges: ClosedRange<Double>?) {
    guard let edges else { return }
    var index = 0
    while index < phases.count {
      let isFree = phases[index].kind == .deceleration || phases[index].kind == .snap
      let next = index + 1 < phases.count ? phases[index + 1].kind : .rest
      if isFree, next == .drag || next == .rest, goesOut(phases[index].range, edges) {
        index = takenForDrag(&phases, index, because: .beyondEdge)
      }
      index += 1
    }
  }

  /// Returns true if the content is beyond an edge at the last sample of a range, and farther out than at the first.
  private func goesOut(_ range: Range<Int>, _ edges: ClosedRange<Double>) -> Bool {
    let first = edges.distance(beyond: motion.offsets[range.lowerBound])
    let last = edges.distance(beyond: motion.offsets[range.upperBound - 1])
    return last > 2 * motion.resolution && last > first
  }

  /// Takes a free motion for a finger's where the recorded states show a finger from its first sample to its last, but for the few by which
  /// either end may be off: a hand may move as a model does.
  func recordedDrags(_ phases: inout [SegmentedPhase]) {
    guard !states.isEmpty else { return }
    let free: [PhaseKind] = [.deceleration, .bounce, .snap, .programmatic, .constantVelocity]
    var index = 0
    while index < phases.count {
      if free.contains(phases[index].kind), isDragged(phases[index].range) {
        index = takenForDrag(&phases, index, because: .recorded)
      }
      index += 1
    }
  }

  private func isDragged(_ range: Range<Int>) -> Bool {
    guard let first = range.first(where: { states[$0] == .dragging }),
      let last = range.last(where: { states[$0] == .dragging })
    else { return false }
    let touched = first...last
    return first - range.lowerBound <= TouchHints.reach && range.upperBound - 1 - last <= TouchHints.reach
      && 2 * touched.count > range.count
      && touched.allSatisfy { states[$0] == .dragging || states[$0] == nil }
      && touched.count(where: { states[$0] == .dragging }) >= touched.count * 4 / 5
  }

  /// Makes a phase a drag, one with the drags beside it, and returns its index.
  private func takenForDrag(
    _ phases: inout [SegmentedPhase], _ index: Int, because reason: FingerReason
  ) -> Int {
    phases[index].kind = .drag
    phases[index].alternatives = []
    var first = index
    if index > 0, phases[index - 1].kind == .drag { first -= 1 }
    let last = index + 1 < phases.count && phases[index + 1].kind == .drag ? index + 1 : index
    for _ in first..<last { phases[first].join(phases.remove(at: first + 1)) }
    phases[first].fingerReason = reason
    return first
  }

  /// Returns true if what comes to rest like a spring springs back from there: a finger brought it there and let it go.
  ///
  /// Content that a finished refresh sends on goes on the same way.
  private func isTakenBack(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    guard index + 2 < phases.count, phases[index + 2].kind == .bounce, let fit = phases[index + 2].fit,
      !isRecordedRelease(phases[index])
    else { return false }
    let range = phases[index].range
    let pause = motion.duration(phases[index + 1].range)
    switch phases[index + 1].kind {
    case .rest: guard pause <= Self.longestHold else { return false }
    case .drag: guard pause <= SegmentFitter.minimumPull else { return false }
    default: return false
    }
    let travel = motion.offsets[range.upperBound - 1] - motion.offsets[range.lowerBound]
    return travel * fit.coefficients[1] > 0
  }

  /// The fit of a free motion whose rates other free motions near it have, one that has two of them, else two; nil where there is none: engines
  /// move by constants, and no two motions of a hand are alike to a percent.
  ///
  /// - Complexity: O(samples of the motions near it).
  private func repeatedFit(_ phases: [SegmentedPhase], _ index: Int) -> SegmentFit? {
    let free: [PhaseKind] = [.deceleration, .bounce]
    let near = (max(index - Self.reach, 0)...min(index + Self.reach, phases.count - 1))
      .filter { $0 != index && free.contains(phases[$0].kind) }
    return ratedFits(phases[index]).first { fit in
      let alike = near.count { other in
        guard let other = ratedFit(phases[other], like: fit.model) else { return false }
        return explains(fit, with: other) && explains(other, with: fit)
      }
      return alike + fit.model.rateCount > 2
    }
  }

  /// The fits with an engine's rates that explain a free motion: its own, and an exponential, which is a spring that starts at −δ times its displacement.
  private func ratedFits(_ phase: SegmentedPhase) -> [SegmentFit] {
    guard let model = phase.fit?.model else { return [] }
    let models: [SegmentModel] =
      switch model {
      case .spring, .criticalSpring: [model, .exponential]
      case .exponential, .exponentialWithDrift: [model]
      default: []
      }
    return models.compactMap { ratedFit(phase, like: $0) }
  }

  /// The fit of a free motion by a model, be it a spring of another kind; nil where it does not explain it.
  private func ratedFit(_ phase: SegmentedPhase, like model: SegmentModel) -> SegmentFit? {
    var fit = phase.fit.flatMap { $0.model == model || $0.model.isSpring && model.isSpring ? $0 : nil }
    if fit == nil, model == .exponential {
      let fitter = SegmentFitter(motion)
      fit = fitter.fit(model, phase.range, from: fitter.starts(model, phase.range))
    }
    return fit.flatMap { $0.isExplained ? $0 : nil }
  }

  /// Returns true if the rates of one fit are those of another, to a percent or to within their noise, and the other's samples determine them to less than a percent.
  private func explains(_ fit: SegmentFit, with other: SegmentFit) -> Bool {
    func excess(_ factor: Double) -> Double {
      let rates = SIMD2(factor, other.model == .spring ? factor * factor : factor) * other.rates
      let found = SegmentFitter(motion).linearized(other.model, fit.range, rates, slopes: nil)
      return (found.chiSquared - fit.chiSquared) / fit.scale
    }
    let different = excess(1.1)
    return different > Self.determined && excess(1) < max(Self.alike, different / 100)
  }

  /// The phases before and after a motion that it is compared with.
  private static let reach = 16

  /// The least χ² by which rates that are a tenth larger leave more where a motion determines them to 0.6 %.
  private static let determined = 300.0

  /// The χ² by which equal rates may leave more by noise: those of two rates at a probability of 0.2 %.
  private static let alike = 12.0

  /// A finger holds the content for less than this before it lets go, s.
  static let longestHold = 1.5

  /// A finger slows down before it holds for less than this, s; what glides for longer was let go.
  private static let longestStop = 1.0

  private func isHeld(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    guard index + 1 < phases.count else { return false }
    let next = phases[index + 1]
    if next.kind == .rest {
      // The finger may tremble before it lifts.
      let after = phases[(index + 1)...].first {
        $0.kind != .rest && !($0.kind == .drag && motion.duration($0.range) <= SegmentFitter.minimumPull)
      }
      return after?.kind == .bounce && motion.duration(phases[index].range) <= Self.longestStop
    }
    guard next.kind == .bounce, let fit = next.fit, fit.model.isSpring else { return false }
    let rest = ownRest(fit)
    let start = motion.offsets[phases[index].range.lowerBound] - rest
    // A bounce may begin before it passes the edge, with velocity enough to do so: it is on the side that it goes to, else where
    // it is farthest.
    let (displacement, velocity) = (fit.coefficients[1], fit.coefficients[2])
    let slowest = (fit.rates[0] + max(0, fit.rates[1]).squareRoot()) * displacement.magnitude
    let passes = displacement * velocity < 0 && velocity.magnitude > slowest
    let farthest = next.range.map { motion.offsets[$0] - rest }.max { $0.magnitude < $1.magnitude } ?? 0
    return start * (passes ? velocity : farthest) > 0 && start.magnitude > 2 * motion.resolution
  }
}

extension SegmentedPhase {
  /// Becomes the motion that a fit describes.
  fileprivate mutating func take(_ fit: SegmentFit) {
    guard fit.model != self.fit?.model else { return }
    let regime: Regime = fit.model.isSpring ? .spring : .momentum
    kind = fit.model.isSpring ? .bounce : .deceleration
    segments = [Segment(regime: regime, range: range, fit: fit)]
    alternatives = []
  }
}

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
  func travel(_ range: Range<Int>) -> Double {
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
