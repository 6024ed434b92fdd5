import Elementary
import LeastSquares

/// A fling of the catalogue with its engine's own constants: its speed alone decides its curve, and how far it goes. A reference, as all
/// of them are tried at many samples.
package final class KnownFling: Sendable {
  package let engine: String
  /// True if what remains of it is again such a fling.
  package let isTimeInvariant: Bool
  private let model: any EngineModel
  /// The curve's numbers but for the state and the start, which are 0.
  private let numbers: CurveNumbers
  private let context: EngineContext
  /// The logarithms of the distances from ``speeds``.
  private let distances: [Double]

  private init(_ entry: CatalogueEntry, _ context: EngineContext, distances: [Double]) {
    self.distances = distances
    engine = entry.engine
    model = entry.model
    numbers = CurveNumbers([0, 0] + entry.values + [0], of: entry.model)
    isTimeInvariant = entry.model.isTimeInvariant
    self.context = context
  }

  /// The speed, pt/s, that carries a fling over a distance, pt, to a percent; nil where none of ``speeds`` does, and where it lies
  /// outside of a range by more than its rounding.
  ///
  /// - Parameter logarithm: the distance's.
  package func speed(overDistanceOf logarithm: Double, near range: ClosedRange<Double>) -> Double? {
    guard let next = distances.firstIndex(where: { $0 >= logarithm }), next > 0 else { return nil }
    let (slower, faster) = (Self.speeds[next - 1], Self.speeds[next])
    guard faster > range.lowerBound * (1 - 1e-9), slower < range.upperBound * (1 + 1e-9) else { return nil }
    let (low, high) = (distances[next - 1], distances[next])
    // Distances go by a power of the speed, or nearly so.
    let share = high > low ? (logarithm - low) / (high - low) : 1
    return slower * power(faster / slower, share)
  }

  /// From 32 to 92,000 pt/s, each the root of two times the one before.
  private static let speeds = (0..<24).map { 32 * power(2, Double($0) / 2) }

  /// Fills x(t + start) at increasing times, s: x₀ in pt, v₀ in pt/s.
  package func fill(
    _ offsets: inout [Double], from offset: Double, _ velocity: Double, at times: [Double],
    since start: Double = 0
  ) {
    var (numbers, context) = (numbers, context)
    (numbers[0], numbers[1]) = (offset, velocity)
    numbers.start = start
    // What moves by frames is computed no further than it is asked for.
    let end = (times.last ?? 0) + start + 2 * max(context.frameInterval, EngineContext().frameInterval)
    context.horizon = min(EngineContext.longest, end)
    model.fill(&offsets, with: numbers, at: times, context: context)
  }

  /// The flings of the catalogue whose curves are neither exponential nor of constant deceleration, each once: the segments of a
  /// recording have those two.
  package static func bent(frameInterval: Double) -> [KnownFling] {
    let context = EngineContext(frameInterval: frameInterval)
    return bentEntries.map { KnownFling($0.entry, context, distances: $0.distances) }
  }

  private static let bentEntries: [(entry: CatalogueEntry, distances: [Double])] = {
    let entries = Catalogue.entries.filter { entry in
      let fitted = entry.model.fitted
      return entry.phase == .fling && entry.showsInOffsets && !entry.model.isUnspecific
        && !entry.model.followsFrameTimes && !(fitted is DecelerationModel)
        && !(fitted is ConstantDecelerationModel)
        && !(fitted is PowerDecelerationModel && entry.values[0] == 2)
    }
    let first = CatalogueEntry.firstAlike(entries)
    return entries.indices.filter { first[$0] == $0 }.map { index in
      let entry = entries[index]
      let distances = speeds.map { speed in
        logarithm(
          entry.model.value([0, speed] + entry.values, at: EngineContext.longest, context: EngineContext()))
      }
      return (entry, distances)
    }
  }()
}
