import LeastSquares
import Numerals
import Recordings
import ScrollModels

/// A motion beyond an edge that an engine would have made and a recording does not show.
///
/// The engine answers what led to the edge (``EdgeStop/Cause``): its return to the edge by the speed of arrival, its overscroll
/// by the travel of the finger. The difference is how far it would have gone beyond, less how far the recording does. Where
/// the content came by itself, the speed's error bounds it on both sides; where a finger may have held the content, or may
/// have been elsewhere, the lower bound is 0.
package struct AbsentMotion: Equatable, Sendable {
  /// The kind of phase that is missing.
  package let phase: PhaseKind
  package let stop: EdgeStop
  package let engine: String
  package let equivalence: EquivalenceVerdict
  /// The distance that the engine would have gone beyond the edge and the recording did not, in units of length.
  package let largest: Double
  /// The largest that the data allow.
  private let high: Double

  /// The motions that a set lacks of an engine's, one of a kind: the one that shows most. Empty for an engine that stops at the edge
  /// too, and where its motion would be within the limit.
  ///
  /// - Parameters:
  ///   - limit: ≥ 0, in units of length.
  ///   - confidence: of each bound, over all stops of its kind together.
  static func all(
    _ stops: [EdgeStop], of engine: ScrollEngine, limit: Double, confidence: Double = 0.95
  ) -> [AbsentMotion] {
    [PhaseKind.bounce, .rubberBand].compactMap { phase in
      guard let row = engine.row(for: phase), row.showsInOffsets else { return nil }
      let own = stops.filter { $0.phase == phase }
      let alpha = (1 - confidence) / Double(max(1, own.count))
      return own.compactMap { stop -> (low: Double, motion: AbsentMotion)? in
        let bounds = stop.displacements(of: row, alpha: alpha)
        let equivalence = EquivalenceTest(limit: limit, confidence: confidence, phases: 1).equivalence(
          low: bounds.low, high: bounds.high)
        guard equivalence != .same else { return nil }
        let motion = AbsentMotion(
          phase: phase, stop: stop, engine: engine.name, equivalence: equivalence,
          largest: bounds.expected, high: bounds.high)
        return (bounds.low, motion)
      }.max { ($0.low, $0.motion.high) < ($1.low, $1.motion.high) }?.motion
    }
  }
}

extension EdgeStop {
  /// The distance that an engine's row would go beyond the edge and the recording did not, with its bounds.
  fileprivate func displacements(
    of row: CatalogueEntry, alpha: Double
  ) -> (expected: Double, low: Double, high: Double) {
    func less(_ displacement: Double) -> Double { max(0, displacement - beyond) }
    switch cause {
    case .arrival(let arrival):
      let quantile = StudentT(degreesOfFreedom: arrival.degreesOfFreedom).quantile(upperTail: alpha)
      let error = quantile * arrival.standardError
      func displacement(_ speed: Double, after delay: Double) -> Double {
        guard speed > 0,
          let motion = row.bounce(to: 0, displacement: 0, velocity: speed, context: context)
        else { return 0 }
        return less(arrival.times.map { motion.value(at: $0 + delay) }.max() ?? 0)
      }
      return (
        displacement(arrival.speed, after: 0),
        arrival.isFree ? displacement(arrival.speed - error, after: 0) : 0,
        displacement(arrival.speed + error, after: arrival.delay)
      )
    case .pull(let travel, let isCertain):
      let displacement = less(row.overscroll(context: context)?.value(at: travel) ?? 0)
      return (displacement, isCertain ? displacement : 0, displacement)
    }
  }
}

extension AbsentMotion: CustomStringConvertible {
  /// `a fling that reaches the edge at 5980 pt/s stops there without a bounce: UIScrollView goes 201 pt beyond`.
  package var description: String {
    func length(_ value: Double) -> String { "\(Numerals.significant(value, 3)) \(stop.unit)" }
    switch stop.cause {
    case .arrival(let arrival):
      let speed = "\(length(arrival.speed))/s"
      guard equivalence == .different else {
        let cause = arrival.isFree ? "" : ", by itself or by a finger,"
        return
          "content that reaches the edge at about \(speed)\(cause) stops there without a \(phase.noun): "
          + "\(engine) may go \(length(high)) beyond"
      }
      return
        "a fling that reaches the edge at \(speed) stops there without a \(phase.noun): "
        + "\(engine) goes \(length(largest)) beyond"
    case .pull(let travel, _):
      let finger = "a finger at least \(length(travel)) beyond the edge moves nothing"
      guard equivalence == .different else {
        return
          "\(finger) and may not be on the content: without an \(phase.noun), which \(engine) has of \(length(largest))"
      }
      return "\(finger), without an \(phase.noun): \(engine) moves \(length(largest))"
    }
  }
}
