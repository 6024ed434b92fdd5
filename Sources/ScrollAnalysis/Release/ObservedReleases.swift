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
          touch: touch, outcome: .fling, velocity: velocity,
          standardError: (fling.error * fling.error + timing).squareRoot(),
          velocityBefore: before.value, velocityBeforeError: before.error)
      }
      guard rests(after: range) else { return nil }
      return ObservedRelease(
        touch: touch, outcome: .rest, velocity: 0, standardError: 0, velocityBefore: before.value,
        velocityBeforeError: before.error)
    }
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
