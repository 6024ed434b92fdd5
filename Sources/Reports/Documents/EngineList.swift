import Numerals
import ScrollModels

/// The list of the catalogue's engines.
package enum EngineList {
  /// Every engine on a line, with its aliases and the motions that it has rows for.
  package static var text: String {
    let aliases = Dictionary(grouping: Catalogue.aliases, by: \.engine)
    let table = Document.Table(
      Catalogue.engines,
      [
        ("engine", .left, { $0 }),
        ("aliases", .left, { (aliases[$0] ?? []).map(\.alias).joined(separator: ", ") }),
        (
          "motions", .left,
          { engine in
            Catalogue.entries.filter { $0.engine == engine }.map(\.phase.noun).joined(separator: ", ")
          }
        ),
      ])
    return TextWriter().write(Document(blocks: [.table(table)]))
  }

  /// The rows of one engine: model, constants and source.
  package static func text(of engine: ScrollEngine) -> String {
    let rows = Catalogue.entries.filter { $0.engine == engine.name }
    return TextWriter().write(Document(blocks: rows.flatMap(\.blocks)))
  }
}

extension CatalogueEntry {
  fileprivate var blocks: [Document.Block] {
    let constants = published.map { "\($0.name) \(quantity($0.value, $0.unit))" }.joined(separator: ", ")
    let facts = [
      Document.Fact("model", "\(model.name): \(model.formula)"),
      Document.Fact("constants", constants.isEmpty ? "none" : constants),
      Document.Fact("source", "\(source)"),
      Document.Fact("note", note),
    ]
    return [
      .heading("\(engine), \(phase.noun)", level: 1), .facts(facts.filter { !$0.text.isEmpty }),
    ]
  }
}
