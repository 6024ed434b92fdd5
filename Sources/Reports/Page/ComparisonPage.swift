import Drawing
import Numerals
import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension FeelComparison {
  /// The report as a page: the verdict, then both sides overlaid from the release on, gesture by gesture.
  package var page: Page {
    var opening: [Page.Block] = [.verdict(sentence, tone)] + notices.remarks
    if !uncompared.isEmpty {
      opening.append(.facts(uncompared.map { Document.Fact($0.phase.noun, $0.reason) }))
    }
    if let widest, phases.count > 1 {
      opening.append(
        .paragraph("They lie furthest apart in \(widest.gesture.name): \(widest.distance(unit)).")
      )
    }
    opening.append(.facts([Document.Fact("A", a.name), Document.Fact("B", b.name)]))
    if let constants = summary { opening.append(.table(constants, caption: "Constants of both sides")) }
    let sections = phases.compactMap(section)
    return Page(
      title: "\(a.name) against \(b.name)",
      sections: [Page.Section(nil, opening)]
        + (feel.map { [Page.Section("Feel it", [.feel($0)])] } ?? []) + (phases.isEmpty ? [] : [gestures])
        + sections
        + [Page.Section("Numbers", Page.blocks(of: Array(document(hasConstants: false).blocks.dropFirst(2))))]
    )
  }

  /// The constants of both sides, and how far apart they move the content; nil where no constant is compared.
  private var summary: Document.Table? {
    let rows = phases.flatMap { phase in phase.constants.map { (phase: phase, constant: $0) } }
    guard !rows.isEmpty else { return nil }
    return Document.Table(
      rows,
      [("constant", .left, { "\($0.phase.phase.noun): \($0.constant.name)" })]
        + ConstantDifference.columns(\.constant) + [
          (
            "apart at most", .left,
            { $0.phase.widest.map { "\($0.distance(unit)), \($0.gesture.name)" } ?? "" }
          )
        ])
  }

  private var sentence: String {
    let bound = quantity(limit, unit)
    switch equivalence {
    case .same: return "They move alike: no gesture of the set moves them \(bound) apart."
    case .different:
      let missing = verdict.hasPrefix("different: ") ? [String(verdict.dropFirst("different: ".count))] : []
      let parts =
        missing + (differences.isEmpty ? [] : ["in \(b.name) " + differences.joined(separator: "; ")])
      return parts.isEmpty
        ? "They do not move alike: a gesture of the set moves them more than \(bound) apart."
        : "They do not move alike: \(parts.joined(separator: "; "))."
    case .undecided where flings.doubt != nil:
      return "It is undecided whether they move alike within \(bound): \(flingWords)."
    case .undecided:
      let least = equivalenceBound.map { ": they do within \(upperBound($0, unit))" } ?? ""
      return "There is not enough data to tell whether they move alike within \(bound)\(least)."
    }
  }

  private var tone: Page.Tone {
    switch equivalence {
    case .same: .good
    case .different: .bad
    case .undecided: .open
    }
  }

  /// All gestures in a table and as pictures, the largest difference first, and those beyond the recordings behind the others.
  private var gestures: Page.Section {
    typealias Compared = (phase: PhaseComparison, gesture: TrajectoryDifference, name: String)
    let all = phases.enumerated().flatMap { number, phase in
      phase.gestures.enumerated().map { position, gesture -> Compared in
        (phase, gesture, "comparison-\(number + 1)-\(position + 1)")
      }
    }
    // A difference that the data do not bound comes first.
    func size(_ gesture: TrajectoryDifference) -> Double {
      gesture.largest.isFinite ? gesture.largest : .infinity
    }
    func isCovered(_ compared: Compared) -> Bool {
      !compared.phase.notCovered.contains { $0.gesture == compared.gesture.gesture }
    }
    let sorted = all.sorted { size($0.gesture) > size($1.gesture) }
    let worst = sorted.filter(isCovered) + sorted.filter { !isCovered($0) }
    let table = Document.Table(
      worst,
      [
        ("gesture", .left, \.gesture.gesture.name),
        ("phase", .left, \.phase.phase.noun),
        ("apart at most", .firstWord, { $0.gesture.distance(unit) }),
        (
          "verdict", .left,
          {
            isCovered($0) ? $0.gesture.equivalence.text(limit: limit, unit: unit) : "not covered"
          }
        ),
      ])
    let pictures = worst.map {
      $0.gesture.picture(name: $0.name, unit: unit, limit: limit, names: (a.name, b.name))
    }
    return Page.Section(
      "Gesture by gesture",
      [
        .table(table, caption: "All gestures, the largest difference first, not covered ones last"),
        .chooser(pictures),
      ])
  }

  private func section(_ phase: PhaseComparison) -> Page.Section? {
    var blocks: [Page.Block] = []
    if phase.equivalence == .undecided { blocks.append(.paragraph(phase.dataNeeded(unit: unit))) }
    if let uncovered = phase.uncovered(unit: unit) {
      blocks.append(.paragraph("Not covered by the recordings: \(uncovered)."))
    }
    return blocks.isEmpty
      ? nil
      : Page.Section(
        "\(phase.phase.noun.startingUppercase): \(phase.verdict(limit: limit, unit: unit))", blocks)
  }
}

