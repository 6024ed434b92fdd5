import Recordings
import ScrollFitting
import ScrollModels

/// The content's motion at each release of a recorded finger.
struct ObservedReleases {
  let gestures: TouchGestures
  /// The fits of the trace and axis that the samples prefer.
  let fits: [Fit]
  /// The time between frames, s.
  let interval: Double
  /// s.
  let timestampJitter: Double
  var threads = 1

  /// s: a fling that begins later is another motion's.
  private static let onset = 0.1
  /// s: a finger that stood still so long is held; what becomes of its velocity is no question of the estimator.
  private static let hold = 0.1

  /// s, since a release: what its picture shows.
  private static let surroundings = -0.25...0.1

  /// A gesture with the release at its end.
  private struct Gesture {
    let range: Range<Int>
    let release: Double
    let halfWidth: Double
    /// The fitted fling that follows; nil for none.
    let fling: FittedFling?
  }

  /// The releases that end in a fling or at rest; bounces, returns and held fingers are left out.
  var releases: [ObservedRelease] {
    let (found, launches) = flungGestures
    let motions = found.indices.compactMap { launches[$0].first?.motion ?? found[$0].fling?.motion }
    return found.indices.compactMap { observed(found[$0], launches[$0], after: motions) }
  }

  /// The gestures with the launches of their flings.
  ///
  /// A short throw of an engine may look like a spring: snaps behind releases are flings where a row of the catalogue follows all of them
  /// and all flings.
  private var flungGestures: ([Gesture], [[FlingLaunch]]) {
    func gestures(_ kinds: [PhaseKind]) -> [Gesture] {
      let touches = self.gestures.ranges.map { self.gestures.trace.times[$0.lowerBound] }
      let flings = fits.flings(kinds, interval: interval, gestures: touches)
      return self.gestures.ranges.map { gesture($0, flings) }
    }
    let flings = gestures([.deceleration])
    let all = gestures([.deceleration, .snap])
    if all.count(where: { $0.fling != nil }) > flings.count(where: { $0.fling != nil }) {
      let launches = launches(of: all)
      if launches.contains(where: { !$0.isEmpty }) { return (all, launches) }
    }
    return (flings, launches(of: flings))
  }

  private func gesture(_ range: Range<Int>, _ flings: [FittedFling]) -> Gesture {
    let (release, halfWidth) = gestures.release(of: range, interval: interval)
    let last = gestures.trace.times[range.upperBound - 1]
    return Gesture(
      range: range, release: release, halfWidth: halfWidth,
      fling: flings.first { $0.from >= last - interval && $0.from - release <= Self.onset })
  }

  /// The launches of each gesture's fling by the engines whose rows all flings follow; empty without a fling.
  private func launches(of found: [Gesture]) -> [[FlingLaunch]] {
    let gathering = PhaseGathering(trace: gestures.trace, axis: gestures.axis, identifier: Identifier())
    let candidates = found.map { gesture in
      gesture.fling.flatMap { fling in
        gathering.fling(from: max(fling.from, gesture.release), to: fling.to).map { phase in
          fling.candidate(
            ReleasedFling(
              phase: phase, release: gesture.release, halfWidth: gesture.halfWidth, interval: interval,
              jitter: timestampJitter))
        }
      }
    }
    var found = EngineLaunches(candidates: candidates.compactMap(\.self), threads: threads).launches[...]
    return candidates.map { $0 == nil ? [] : found.popFirst() ?? [] }
  }

  private func observed(
    _ gesture: Gesture, _ launches: [FlingLaunch], after motions: [FlingMotion]
  ) -> ObservedRelease? {
    let (range, release) = (gesture.range, gesture.release)
    guard range.count >= 3 else { return nil }
    let touch = gestures.samples(of: range, release: release)
    guard let newest = touch.times.last, touch.times.count >= 3, release - newest <= Self.hold else {
      return nil
    }
    let before = velocity(before: range, motions)
    func observed(_ outcome: ObservedRelease.Outcome, _ launches: [ObservedRelease.Launch])
      -> ObservedRelease?
    {
      launches.first.map {
        ObservedRelease(
          touch: touch, outcome: outcome, halfWidth: gesture.halfWidth, content: content(around: release),
          launch: $0, launches: launches, velocityBefore: before.value, velocityBeforeError: before.error)
      }
    }
    if let fling = gesture.fling {
      let own = launches.map { launch in
        ObservedRelease.Launch(
          engine: launch.row.engine, velocity: launch.velocity, standardError: launch.standardError,
          delayBias: launch.delayBias, curve: velocities(of: launch.motion, from: release))
      }
      return observed(.fling, own.isEmpty ? launch(fling, gesture).map { [$0] } ?? [] : own)
    }
    return rests(after: range) ? observed(.rest, [.none]) : nil
  }

