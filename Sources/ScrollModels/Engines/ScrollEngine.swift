/// An engine of the catalogue: its row for each phase, and where a variant has none, the row of the engine that it is
/// one of.
package struct ScrollEngine: Equatable, Sendable {
  package let name: String
  package let rows: [EnginePhase: CatalogueEntry]

  /// - Throws: ``UnknownEngine`` where no row has the name and it is no alias; letters' case does not matter.
  package init(named name: String) throws(UnknownEngine) {
    guard let known = Catalogue.engine(calledBy: name) else { throw UnknownEngine(name: name) }
    self.init(known: known)
  }

  private init(known name: String) {
    self.name = name
    let own = Self.rows[name] ?? [:]
    rows = (Self.rows[Catalogue.family(of: name)] ?? [:]).merging(own) { $1 }
  }

  /// The rows of every name of the catalogue.
  private static let rows = Catalogue.entries.reduce(into: [String: [EnginePhase: CatalogueEntry]]()) {
    if $0[$1.engine]?[$1.phase] == nil { $0[$1.engine, default: [:]][$1.phase] = $1 }
  }

  /// All engines of the catalogue, in its order.
  package static let all = Catalogue.engines.map { ScrollEngine(known: $0) }

  package static func == (one: ScrollEngine, other: ScrollEngine) -> Bool { one.name == other.name }
}

/// A name that no row of the catalogue has.
package struct UnknownEngine: Error, Equatable, CustomStringConvertible {
  package let name: String

  package var description: String {
    let nearest = Catalogue.nearestNames(to: name).joined(separator: "; ")
    return "'\(name)' is no engine of the catalogue; the nearest are \(nearest)"
  }
}
