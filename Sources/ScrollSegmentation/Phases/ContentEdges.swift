import Recordings

/// The content's edges, as the springs that return to them show them.
extension PhaseNaming {
  /// The edges at which springs come to rest with the content beyond: the largest such offset below, the least above.
  func edges(of phases: [SegmentedPhase]) -> ClosedRange<Double>? {
    var low = known?.lowerBound ?? -.infinity
    var high = known?.upperBound ?? .infinity
    for index in phases.indices where phases[index].kind == .bounce {
      guard let (rest, side) = edge(phases, index) else { continue }
      if side < 0, !low.isFinite { low = rest }
      if side > 0, !high.isFinite { high = rest }
    }
    return low.isFinite || high.isFinite ? min(low, high)...max(low, high) : nil
  }

  /// The offset that a spring returns to, and the side that it returns from; nil where it springs to a place that is no edge.
  func edge(_ phases: [SegmentedPhase], _ index: Int) -> (rest: Double, side: Double)? {
    guard let fit = phases[index].segments.last?.fit, fit.model.coefficientCount == 3 else { return nil }
    let range = phases[index].range
    let rest = rest(phases, index, fit)
    let farthest = range.map { motion.offsets[$0] - rest }.max { abs($0) < abs($1) } ?? 0
    let before = index > 0 ? phases[index - 1] : nil
    // Momentum runs over the edge, so its side is where it was going; else the side is where the content was.
    let side = (before?.kind == .deceleration ? fit.coefficients[2] : farthest) < 0 ? -1.0 : 1.0
    if let edge = knownEdge(side), abs(edge - rest) > max(2 * motion.resolution, 2 * motion.unit) {
      return nil
    }
    guard let before else { return (rest, side) }
    // Dragged or glided towards the place it springs to, without passing it: a snap.
    var first = index - 1
    while first > 0, phases[first].kind == .rest { first -= 1 }
    // A finger that catches a glide goes on from where that set off.
    let isCatch = first > 0 && phases[first].kind == .drag && phases[first - 1].kind == .deceleration
    let origin = motion.offsets[phases[isCatch ? first - 1 : first].range.lowerBound]
    let travel = motion.offsets[before.range.upperBound - 1] - origin
    if phases[first].kind == .drag, travel * side < 0 { return nil }
    if before.kind == .deceleration, travel * side < 0 { return nil }
    // Content that rests beyond a place elsewhere has no edge there; engines stop their springs within a point of it.
    let isPassed = phases.indices.contains { other in
      restsByItself(phases, other)
        && (motion.offsets[phases[other].range.lowerBound] - rest) * side
          > max(2 * motion.resolution, motion.unit)
    }
    return isPassed ? nil : (rest, side)
  }

  /// Begins a bounce where the content passes its edge: until then it decelerates, and at the edge both models have one offset and
  /// velocity, so that a change point may lie a sample or two early.
  func crossings(_ phases: inout [SegmentedPhase], _ edges: ClosedRange<Double>?) {
    guard let edges else { return }
    for index in phases.indices.dropFirst() {
      let range = phases[index].range
      guard phases[index].kind == .bounce, phases[index - 1].kind == .deceleration else { continue }
      let inside = range.prefix { edges.distance(beyond: motion.offsets[$0]) < -motion.resolution }.count
      guard (1...Self.samplesBeforeEdge).contains(inside), inside < range.count else { continue }
      let start = range.lowerBound + inside
      phases[index - 1].range = phases[index - 1].range.lowerBound..<start
      phases[index].range = start..<range.upperBound
      phases[index].begins = start...start
    }
  }

  /// The most samples by which a bounce may be found to begin before its edge.
  private static let samplesBeforeEdge = 3

