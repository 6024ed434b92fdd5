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
  /// The times of bounces, pulls and returns, s since the recording's first sample.
  let returns: [ClosedRange<Double>]
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
    /// The times of the motion that follows, s since the recording's first sample; nil for none.
    let motion: ClosedRange<Double>?
  }

  /// The releases that end in a fling or at rest; bounces, returns and held fingers are left out.
  var releases: [ObservedRelease] {
    let (found, outcome) = flungGestures
    let motions = found.indices.compactMap { index in
      let model = outcome.excludesModels ? nil : found[index].fling?.motion
      return model ?? outcome.launches[index].first?.motion ?? found[index].fling?.motion
    }
    return found.indices.compactMap { observed(found[$0], outcome.launches[$0], outcome, after: motions) }
  }

  /// The gestures with the launches of their flings.
  ///
  /// The throw of an engine may look like a spring or a finger. What moves behind a release is a fling where a row of the catalogue follows
  /// all that do; else snaps are where one follows them and all flings.
  private var flungGestures: ([Gesture], EngineLaunches.Outcome) {
    let flings = gestures(of: [.deceleration])
    for more in [
      gestures(of: [.deceleration, .snap], orMoving: true), gestures(of: [.deceleration, .snap]),
    ]
    where more.count(where: { $0.motion != nil }) > flings.count(where: { $0.motion != nil }) {
      let outcome = outcome(of: more)
      if outcome.launches.contains(where: { !$0.isEmpty }) { return (more, outcome) }
    }
    return (flings, outcome(of: flings))
  }

  /// The gestures with what follows them.
  ///
  /// - Parameters:
  ///   - kinds: of the phases that count as flings.
  ///   - isMoving: true if all content that moves behind a release does.
  private func gestures(of kinds: [PhaseKind], orMoving isMoving: Bool = false) -> [Gesture] {
    let times = gestures.trace.times
    let flings = fits.flings(
      kinds, interval: interval, gestures: gestures.ranges.map { times[$0.lowerBound] })
    return gestures.ranges.enumerated().map { index, range in
      let (release, halfWidth) = gestures.release(of: range, interval: interval)
      let last = times[range.upperBound - 1]
      let fling = flings.first { $0.from >= last - interval && $0.from - release <= Self.onset }
      let next = index + 1 < gestures.ranges.count ? gestures.ranges[index + 1].lowerBound : times.count
      let motion =
        fling.map { max($0.from, release)...max($0.to, release) }
        ?? (isMoving ? motion(in: range.upperBound..<max(range.upperBound, next), after: release) : nil)
      return Gesture(range: range, release: release, halfWidth: halfWidth, fling: fling, motion: motion)
    }
  }

  /// The times in which content moves on behind a release, in one direction and not back to an edge; nil for none.
  private func motion(in range: Range<Int>, after release: Double) -> ClosedRange<Double>? {
    guard let offsets = gestures.trace.offsets[gestures.axis] else { return nil }
    let times = gestures.trace.times
    let steps = range.dropFirst().filter { offsets[$0] != offsets[$0 - 1] }
    guard let first = steps.first, let last = steps.last, times[first] - release <= Self.onset,
      steps.count >= Self.minimumSteps,
      steps.allSatisfy({ (offsets[$0] - offsets[$0 - 1]) * (offsets[last] - offsets[first - 1]) > 0 })
    else { return nil }
    let motion = max(release, times[first - 1])...times[last]
    return returns.contains { $0.overlaps(motion) } ? nil : motion
  }

  /// The fewest frames that move the content of a fling that no fit is of.
  private static let minimumSteps = 8

  /// The launches of each gesture's fling by the engines whose rows all flings follow; empty without a fling.
  private func outcome(of found: [Gesture]) -> EngineLaunches.Outcome {
    let reader = PhaseReader(gestures.trace, axis: gestures.axis)
    let candidates = found.map { gesture in
      gesture.motion.flatMap { motion in
        reader.fling(
          from: motion.lowerBound, to: motion.upperBound, latestStart: Self.onset
        ).map { phase in
          EngineLaunches.Candidate(
            fling: ReleasedFling(
              phase: phase, release: gesture.release, halfWidth: gesture.halfWidth, interval: interval,
              jitter: timestampJitter), fitted: gesture.fling?.curve(through: phase))
        }
      }
    }
    let outcome = EngineLaunches(candidates: candidates.compactMap(\.self), threads: threads).outcome
    var launches = outcome.launches[...]
    return EngineLaunches.Outcome(
      launches: candidates.map { $0 == nil ? [] : launches.popFirst() ?? [] },
      excludesModels: outcome.excludesModels)
  }

  private func observed(
    _ gesture: Gesture, _ launches: [FlingLaunch], _ outcome: EngineLaunches.Outcome,
    after motions: [FlingMotion]
  ) -> ObservedRelease? {
    let (range, release) = (gesture.range, gesture.release)
    guard range.count >= 3 else { return nil }
    let touch = gestures.samples(of: range, release: release)
    guard let newest = touch.times.last, touch.times.count >= 3, release - newest <= Self.hold else {
      return nil
    }
    let before = velocity(before: range, motions)
    func observed(
      _ outcome: ObservedRelease.Outcome, _ launches: [ObservedRelease.Launch]
    ) -> ObservedRelease? {
      launches.first.map {
        ObservedRelease(
          touch: touch, outcome: outcome, halfWidth: gesture.halfWidth, content: content(around: release),
          launch: $0, launches: launches, velocityBefore: before.value, velocityBeforeError: before.error,
          hasEveryFrame: hasEveryFrame(range, before: release))
      }
    }
    let own = launches.map { launch in
      ObservedRelease.Launch(
        engine: launch.row.engine, velocity: launch.velocity, standardError: launch.standardError,
        delayBias: launch.delayBias, curve: velocities(of: launch.motion, from: release))
    }
    let model = gesture.fling.flatMap { launch($0, gesture) }.map { [$0] } ?? []
    if gesture.fling != nil || !own.isEmpty {
      return observed(.fling, outcome.excludesModels && !own.isEmpty ? own : model + own)
    }
    return rests(after: range) ? observed(.rest, [.none]) : nil
  }

  /// Returns true if no frame is missing in the finger's last part, the one after it included.
  private func hasEveryFrame(_ range: Range<Int>, before release: Double) -> Bool {
    let times = gestures.trace.times
    let end = min(range.upperBound + 1, times.count)
    return (range.lowerBound + 1..<end).allSatisfy {
      times[$0] < release - EstimatorRanking.memory || times[$0] - times[$0 - 1] < Hitches.lateness * interval
    }
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
