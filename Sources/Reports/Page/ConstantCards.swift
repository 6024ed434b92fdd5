import ScrollAnalysis
import ScrollModels

extension FeelComparison {
  /// The first constant of each phase, with the gesture that stands for the phase: flings, then returns, then overscroll drags.
  var cards: [Page.Card] {
    let order: [MotionKind] = [.fling, .springReturn, .overscroll, .other]
    return order.flatMap { kind in phases.filter { $0.b.model.entry.kind == kind } }.compactMap { phase in
      guard let row = phase.constantRows.first else { return nil }
      let difference = phase.widest.map { "\($0.distance(unit)) apart: \($0.gesture.name)" }
      return Page.Card(name: row.name, own: row.own, other: row.other, difference: difference ?? "")
    }
  }
}