  /// The slope of the fitted models at the release; nil where they have no error of it.
  private func launch(_ fling: FittedFling, _ gesture: Gesture) -> ObservedRelease.Launch? {
    guard let error = fling.error else { return nil }
    let (release, halfWidth) = (gesture.release, gesture.halfWidth)
    let velocity = fling.motion.velocity(release)
    let drift = fling.motion.velocity(release + halfWidth) - fling.motion.velocity(release - halfWidth)
    let step = (fling.motion.velocity(release + interval) - velocity) / interval
    // The time of the release is uniform in its interval, and the clock of the fit errs by its jitter.
    let timing = drift * drift / 12 + step * step * timestampJitter * timestampJitter
    return ObservedRelease.Launch(
      engine: nil, velocity: velocity, standardError: (error * error + timing).squareRoot(),
      delayBias: halfWidth == 0 ? -step * timestampJitter : nil,
      curve: velocities(of: fling.motion, from: release))
  }

  /// The offsets of the samples around a release; a frame that repeats the offset is none.
  private func content(around release: Double) -> PlaneCurve {
    let times = gestures.trace.times
    let offsets = gestures.trace.offsets[gestures.axis] ?? []
    let shown = offsets.indices.filter {
      Self.surroundings.contains(times[$0] - release) && ($0 == 0 || offsets[$0] != offsets[$0 - 1])
    }
    return PlaneCurve(x: shown.map { times[$0] - release }, y: shown.map { offsets[$0] })
  }

  /// The velocities of a fling's model from the release to its end.
  private func velocities(of fling: FlingMotion, from release: Double) -> PlaneCurve {
    let end = min(Self.surroundings.upperBound, fling.to - release)
    let times = (0...20).map { end * Double($0) / 20 }
    return PlaneCurve(x: times, y: times.map { fling.velocity(release + $0) })
  }

  /// The content's velocity when the finger came down, in the frame before the first sample, with the error of that time: by the model of the
  /// fling before, else by the last two frames.
  private func velocity(before range: Range<Int>, _ flings: [FlingMotion]) -> (value: Double, error: Double) {
    let times = gestures.trace.times
    let down = times[range.lowerBound]
    if let fling = flings.last(where: { $0.from < down && down - $0.to <= Self.onset }) {
      return (
        fling.velocity(down - interval / 2),
        (fling.velocity(down - interval) - fling.velocity(down)).magnitude / 12.0.squareRoot()
      )
    }
    guard let offsets = gestures.trace.offsets[gestures.axis], range.lowerBound >= 3 else { return (0, 0) }
    let (first, last) = (range.lowerBound - 3, range.lowerBound - 1)
    return ((offsets[last] - offsets[first]) / (times[last] - times[first]), 0)
  }

  /// Returns true if the content stands still, to two steps of its grid, for the next tenths of a second.
  private func rests(after range: Range<Int>) -> Bool {
    guard let offsets = gestures.trace.offsets[gestures.axis] else { return false }
    let times = gestures.trace.times
    let start = range.upperBound
    guard start < times.count else { return false }
    let end = times[start...].firstIndex { $0 > times[start] + 2 * Self.onset } ?? times.count
    let step = PixelGrid.detect(offsets) ?? PixelGrid.lastDecimal(offsets)
    return end - start >= 3 && offsets[start..<end].allSatisfy { ($0 - offsets[start]).magnitude <= 2 * step }
  }
}

/// A fling by the models that its samples prefer: several, one behind the other, where its own curve is none of them.
private struct FittedFling {
  /// In time order.
  private(set) var parts: [(fit: Fit, curve: MotionCurve)]
  /// The standard error of the first one's velocity, pt/s; nil for a model without one.
  let error: Double?

  init?(_ fit: Fit) {
    guard let motion = FittedMotion(fit), motion.isOverTime else { return nil }
    parts = [(fit, motion.curve)]
    error = fit[.initialVelocity]?.standardError
  }

  var from: Double { parts[0].fit.from }
  var to: Double { parts[parts.count - 1].fit.to }

  var motion: FlingMotion {
    FlingMotion(from: from, to: to) { [parts] time in
      let part = Self.part(at: time, parts)
      return part.curve.slope(at: time - part.fit.from)
    }
  }

  /// The fling with another one behind it, where nothing is between them.
  ///
  /// - Parameter gestures: the times at which fingers came down.
  func joined(_ other: FittedFling, interval: Double, gestures: [Double]) -> FittedFling? {
    guard (0...Self.longestGap * interval).contains(other.from - to),
      !gestures.contains(where: { (from...other.from).contains($0) })
    else { return nil }
    var joined = self
    joined.parts += other.parts
    return joined
  }

