import ScrollAnalysis
import ScrollModels

extension FeelComparison {
  /// The first constant of each phase, with the gesture that shows the largest difference, of the covered ones where there
  /// are any: flings, then returns, then overscroll drags.
  var cards: [Page.Card] {
    let order: [MotionKind] = [.fling, .springReturn, .overscroll, .other]
    return order.flatMap { kind in phases.filter { $0.b.law.entry.kind == kind } }.compactMap { phase in
      guard let row = phase.constantRows.first else { return nil }
      let finite = phase.judged.filter { $0.largest.isFinite }
      let covered = finite.filter(\.isCovered)
      let widest = (covered.isEmpty ? finite : covered).max { $0.largest < $1.largest }
      let difference = widest.map { "\(quantity($0.largest, unit, digits: 3)) apart: \($0.gesture.name)" }
      return Page.Card(name: row.name, own: row.own, other: row.other, difference: difference ?? "")
    }
  }
}
