/// How scroll engines move: their laws and constants, one table.
public enum Catalogue {
  public static let entries: [CatalogueEntry] = apple

  /// The engines' names, each once, in the table's order.
  public static var engines: [String] {
    var seen: Set<String> = []
    return entries.map(\.engine).filter { seen.insert($0).inserted }
  }

  /// The row of an engine and a phase; letters' case does not matter.
  public static func entry(named engine: String, phase: EnginePhase) -> CatalogueEntry? {
    entries.first { $0.phase == phase && $0.engine.lowercased() == engine.lowercased() }
  }
}