extension TrajectoryDifference {
  /// The largest difference: `12.3 pt`.
  func distance(_ unit: String) -> String { quantity(largest, unit, digits: 3) }

  /// A and B from the release on; below, how far and how much later B is.
  fileprivate func picture(name: String, unit: String, limit: Double, names: (String, String)) -> Picture {
    func line(_ values: [Double]) -> PlotMark.Shape {
      .line(zip(curves.abscissas, values).map { PlotMark.Point($0, $1) })
    }
    let differences = zip(curves.a, curves.b).map { $1 - $0 }
    let isOverscroll = gesture.phase == .rubberBand
    var panels = [
      Picture.Panel(
        Picture.Axis("offset", unit: unit),
        marks: [
          PlotMark("A: \(names.0)", .first, line(curves.a)),
          PlotMark("B: \(names.1)", .second, line(curves.b)),
        ]),
      Picture.Panel(
        Picture.Axis("B − A", unit: unit), size: .low,
        marks: [
          PlotMark("within the limit", .quiet, .strip(-limit...limit)),
          PlotMark(
            "± its standard error", .third,
            .band(
              x: curves.abscissas, low: zip(differences, curves.standardErrors).map { $0 - $1 },
              high: zip(differences, curves.standardErrors).map { $0 + $1 })),
          PlotMark("B − A", .third, line(differences)),
        ]),
    ]
    if !isOverscroll {
      panels.append(
        Picture.Panel(
          Picture.Axis("B later than A", unit: "ms"), size: .low,
          marks: [PlotMark(nil, .fourth, line(curves.delays.map { $0 ?? .nan }))]))
    }
    let farthest = "\(distance(unit)) apart at most"
    return Picture(
      name: name, title: "\(gesture.name): \(farthest)",
      summary: "\(names.0) (A) and \(names.1) (B) answer the same gesture from the same start; below, the "
        + "difference\(isOverscroll ? "" : " in length and in time").",
      horizontal: isOverscroll
        ? Picture.Axis("travel of the finger", unit: unit)
        : Picture.Axis("time since the release", unit: "s"),
      panels: panels)
  }
}

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
      let constant =
        (ofCurves.flatMap { $0.constantRows(position: "") }
        + own.flatMap { $0.constantRows(beside: self, position: "") }).first
      if let worst = ofCurves.max(by: { $0.maximum < $1.maximum }) { return worst.card(phase, constant, row) }
      if let constant {
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
  ///   - constant: the recording's first of this kind; nil for none.
  ///   - row: the engine's.
  fileprivate func card(_ phase: EnginePhase, _ constant: ConstantRow?, _ row: CatalogueEntry) -> Page.Card {
    let difference =
      "\(quantity(maximum, unit, digits: 2)) off its curve: the \(phase.noun) at \(Numerals.significant(from, 3)) s"
    return Page.Card(
      name: constant?.name ?? row.constantRow?.name ?? phase.noun, own: constant?.own ?? "not fitted",
      other: constant?.other ?? row.constantRow?.own ?? ConstantRow.anotherModel, difference: difference)
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
