import Recordings
import ScrollFitting
import ScrollModels

/// The content's motion at each release of a recorded finger.
struct ObservedReleases {
  let gestures: TouchGestures
  /// The notices about the trace and axis.
  let fits: [Fit]
  /// The time between frames, s.
  let interval: Double
  /// s.
  let timestampJitter: Double

  /// s: a fling that begins later is another motion's.
  private static let onset = 0.1
  /// s: a finger that stood still so long is held; what becomes of its velocity is no question of the estimator.
  private static let hold = 0.1

  /// s, since a release: what its picture shows.
  private static let surroundings = -0.25...0.1

  private struct Fling {
    let from: Double
    let to: Double
    let curve: MotionCurve
    let error: Double
  }

  /// The releases that end in a fling or at rest; bounces, returns and held fingers are left out.
  var releases: [ObservedRelease] {
    let flings = flings
    return gestures.ranges.compactMap { range in
      guard range.count >= 3 else { return nil }
      let (release, halfWidth) = gestures.release(of: range, interval: interval)
      let touch = gestures.samples(of: range, release: release)
      guard let newest = touch.times.last, touch.times.count >= 3, release - newest <= Self.hold else {
        return nil
      }
      let before = velocity(before: range, flings)
      let last = gestures.trace.times[range.upperBound - 1]
      if let fling = flings.first(where: { $0.from >= last - interval && $0.from - release <= Self.onset }) {
        let velocity = fling.curve.slope(at: release - fling.from)
        let drift =
          fling.curve.slope(at: release + halfWidth - fling.from)
          - fling.curve.slope(at: release - halfWidth - fling.from)
        let step = (fling.curve.slope(at: release + interval - fling.from) - velocity) / interval
        // The time of the release is uniform in its interval, and the clock of the fit errs by its jitter.
        let timing = drift * drift / 12 + step * step * timestampJitter * timestampJitter
        return ObservedRelease(
          touch: touch, outcome: .fling, halfWidth: halfWidth, content: content(around: release),
          fling: velocities(of: fling, from: release), velocity: velocity,
          standardError: (fling.error * fling.error + timing).squareRoot(),
          delayBias: halfWidth == 0 ? -step * timestampJitter : nil,
          velocityBefore: before.value, velocityBeforeError: before.error)
      }
      guard rests(after: range) else { return nil }
      return ObservedRelease(
        touch: touch, outcome: .rest, halfWidth: halfWidth, content: content(around: release),
        fling: PlaneCurve(x: [], y: []), velocity: 0, standardError: 0, delayBias: nil,
        velocityBefore: before.value,
        velocityBeforeError: before.error)
    }
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
  private func velocities(of fling: Fling, from release: Double) -> PlaneCurve {
    let end = min(Self.surroundings.upperBound, fling.to - release)
    let times = (0...20).map { end * Double($0) / 20 }
    return PlaneCurve(x: times, y: times.map { fling.curve.slope(at: release + $0 - fling.from) })
  }

  /// The content's velocity when the finger came down, in the frame before the first sample, with the error of that time: by the fit of the
  /// fling before, else by the last two frames.
  private func velocity(before range: Range<Int>, _ flings: [Fling]) -> (value: Double, error: Double) {
    let times = gestures.trace.times
    let down = times[range.lowerBound]
    if let fling = flings.last(where: { $0.from < down && down - $0.to <= Self.onset }) {
      func velocity(_ time: Double) -> Double { fling.curve.slope(at: time - fling.from) }
      return (
        velocity(down - interval / 2),
        (velocity(down - interval) - velocity(down)).magnitude / 12.0.squareRoot()
      )
    }
    guard let offsets = gestures.trace.offsets[gestures.axis], range.lowerBound >= 3 else { return (0, 0) }
    let (first, last) = (range.lowerBound - 3, range.lowerBound - 1)
    return ((offsets[last] - offsets[first]) / (times[last] - times[first]), 0)
  }

  private var flings: [Fling] {
    fits.compactMap { fit in
      guard fit.model.entry.kind == .fling, fit.phase == PhaseKind.deceleration.rawValue,
        let curve = FittedMotion(fit)?.curve, let error = fit[.initialVelocity]?.standardError
      else { return nil }
      return Fling(from: fit.from, to: fit.to, curve: curve, error: error)
    }
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
