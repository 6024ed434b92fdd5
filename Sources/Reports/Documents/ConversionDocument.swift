import Numerals
import ScrollFitting
import ScrollModels

extension Conversion {
  /// The values in a table, then the engines: their code never wrapped, what it misses behind it.
  var document: Document {
    let names = given.map { "\($0.name)=\(Numerals.plain($0.value))" }.joined(separator: " ")
    var blocks: [Document.Block] = [.heading(names, level: 1)]
    if !warnings.isEmpty { blocks.append(.facts(warnings.map { Document.Fact("warning", $0) })) }
    blocks.append(
      .table(
        Document.Table(
          values,
          [
            ("constant", .left, \.name),
            ("value", .left, { Numerals.significant($0.value, 12) }),
            ("unit", .left, \.unit),
          ])))
    blocks.append(.heading("engines\(compared)", level: 1))
    blocks.append(
      .table(
        Document.Table(
          engines, [("engine", .left, \.engine), ("off by", .left, \.errorText), ("code", .left, \.code)])))
    let notes = engines.filter { !$0.note.isEmpty }.map { Document.Fact($0.engine, $0.note) }
    if !notes.isEmpty { blocks.append(.facts(notes)) }
    return Document(blocks: blocks)
  }

  private var compared: String {
    switch constants {
    case .deceleration: ", compared over a fling of \(quantity(motion.velocity, "pt/s"))"
    case .spring:
      ", compared from a displacement of \(quantity(motion.displacement, "pt"))"
        + (motion.springVelocity == 0 ? "" : " and a velocity of \(quantity(motion.springVelocity, "pt/s"))")
    case .rubberBand: ""
    }
  }
}

extension EngineForm {
  fileprivate var errorText: String {
    guard let largestError else { return "unknown" }
    if exact, largestError < 1e-3 { return "exact" }
    return "\(Numerals.significant(largestError, 3)) pt"
  }
}
