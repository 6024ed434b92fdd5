import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels
import ScrollSegmentation

/// A moment in which a recording reaches a known edge of the content and does not go beyond it.
///
/// Such a recording has no bounce and no overscroll drag to fit, which an engine with both would have had there.
package struct EdgeStop: Equatable, Sendable, OfRecording {
  package let source: String
  package let series: String?
  package let axis: Axis
  /// The first sample at the edge, s since the recording's first sample.
  package let time: Double
  package let unit: String
  package let cause: Cause
  /// The largest recorded distance beyond the edge, in units of length.
  let beyond: Double
  /// The view and the screen, as engines' curves need them.
  let context: EngineContext

  /// The motion that leads to the edge, or beyond it.
  package enum Cause: Equatable, Sendable {
    /// The content arrives by itself, or, where nothing says whether a finger held it, by either.
    case arrival(Arrival)
    /// A finger goes on for this distance beyond the edge, in units of length; certain where it is known to drag the content.
    case pull(travel: Double, isCertain: Bool)
  }

  /// The velocity with which content comes to an edge.
  package struct Arrival: Equatable, Sendable {
    /// The speed at the first sample at the edge, in units of length a second, with its standard error.
    package let speed: Double
    let standardError: Double
    let degreesOfFreedom: Double
    /// True if no finger holds the content.
    let isFree: Bool
    /// The samples at the edge, s since the first of them.
    let times: [Double]
    /// The time between the last sample before the edge and the first at it, s.
    let delay: Double
  }

  /// The kind of phase that an engine would have here.
  package var phase: PhaseKind {
    switch cause {
    case .arrival: .bounce
    case .pull: .rubberBand
    }
  }
}

/// Finds the moments in which one axis of a recording stops at a known edge.
///
/// Content that fits into its viewport has one edge on both sides: most scroll views do not move it, so it is no evidence.
struct EdgeStopReader {
  /// Offsets nearer to the edge than this, or than a step of their grid, are at it, in units of length.
  private static let tolerance = 0.5
  /// A finger moves this far before a scroll view takes it for a drag, in units of length: the largest of common toolkits.
  private static let slop = 20.0
  /// An engine's return is at its largest displacement within this time, s.
  private static let followed = 1.0

  private let trace: Trace
  private let axis: Axis
  private let found: AxisSegmentation
  private let offsets: [Double]
  private let ignoresTouch: Bool
  private let tolerance: Double
  private let context: EngineContext

  private init(_ trace: Trace, axis: Axis, found: AxisSegmentation, offsets: [Double], ignoresTouch: Bool) {
    self.trace = trace
    self.axis = axis
    self.found = found
    self.offsets = offsets
    self.ignoresTouch = ignoresTouch
    tolerance = max(Self.tolerance, trace.quantizationSteps[axis] ?? 0)
    context = EngineContext(
      frameInterval: trace.frameClock?.period ?? EngineContext().frameInterval,
      density: trace.scale ?? 1,
      dimension: trace.headerNumber(axis == .x ? "viewport.width" : "viewport.height")
        ?? EngineContext().dimension,
      horizon: 2 * Self.followed)
  }

  /// The stops of a recording, on the axes whose phases are known.
  ///
  /// - Complexity: O(samples).
  static func stops(
    of trace: Trace, found: [Axis: AxisSegmentation], ignoresTouch: Bool
  ) -> [EdgeStop] {
    Axis.allCases.flatMap { axis -> [EdgeStop] in
      guard let segmentation = found[axis], let offsets = trace.offsets[axis],
        let edges = segmentation.edges, edges.lowerBound < edges.upperBound
      else { return [] }
      let reader = EdgeStopReader(
        trace, axis: axis, found: segmentation, offsets: offsets, ignoresTouch: ignoresTouch)
      return [(edges.lowerBound, -1.0), (edges.upperBound, 1)].filter(\.0.isFinite)
        .flatMap { reader.arrivals(at: $0, $1) + reader.pulls(beyond: $0, $1) }
    }
  }

  private var phases: [SegmentedPhase] { found.phases }

  /// The distance of a sample beyond an edge; negative inside.
  private func distance(_ sample: Int, _ edge: Double, _ side: Double) -> Double {
    side * (offsets[sample] - edge)
  }

  private func stop(
    _ samples: Range<Int>, _ cause: EdgeStop.Cause, _ edge: Double, _ side: Double
  ) -> EdgeStop {
    EdgeStop(
      source: trace.source, series: trace.series, axis: axis, time: trace.times[samples.lowerBound],
      unit: trace.unit, cause: cause, beyond: samples.map { max(0, distance($0, edge, side)) }.max() ?? 0,
      context: context)
  }