  /// The edge that is known on a side; nil where none is.
  private func knownEdge(_ side: Double) -> Double? {
    (side < 0 ? known?.lowerBound : known?.upperBound).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns true if nothing holds the content in a rest: no finger brought it there, and no program moves it on, as after a
  /// refresh beyond an edge.
  private func restsByItself(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    guard phases[index].kind == .rest else { return false }
    guard index > 0, phases[index - 1].kind != .deceleration else { return true }
    let springs: [PhaseKind] = [.bounce, .snap]
    if index + 1 < phases.count, springs.contains(phases[index + 1].kind) {
      // What springs back from beyond an edge was held there by a finger, not brought there by a spring.
      return springs.contains(phases[index - 1].kind)
        && travel(phases[index - 1].range) * travel(phases[index + 1].range) < 0
    }
    return phases[index - 1].kind == .bounce && (index + 1 == phases.count || phases[index + 1].kind == .drag)
  }

  /// The offset of the rest that follows, where the model agrees with it to the resolution; else the model's own.
  func rest(_ phases: [SegmentedPhase], _ index: Int, _ fit: SegmentFit) -> Double {
    level(phases, index) ?? ownRest(fit)
  }

  /// The offset that a spring's own fit comes to rest at.
  func ownRest(_ fit: SegmentFit) -> Double { motion.offsets[fit.range.lowerBound] + fit.coefficients[0] }

  /// The offset of the rest that follows a spring, where the spring's own does not contradict it: content that stops short of its
  /// rest does not show where it was going.
  func level(_ phases: [SegmentedPhase], _ index: Int) -> Double? {
    guard let fit = phases[index].fit else {
      return index + 1 < phases.count && phases[index + 1].kind == .rest
        ? motion.offsets[phases[index + 1].range.lowerBound] : nil
    }
    var level: Double?
    if index + 1 < phases.count {
      guard phases[index + 1].kind == .rest else { return nil }
      level = motion.offsets[phases[index + 1].range.lowerBound]
    } else if let settled = settledSample(fit, within: motion.resolution, over: fit.range),
      settled < fit.range.upperBound
    {
      level = motion.offsets[fit.range.upperBound - 1]
    }
    guard let level else { return nil }
    // Content that stands still at a known edge has returned to it, wherever the spring was going.
    let isAtEdge = [-1, 1].contains { side in
      knownEdge(side).map { abs($0 - level) <= motion.resolution } ?? false
    }
    return isAtEdge || abs(level - ownRest(fit)) <= 1.5 * motion.resolution ? level : nil
  }
}

extension ClosedRange<Double> {
  /// The distance of an offset beyond the nearer edge; negative inside.
  func distance(beyond offset: Double) -> Double { Swift.max(offset - upperBound, lowerBound - offset) }
}

/// A glide that is over before it shows its model: the content is let go a few frames before it meets its edge.
extension PhaseNaming {
  /// Puts a deceleration between a drag inside the edges and a bounce that begins at one: what a finger holds does not bounce, and
  /// beyond the edge the finger would have been held back before.
  ///
  /// Nothing but its end is known of such a glide: it is taken for half as long as one that shows its model, give or take that.
  func glides(_ phases: [SegmentedPhase]) -> [SegmentedPhase] {
    let shown = Regime.momentum.minimumSamples
    var parted: [SegmentedPhase] = []
    for phase in phases {
      if phase.kind == .bounce, let drag = parted.last, drag.kind == .drag, drag.range.count > 1,
        let edge = edgeSample(phase)
      {
        // What springs to a snap position meets no edge: the finger may have held it until then.
        let snap = phase.alternatives.first { $0.kind == .snap }?.probability
        let end = drag.range.upperBound
        let start = max(drag.range.lowerBound + 1, min(end - 1, edge - shown / 2))
        let first = max(drag.range.lowerBound + 1, min(start, edge - shown + 1))
        parted[parted.count - 1].range = drag.range.lowerBound..<start
        parted.append(
          SegmentedPhase(
            kind: .deceleration, range: start..<end, begins: first...(end - 1), segments: [],
            alternatives: snap.map { [PhaseAlternative(kind: .drag, model: nil, probability: $0)] } ?? []))
      }
      parted.append(phase)
    }
    return parted
  }

