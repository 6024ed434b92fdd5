import Numerals
import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension Answer {
  /// The cards of flings, returns and overscroll drags beside the engine: what the recording lacks has a card that says what to
  /// record, unless the engine has no such motion either.
  ///
  /// - Parameters:
  ///   - recording: the compared one; nil where its phases are not known.
  ///   - fits: those of the recording.
  func cards(_ recording: RecordingSummary?, _ fits: [Fit]) -> [Page.Card] {
    let known = engine.flatMap { try? ScrollEngine(named: $0) }
    return FeelEngine.phases.compactMap { phase in
      let kind = phase.kind
      if let compared = comparison?.phases.first(where: { $0.phase == kind }), let unit = comparison?.unit,
        let card = compared.card(unit)
      {
        return card
      }
      guard let row = known?.rows[phase] else { return nil }
      let own = fits.preferred.filter {
        $0.phase == kind?.rawValue
          || PhaseKind(rawValue: $0.phase) == nil && $0.model.entry.kind == phase.motion
      }
      let ofCurves = curves.filter { $0.kind == kind }
      if let worst = ofCurves.max(by: { $0.maximum < $1.maximum }) { return worst.card(phase, own, row) }
      if let constant = own.constantRow(phase) {
        let other = row.constantRow.flatMap { $0.name == constant.name ? $0.own : nil } ?? constant.other
        return Page.Card(name: constant.name, own: constant.own, other: other, difference: "not compared")
      }
      let isRecorded = !own.isEmpty || recording?.phases.contains { $0.kind == kind?.rawValue } ?? false
      return isRecorded
        ? row.unfittedCard(hasFinger: recording?.touches.isEmpty == false) : row.missingCard
    }
  }
}

extension EnginePhase {
  /// The kind of motion of the models that are fitted to it.
  fileprivate var motion: MotionKind {
    switch self {
    case .fling: .fling
    case .bounce, .snap: .springReturn
    case .overscroll: .overscroll
    case .projection, .momentum: .other
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

extension EngineCurveFit {
  /// The card of a kind of phase that the engine moves by a curve of its own in.
  ///
  /// - Parameters:
  ///   - fits: the recording's of this kind.
  ///   - row: the engine's.
  fileprivate func card(_ phase: EnginePhase, _ fits: [Fit], _ row: CatalogueEntry) -> Page.Card {
    let constant = fits.constantRow(phase)
    let difference =
      "\(quantity(maximum, unit, digits: 2)) off its curve: the \(phase.noun) at \(Numerals.significant(from, 3)) s"
    return Page.Card(
      name: constant?.name ?? row.constantRow?.name ?? phase.noun, own: constant?.own ?? "not fitted",
      other: constant?.other ?? row.constantRow?.own ?? ConstantRow.anotherModel, difference: difference)
  }
}

extension [Fit] {
  /// The first determined constant of the fits of one kind of phase, beside an engine of another model.
  fileprivate func constantRow(_ phase: EnginePhase) -> ConstantRow? {
    lazy.flatMap { fit in
      fit.parameters.filter { fit.model.hasConstant($0.name) && !$0.fixed && $0.isDetermined }
    }.first.map {
      ConstantRow(phase.noun, $0.name, unit: $0.unit, value: $0.value, error: $0.standardError)
    }
  }
}

extension CatalogueEntry {
  /// The first constant.
  fileprivate var constantRow: ConstantRow? {
    guard let constant = model.constants.first, let value = values.first else { return nil }
    return ConstantRow(phase.noun, constant.name, unit: constant.unit, value: value, error: nil)
  }

  /// The card of a motion that the recording lacks.
  fileprivate var missingCard: Page.Card? {
    guard let gestures = MissingMotion.gestures(phase) else { return nil }
    return card(own: "not recorded", difference: "record \(gestures)")
  }

  /// The card of a motion that is recorded, but has no fit.
  fileprivate func unfittedCard(hasFinger: Bool) -> Page.Card? {
    guard phase == .overscroll else {
      return card(own: "not fitted", difference: "too few samples, or none of the models fits them")
    }
    return card(
      own: "not fitted",
      difference: hasFinger
        ? "the content does not follow the finger by it" : "record the finger's travel too")
  }

  private func card(own: String, difference: String) -> Page.Card? {
    constantRow.map { Page.Card(name: $0.name, own: own, other: $0.own, difference: difference) }
  }
}
