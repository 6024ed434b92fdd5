import LeastSquares

/// A fling of the catalogue with its engine's own constants: its speed alone decides its curve, and how far it goes.
package struct KnownFling: Sendable {
  package let engine: String
  /// True if what remains of it is again such a fling.
  package let isTimeInvariant: Bool
  private let model: any EngineModel
  private let constants: [Double]
  private let context: EngineContext

  private init(_ entry: CatalogueEntry, _ context: EngineContext) {
    engine = entry.engine
    model = entry.model
    constants = entry.values
    isTimeInvariant = entry.model.isTimeInvariant
    self.context = context
  }

  /// The distance, pt, that a fling goes from a speed, pt/s.
  package func distance(from speed: Double) -> Double {
    model.value([0, speed] + constants, at: EngineContext.longest, context: context)
  }

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
    return bentEntries.map { KnownFling($0, context) }
  }

  private static let bentEntries: [CatalogueEntry] = {
    let entries = Catalogue.entries.filter { entry in
      let fitted = entry.model.fitted
      return entry.phase == .fling && entry.showsInOffsets && !entry.model.isUnspecific
        && !entry.model.followsFrameTimes && !(fitted is DecelerationModel)
        && !(fitted is ConstantDecelerationModel)
        && !(fitted is PowerDecelerationModel && entry.values[0] == 2)
    }
    let first = CatalogueEntry.firstAlike(entries)
    return entries.indices.filter { first[$0] == $0 }.map { entries[$0] }
  }()
}
