import ScrollModels

/// An engine of the catalogue as a scroll view moves by it: its row for each phase, and where a variant has none, the row of
/// the engine that it is one of.
public struct ScrollEngine: Equatable, Sendable {
  public let name: String
  let rows: [EnginePhase: CatalogueEntry]

  /// - Throws: ``UnknownEngine`` where no row has the name and it is no alias; letters' case does not matter.
  public init(named name: String) throws(UnknownEngine) {
    guard let known = Catalogue.engine(calledBy: name) else { throw UnknownEngine(name: name) }
    self.name = known
    let family = Catalogue.family(of: known)
    rows = EnginePhase.allCases.reduce(into: [:]) { rows, phase in
      rows[phase] =
        Catalogue.entry(named: known, phase: phase) ?? Catalogue.entry(named: family, phase: phase)
    }
  }

  public static func == (one: ScrollEngine, other: ScrollEngine) -> Bool { one.name == other.name }
}

/// A name that no row of the catalogue has.
public struct UnknownEngine: Error, Equatable, CustomStringConvertible {
  public let name: String

  public var description: String {
    let nearest = Catalogue.nearestNames(to: name).joined(separator: "; ")
    return "'\(name)' is no engine of the catalogue; the nearest are \(nearest)"
  }
}

/// A motion by a row of the catalogue, with what it started from.
public struct EnginePiece: Equatable, Sendable {
  let entry: CatalogueEntry
  /// By the names of the law's state.
  let state: [(name: String, value: Double)]
  let motion: any EngineMotion

  public static func == (one: EnginePiece, other: EnginePiece) -> Bool {
    one.entry.engine == other.entry.engine && one.entry.phase == other.entry.phase
      && one.state.map(\.value) == other.state.map(\.value)
      && one.motion.duration == other.motion.duration
  }
}

/// The content's travel under a finger beyond an edge by a row of the catalogue; without one it is held at the edge.
public struct EngineStretch: Equatable, Sendable {
  let entry: CatalogueEntry?
  let dimension: Double
  let curve: any EngineOverscroll

  init(_ entry: CatalogueEntry?, context: EngineContext) {
    self.entry = entry
    dimension = context.dimension
    curve = entry?.overscroll(context: context) ?? LinearStretch(slope: 0, limit: .infinity)
  }

  public static func == (one: EngineStretch, other: EngineStretch) -> Bool {
    one.entry?.engine == other.entry?.engine && one.dimension == other.dimension
  }
}
