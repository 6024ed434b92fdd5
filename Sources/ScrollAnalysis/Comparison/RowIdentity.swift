import Recordings
import ScrollModels

/// The content of a row of the catalogue that its motions depend on: rows of several engines that have it in common move alike.
struct RowIdentity: Hashable {
  private let law: String
  private let formula: String
  private let constants: [Double]
  private let startsInward: Bool

  init(_ row: CatalogueEntry) {
    law = row.law.name
    formula = row.law.formula
    constants = row.values
    startsInward = row.returnStart == .inwardVelocity
  }
}

extension ScrollEngine {
  /// The engines of the catalogue that move differently in some kinds of phase: of those that do not, the first.
  static func distinct(for kinds: [PhaseKind]) -> [ScrollEngine] {
    var known: Set<[RowIdentity?]> = []
    return all.filter { engine in
      known.insert(kinds.map { engine.row(for: $0).map(RowIdentity.init) }).inserted
    }
  }
}
