import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension Answer {
  /// The cards of flings, returns and overscroll drags beside the engine: what the recording lacks has a card that says what to
  /// record, unless the engine has no such motion either.
  ///
  /// - Parameter fits: those of the recording.
  func cards(_ fits: [Fit]) -> [Page.Card] {
    let known = engine.flatMap { try? ScrollEngine(named: $0) }
    return FeelEngine.phases.compactMap { phase in
      let kind = phase.kind
      if let compared = comparison?.phases.first(where: { $0.phase == kind }), let unit = comparison?.unit,
        let card = compared.card(unit)
      {
        return card
      }
      guard let row = known?.rows[phase] else { return nil }
      guard fits.contains(where: { $0.phase == kind?.rawValue }) else { return row.missingCard }
      // Its model is not the engine's: the verdict compares the curve.
      return nil
    }
  }
}

extension FeelComparison.PhaseComparison {
  /// The first constant, with the gesture that stands for the phase.
  fileprivate func card(_ unit: String) -> Page.Card? {
    guard let row = constantRows.first else { return nil }
    let difference = widest.map { "\($0.distance(unit)) apart: \($0.gesture.name)" }
    return Page.Card(name: row.name, own: row.own, other: row.other, difference: difference ?? "")
  }
}

extension CatalogueEntry {
  /// The card of a motion that the recording lacks.
  fileprivate var missingCard: Page.Card? {
    guard let constant = model.constants.first, let value = values.first,
      let gestures = MissingMotion.gestures(phase)
    else { return nil }
    let row = ConstantRow(phase.noun, constant.name, unit: constant.unit, value: value, error: nil)
    return Page.Card(name: row.name, own: "not recorded", other: row.own, difference: "record \(gestures)")
  }
}