  /// The sample at which a spring passes its rest, where it does so within a frame or two of its beginning, outwards.
  private func edgeSample(_ phase: SegmentedPhase) -> Int? {
    guard let fit = phase.fit, fit.model.isSpring, fit.coefficients[2] != 0 else { return nil }
    let frames = -fit.coefficients[1] / (fit.coefficients[2] * motion.interval)
    guard frames.magnitude <= 2.5 else { return nil }
    return phase.range.lowerBound + max(0, Int(frames.rounded(.up)))
  }
}

/// A bounce whose way out follows another model than its way back.
extension PhaseNaming {
  /// Gives a bounce its way out, where that was taken for a finger's: content that flies over an edge at full speed and turns beyond it, about where and
  /// when the spring of its way back would turn it, was let go before. A hand does not know where the edge is.
  ///
  /// Engines step their springs by the frame, or weaken them with the distance, so that one spring need not explain both ways.
  func waysOut(_ phases: inout [SegmentedPhase]) {
    var index = 1
    while index + 1 < phases.count {
      if let spring = wayOut(phases, index) {
        let start = spring.range.lowerBound
        phases[index + 1].range = spring.range
        phases[index + 1].begins = (start - 1)...start
        phases[index + 1].segments = [Segment(regime: .spring, range: spring.range, fit: spring)]
        phases.remove(at: index)
      }
      index += 1
    }
  }

  /// The spring of a way out and the bounce after it; nil where it may be a finger's.
  private func wayOut(_ phases: [SegmentedPhase], _ index: Int) -> SegmentFit? {
    let (before, out, back) = (phases[index - 1], phases[index], phases[index + 1])
    guard out.kind == .rubberBand, back.kind == .bounce, let spring = back.fit, before.kind == .drag,
      motion.duration(out.range) <= Self.longestWayOut,
      !out.range.contains(where: { states.indices.contains($0) && states[$0] == .dragging })
    else { return nil }
    let range = out.range.lowerBound..<back.range.upperBound
    // Recorded states may show that no finger moves it.
    if !states.isEmpty, out.range.allSatisfy({ states[$0] == .decelerating }) {
      return SegmentFitter(motion).fit(.spring, range, from: SegmentModel.spring.starts)
    }
    guard before.range.count > Self.samplesBefore else { return nil }
    // Up to the edge its speed hardly falls, and does not rise as a finger's may; beyond it only falls.
    let crossing = out.range.lowerBound - 1
    let early = motion.meanVelocity(crossing - 4, crossing - 2)
    let late = motion.meanVelocity(crossing - 2, crossing)
    guard early != 0, Self.fullSpeed.contains(late / early), slowsDown(out.range),
      turns(spring, out.range, velocity: late)
    else { return nil }
    return SegmentFitter(motion).fit(.spring, range, from: SegmentModel.spring.starts)
  }

  /// Returns true if a spring turns content that passes its rest with a velocity about where and when the content turns.
  private func turns(_ spring: SegmentFit, _ out: Range<Int>, velocity: Double) -> Bool {
    let rest = ownRest(spring)
    let displacements = out.map { motion.offsets[$0] - rest }
    guard let (turn, overscroll) = displacements.enumerated().max(by: { $0.1.magnitude < $1.1.magnitude }),
      overscroll * velocity > 0
    else { return false }
    let passes = motion.times[out.lowerBound] - displacements[0] / velocity
    let time = motion.times[out.lowerBound + turn] - passes
    let expected = velocity * spring.model.columns(at: time, spring.rates).basis[2]
    return Self.overscrolls.contains(overscroll / expected)
      && Self.turningTimes.contains(time * spring.rates[0] / spring.dampingRatio)
  }

  /// The longest way out of a bounce that is looked for, s: a critical spring of 10 1/s turns after 0.1 s, few hands do.
  private static let longestWayOut = 0.1
  /// The share of its speed that content keeps up to the edge where no finger moves it.
  private static let fullSpeed = 0.85...1.03
  /// The samples before the edge that show it.
  private static let samplesBefore = 5
  /// The overscroll in that of the spring of the way back, which Kivy weakens with the distance.
  private static let overscrolls = 0.6...1.4
  /// The time to the turn in the spring's own, 1/ω, after which a critical one turns.
  private static let turningTimes = 0.7...1.4
}
