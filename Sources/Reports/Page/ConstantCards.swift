import ScrollAnalysis

extension FeelComparison {
  /// The first constant of each phase, with the gesture that shows the largest difference.
  var cards: [Page.Card] {
    phases.compactMap { phase in
      guard let row = phase.constantRows.first else { return nil }
      let widest = phase.judged.filter { $0.largest.isFinite }.max { $0.largest < $1.largest }
      let difference = widest.map { "\(quantity($0.largest, unit, digits: 3)) apart: \($0.gesture.name)" }
      return Page.Card(name: row.name, own: row.own, other: row.other, difference: difference ?? "")
    }
  }
}