  /// Frames between two parts of one fling: samples near a boundary are in neither.
  private static let longestGap = 8.0

  private static func part(at time: Double, _ parts: [(fit: Fit, curve: MotionCurve)]) -> (
    fit: Fit, curve: MotionCurve
  ) {
    parts.last { $0.fit.from <= time } ?? parts[0]
  }

  func candidate(_ fling: ReleasedFling) -> EngineLaunches.Candidate {
    let samples = fling.phase.samples
    let residuals = zip(samples.abscissas, samples.observations).map { abscissa, offset in
      let part = Self.part(at: fling.phase.from + abscissa, parts)
      return offset - part.curve.value(at: fling.phase.from + abscissa - part.fit.from)
    }
    let freeCount = parts.reduce(0) { $0 + $1.fit.parameters.count { !$0.fixed } }
    return EngineLaunches.Candidate(
      fling: fling, fitted: EngineLaunches.Curve(residuals: residuals, freeCount: freeCount))
  }
}

extension [Fit] {
  /// The motions of some kinds of phase in time order, adjoining ones as one.
  fileprivate func flings(_ kinds: [PhaseKind], interval: Double, gestures: [Double]) -> [FittedFling] {
    filter { fit in kinds.contains { $0.rawValue == fit.phase } }.compactMap(FittedFling.init).sorted {
      $0.from < $1.from
    }.reduce(into: []) { flings, fling in
      if let joined = flings.last?.joined(fling, interval: interval, gestures: gestures) {
        flings[flings.count - 1] = joined
      } else {
        flings.append(fling)
      }
    }
  }
}

/// The samples in which a finger was down, gesture by gesture.
struct TouchGestures {
  let trace: Trace
  let axis: Axis

  /// s: a finger that moves on after so long is a new one, where nothing else shows it.
  private static let pause = 0.1

  /// Ranges of samples, in time order: by the states, else by the events of dragging, else by the finger's own motion.
  var ranges: [Range<Int>] {
    guard let travel = trace.fingers[axis] else { return [] }
    if trace.states.contains(where: { $0 != nil }) {
      return runs { [.tracking, .dragging].contains(trace.states[$0]) }
    }
    let dragging = intervals
    if !dragging.isEmpty {
      return dragging.map { interval in
        let first = trace.times.firstIndex { $0 >= interval.lowerBound } ?? trace.times.count
        let end = trace.times.firstIndex { $0 > interval.upperBound } ?? trace.times.count
        return first..<max(first, end)
      }
    }
    return moving(travel)
  }

  /// The release of a gesture: the event's time, else the middle of the frame after its last sample; with half the width of
  /// the interval that it lies in, s.
  func release(of range: Range<Int>, interval: Double) -> (time: Double, halfWidth: Double) {
    let last = trace.times[range.upperBound - 1]
    let next = range.upperBound < trace.times.count ? trace.times[range.upperBound] : last + interval
    let event = trace.events.first {
      $0.name == "willEndDragging" && $0.time >= last - interval / 2 && $0.time <= next + interval / 2
    }
    if let event { return (max(event.time, last), 0) }
    let gap = min(next - last, interval)
    return (last + gap / 2, gap / 2)
  }

  /// The finger's samples in a gesture; a sample that repeats the position is no event of the finger.
  func samples(of range: Range<Int>, release: Double) -> TouchSamples {
    let travel = trace.fingers[axis] ?? []
    let kept = range.filter { $0 == range.lowerBound || travel[$0] != travel[$0 - 1] }
    return TouchSamples(
      times: kept.map { trace.times[$0] }, positions: kept.map { travel[$0] }, release: release)
  }

  private var intervals: [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    var start: Double?
    for event in trace.events.sorted(by: { $0.time < $1.time }) {
      if event.name == "willBeginDragging" { start = event.time }
      if event.name == "willEndDragging", let from = start {
        found.append(from...event.time)
        start = nil
      }
    }
    return found
  }

  private func runs(_ isDown: (Int) -> Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    for sample in 0...trace.times.count {
      let isIn = sample < trace.times.count && isDown(sample)
      if isIn, start == nil { start = sample }
      if !isIn, let first = start {
        found.append(first..<sample)
        start = nil
      }
    }
    return found
  }

  private func moving(_ travel: [Double]) -> [Range<Int>] {
    let moved = travel.indices.dropFirst().filter { travel[$0] != travel[$0 - 1] }
    var found: [Range<Int>] = []
    for sample in moved {
      if let last = found.last, trace.times[sample] - trace.times[last.upperBound - 1] <= Self.pause {
        found[found.count - 1] = last.lowerBound..<sample + 1
      } else {
        found.append(sample - 1..<sample + 1)
      }
    }
    return found
  }
}
