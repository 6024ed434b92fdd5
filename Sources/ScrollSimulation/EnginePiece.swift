import ScrollModels

/// A motion by a row of the catalogue, with what it started from.
package struct EnginePiece: Equatable, Sendable {
  let entry: CatalogueEntry
  /// By the names of the law's state.
  let state: [(name: String, value: Double)]
  let motion: any EngineMotion

  package static func == (one: EnginePiece, other: EnginePiece) -> Bool {
    one.entry.engine == other.entry.engine && one.entry.phase == other.entry.phase
      && one.state.map(\.value) == other.state.map(\.value)
      && one.motion.duration == other.motion.duration
  }
}

/// The content's travel under a finger beyond an edge by a row of the catalogue; without one it is held at the edge.
package struct EngineStretch: Equatable, Sendable {
  let entry: CatalogueEntry?
  let dimension: Double
  let curve: any EngineOverscroll

  init(_ entry: CatalogueEntry?, context: EngineContext) {
    self.entry = entry
    dimension = context.dimension
    curve = entry?.overscroll(context: context) ?? LinearStretch(slope: 0, limit: .infinity)
  }

  package static func == (one: EngineStretch, other: EngineStretch) -> Bool {
    one.entry?.engine == other.entry?.engine && one.dimension == other.dimension
  }
}
