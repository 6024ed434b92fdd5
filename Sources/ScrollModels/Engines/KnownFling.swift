import Elementary
import LeastSquares

/// A fling of the catalogue with its engine's own constants: its speed alone decides its curve, and how far it goes.
package struct KnownFling: Sendable {
  package let engine: String
  /// True if what remains of it is again such a fling.
  package let isTimeInvariant: Bool
  private let model: any EngineModel
  private let constants: [Double]
  private let context: EngineContext
  /// The logarithms of the distances from ``speeds``.
  private let distances: [Double]

  private init(_ entry: CatalogueEntry, _ context: EngineContext, distances: [Double]) {
    self.distances = distances
    engine = entry.engine
    model = entry.model
    constants = entry.values
    isTimeInvariant = entry.model.isTimeInvariant
    self.context = context
  }

  /// The speed, pt/s, that carries a fling over a distance, pt, to a percent; nil where none of ``speeds`` does.
  package func speed(over distance: Double) -> Double? {
    let own = logarithm(distance)
    guard let next = distances.firstIndex(where: { $0 >= own }), next > 0 else { return nil }
    let (low, high) = (distances[next - 1], distances[next])
    // Distances go by a power of the speed, or nearly so.
    let share = high > low ? (own - low) / (high - low) : 1
    return Self.speeds[next - 1] * power(Self.speeds[next] / Self.speeds[next - 1], share)
  }

  /// From 32 to 92,000 pt/s, each the root of two times the one before.
  private static let speeds = (0..<24).map { 32 * power(2, Double($0) / 2) }

  /// x(t + start) at many times, s: x₀ in pt, v₀ in pt/s.
  package func offsets(
    from offset: Double, _ velocity: Double, at times: [Double], since start: Double = 0
  ) -> [Double] {
    model.values([offset, velocity] + constants, at: times, from: start, context: context)
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
