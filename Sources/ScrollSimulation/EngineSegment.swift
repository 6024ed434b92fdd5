import ScrollModels

/// A motion by a row of the catalogue, with what it started from.
package struct EngineSegment: Equatable, Sendable {
  let entry: CatalogueEntry
  /// By the names of the model's state.
  let state: [(name: String, value: Double)]
  let motion: any EngineMotion

  package static func == (one: EngineSegment, other: EngineSegment) -> Bool {
    one.entry.engine == other.entry.engine && one.entry.phase == other.entry.phase
      && one.state.map(\.value) == other.state.map(\.value)
      && one.motion.duration == other.motion.duration
  }
}

/// The content's travel under a finger beyond an edge by a row of the catalogue; without one it is held at the edge.
package struct EngineOverscrollSegment: Equatable, Sendable {
  let entry: CatalogueEntry?
  let dimension: Double
  let curve: any EngineOverscroll

  init(_ entry: CatalogueEntry?, context: EngineContext) {
    self.entry = entry
    dimension = context.dimension
    curve = entry?.overscroll(context: context) ?? LinearStretch(slope: 0, limit: .infinity)
  }

  package static func == (one: EngineOverscrollSegment, other: EngineOverscrollSegment) -> Bool {
    one.entry?.engine == other.entry?.engine && one.dimension == other.dimension
  }
}