  /// The runs of samples at an edge within a range, without those from which the content goes on beyond it.
  private func runs(_ range: Range<Int>, at edge: Double, _ side: Double) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for sample in range where abs(distance(sample, edge, side)) <= tolerance {
      if let last = found.last, last.upperBound == sample {
        found[found.count - 1] = last.lowerBound..<sample + 1
      } else {
        found.append(sample..<sample + 1)
      }
    }
    return found.filter {
      $0.upperBound == range.upperBound || distance($0.upperBound, edge, side) < -tolerance
    }
  }

  // MARK: Arrivals

  private func arrivals(at edge: Double, _ side: Double) -> [EdgeStop] {
    runs(offsets.indices, at: edge, side).compactMap { run in
      let first = run.lowerBound
      guard let last = (0..<first).last(where: { !found.isRepeated($0) }),
        distance(last, edge, side) < -tolerance,
        let phase = phases.firstIndex(where: { $0.range.contains(last) }),
        let isFree = isFree(phases[phase].kind, last, first),
        let slope = EndSlope(
          times: trace.times, offsets: offsets, from: start(of: phase), before: first,
          resolution: trace.quantizationSteps[axis] ?? 0, skipping: found.isRepeated),
        side * slope.value > 0
      else { return nil }
      let times = run.map { trace.times[$0] - trace.times[first] }
      let arrival = EdgeStop.Arrival(
        speed: side * slope.value, standardError: slope.standardError,
        degreesOfFreedom: slope.degreesOfFreedom, isFree: isFree,
        times: Array(times.prefix { $0 <= Self.followed }), delay: trace.times[first] - trace.times[last])
      return stop(run, .arrival(arrival), edge, side)
    }
  }

  /// The first sample of a phase's motion: a finger's where it let go just before.
  private func start(of phase: Int) -> Int {
    let isReleased = phase > 0 && phases[phase - 1].kind == .drag
    return phases[isReleased ? phase - 1 : phase].range.lowerBound
  }

  /// Returns true if the content comes to the edge by itself, false if a finger may have brought it; nil where a known finger
  /// did, or a motion of another kind.
  ///
  /// - Parameters:
  ///   - last: the last sample before the edge.
  ///   - first: the first at it.
  private func isFree(_ kind: PhaseKind, _ last: Int, _ first: Int) -> Bool? {
    guard kind == .deceleration || kind == .drag else { return nil }
    if !ignoresTouch, !trace.states.isEmpty {
      return trace.states[last] == .decelerating || trace.states[first] == .decelerating ? true : nil
    }
    if kind == .deceleration { return true }
    return ignoresTouch || trace.fingers[axis] == nil ? false : nil
  }

  // MARK: Pulls

  private func pulls(beyond edge: Double, _ side: Double) -> [EdgeStop] {
    guard !ignoresTouch, let travel = trace.fingers[axis] else { return [] }
    let hasStates = trace.states.contains { $0 != nil }
    return TouchGestures(trace: trace, axis: axis).ranges.compactMap { touch in
      // The first sample may still have the travel of the gesture before.
      let touch = touch.dropFirst()
      guard isAlong(touch), !hasStates || touch.contains(where: { trace.states[$0] == .dragging }) else {
        return nil
      }
      let pulls = runs(touch, at: edge, side).map { run -> (run: Range<Int>, travel: Double) in
        var (start, farthest) = (side * travel[run.lowerBound], 0.0)
        for sample in run {
          start = min(start, side * travel[sample])
          farthest = max(farthest, side * travel[sample] - start)
        }
        return (run, farthest - Self.slop)
      }
      guard let longest = pulls.max(by: { $0.travel < $1.travel }), longest.travel > 0 else { return nil }
      let isDragged = touch.contains { offsets[$0] != offsets[touch.lowerBound] }
      return stop(
        longest.run, .pull(travel: longest.travel, isCertain: hasStates || isDragged), edge, side)
    }
  }

  /// Returns true if a finger moves as far along the axis as across it: scroll views that move one way ignore the other.
  private func isAlong(_ touch: Range<Int>) -> Bool {
    func travel(_ axis: Axis) -> Double {
      let positions = touch.compactMap { trace.fingers[axis]?[$0] }
      return (positions.max() ?? 0) - (positions.min() ?? 0)
    }
    return Axis.allCases.allSatisfy { travel($0) <= travel(axis) }
  }
}
