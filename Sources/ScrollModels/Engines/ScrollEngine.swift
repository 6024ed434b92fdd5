/// An engine of the catalogue: its row for each phase, and where a variant has none, the row of the engine that it is
/// one of.
public struct ScrollEngine: Equatable, Sendable {
  public let name: String
  package let rows: [EnginePhase: CatalogueEntry]

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
