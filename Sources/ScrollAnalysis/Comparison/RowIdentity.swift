import Recordings
import ScrollModels

/// The content of a row of the catalogue that its motions depend on: rows of several engines that have it in common move alike.
struct RowIdentity: Hashable {
  private let model: String
  private let formula: String
  private let constants: [Double]
  private let startsInward: Bool

  init(_ row: CatalogueEntry) {
    model = row.model.name
    formula = row.model.formula
    constants = row.values
    startsInward = row.returnStart == .inwardVelocity
  }
}

extension ScrollEngine {
  /// The engines of the catalogue in its order, those together that move alike in some kinds of phase.
  static func alike(for kinds: [PhaseKind]) -> [[ScrollEngine]] {
    var positions: [[RowIdentity?]: Int] = [:]
    var classes: [[ScrollEngine]] = []
    for engine in all {
      let rows = kinds.map { engine.row(for: $0).map(RowIdentity.init) }
      if let position = positions[rows] {
        classes[position].append(engine)
      } else {
        positions[rows] = classes.count
        classes.append([engine])
      }
    }
    return classes
  }
}
