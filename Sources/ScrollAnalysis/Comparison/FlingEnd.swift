import Elementary
import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels
import ScrollSegmentation

/// A quantity at the end of a fling that no model of one phase has: the velocity that content keeps as it meets an edge, or the distance
/// that an engine leaves to go where it lets content rest.
package struct FlingEnd: Equatable, Sendable, OfRecording {
  package let kind: Kind
  package let source: String
  package let series: String?
  package let axis: Axis
  package let value: Double
  package let standardError: Double
  /// Those of the standard error; infinite for a known variance.
  package let degreesOfFreedom: Double
  /// The change of ``value`` by an engine that acts a whole frame after the moment that the model gives.
  package let frameEffect: Double
  /// The speed of arrival at the edge, in units of length a second; nil for an end at rest.
  package let speed: Double?

  package init(
    kind: Kind, source: String, series: String?, axis: Axis, value: Double, standardError: Double,
    degreesOfFreedom: Double, frameEffect: Double, speed: Double?
  ) {
    self.kind = kind
    self.source = source
    self.series = series
    self.axis = axis
    self.value = value
    self.standardError = standardError
    self.degreesOfFreedom = degreesOfFreedom
    self.frameEffect = frameEffect
    self.speed = speed
  }

  /// The place where a fling ends.
  package enum Kind: String, CaseIterable, Sendable {
    /// The velocity of the bounce at the edge in that of the fling, C/v₀: 1 in the articles, 0 for content that stops at the edge.
    case edge
    /// The distance from where the content comes to rest to where the fling's model leads, in units of length.
    case rest
  }
}

/// Finds the ends of the flings of one recording.
struct FlingEndReader {
  let trace: Trace
  let fits: [Fit]
  let crossings: [EdgeCrossing]
  let found: [Axis: AxisSegmentation]
  let stops: [EdgeStop]

  /// A rest that is shorter may be a finger's that caught the content, s.
  private static let shortestRest = 0.25
  /// Content this near to an edge is at it, in units of length.
  private static let nearness = 1.0
  /// Engines limit the velocity that they give a bounce.
  private static let carriedSpeed = OverscrollRelease.maximumCarriedSpeed
  /// The standard deviation of what is uniform on an interval of length 1.
  private static let ofUniform = (1.0 / 12).squareRoot()

  var ends: [FlingEnd] {
    crossings.compactMap(end) + stops.compactMap(end) + fits.compactMap(end)
  }

  private var frameInterval: Double { trace.frameClock?.period ?? EngineContext().frameInterval }

  /// A bounce that begins at a frame beyond the edge, with the fling's velocity, shows at the edge a velocity that is larger by twice the
  /// share by which it slows down in a frame.
  private func end(_ crossing: EdgeCrossing) -> FlingEnd? {
    let bounce = fits.first {
      $0.axis == crossing.axis && $0.phase == PhaseKind.bounce.rawValue && $0.to > crossing.time
    }
    guard let error = crossing.ratio.standardError, crossing.arrival.value.magnitude <= Self.carriedSpeed,
      let bounce, let rate = (bounce[.damping] ?? bounce[.naturalFrequency])?.value
    else { return nil }
    return FlingEnd(
      kind: .edge, source: trace.source, series: trace.series, axis: crossing.axis,
      value: crossing.ratio.value,
      standardError: error, degreesOfFreedom: bounce.intervals.degreesOfFreedom.map(Double.init) ?? .infinity,
      frameEffect: 2 * rate * frameInterval, speed: crossing.arrival.value.magnitude)
  }

  /// Content that stops at the edge: any velocity that it kept moved it by less than the step of its offsets within a frame.
  private func end(_ stop: EdgeStop) -> FlingEnd? {
    guard case .arrival(let arrival) = stop.cause, arrival.isFree, arrival.speed > 0 else { return nil }
    let step = max(stop.beyond, trace.quantizationSteps[stop.axis] ?? 0)
    return FlingEnd(
      kind: .edge, source: trace.source, series: trace.series, axis: stop.axis, value: 0,
      standardError: step / (arrival.speed * frameInterval), degreesOfFreedom: arrival.degreesOfFreedom,
      frameEffect: 0, speed: arrival.speed)
  }

  /// An exponential deceleration with a rest behind it that no finger makes.
  private func end(_ fit: Fit) -> FlingEnd? {
    guard fit.phase == PhaseKind.deceleration.rawValue, fit.model == .deceleration, let axis = fit.axis,
      let destination = fit[.destination], let error = destination.standardError, destination.value.isFinite,
      let decayConstant = fit[.decayConstant]?.value, let velocity = fit[.initialVelocity]?.value,
      let phases = found[axis]?.phases, let offsets = trace.offsets[axis],
      let index = phases.firstIndex(where: {
        $0.kind == .deceleration && trace.times[$0.range.upperBound - 1] > fit.from
      }), index + 1 < phases.count, isFree(phases[index + 1])
    else { return nil }
    let rest = phases[index + 1].range
    let level = offsets[rest.lowerBound + rest.count / 2]
    // An edge stops a fling too.
    guard !isAtEdge(level, axis) else { return nil }
    let left = (velocity < 0 ? -1 : 1) * (destination.value - level)
    return FlingEnd(
      kind: .rest, source: trace.source, series: trace.series, axis: axis, value: left,
      standardError: length(error, (trace.quantizationSteps[axis] ?? 0) * Self.ofUniform),
      degreesOfFreedom: fit.intervals.degreesOfFreedom.map(Double.init) ?? .infinity,
      frameEffect: left.magnitude * decayConstant * frameInterval, speed: nil)
  }

  private func isAtEdge(_ level: Double, _ axis: Axis) -> Bool {
    guard let edges = found[axis]?.edges else { return false }
    return min(abs(level - edges.lowerBound), abs(edges.upperBound - level)) <= Self.nearness
  }

  private func isFree(_ phase: SegmentedPhase) -> Bool {
    let times = trace.times[phase.range]
    guard phase.kind == .rest, let first = times.first, let last = times.last,
      last - first >= Self.shortestRest
    else { return false }
    return !phase.range.contains { sample in
      trace.states.isEmpty ? false : [.tracking, .dragging].contains(trace.states[sample])
    }
  }
}
