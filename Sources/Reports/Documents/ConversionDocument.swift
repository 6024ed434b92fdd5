import Numerals
import ScrollAnalysis
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

extension Tuning {
  /// The report of `tune`: for each kind of motion the constants, their distance from the engine, and where it remains.
  ///
  /// - Parameter toolkit: adds the code that sets the constants in this toolkit.
  package func text(toolkit: Toolkit?, width: Int = 80) -> String {
    TextWriter(width: width).write(document(toolkit: toolkit))
  }

  var document: Document { document(toolkit: nil) }

  private func document(toolkit: Toolkit?) -> Document {
    var blocks: [Document.Block] = [.heading("\(model.name) tuned to \(target)", level: 1)]
    if !notes.isEmpty { blocks.append(.facts(notes.map { Document.Fact("note", $0) })) }
    return Document(blocks: blocks + phases.flatMap { $0.blocks(target: target, toolkit: toolkit) })
  }
}

extension TunedPhase {
  fileprivate func blocks(target: String, toolkit: Toolkit?) -> [Document.Block] {
    let hasCurrent = constants.contains { $0.current != nil }
    var columns: [(title: String, alignment: Document.Alignment, cell: (ShownConstant) -> String)] = [
      ("constant", .left, \.name), ("tuned", .left, \.tuned),
    ]
    if hasCurrent {
      columns.append(("yours", .left, { $0.current.map { Numerals.significant($0) } ?? "not known" }))
    }
    var gestureColumns: [(title: String, alignment: Document.Alignment, cell: (Gesture) -> String)] = [
      ("gesture", .left, { $0.isCovered ? $0.name : "\($0.name) (not covered)" }),
      ("off by", .right, { Self.distance($0.difference) }), ("at", .right, { position($0) }),
    ]
    if hasCurrent { gestureColumns.append(("yours", .right, { $0.current.map(Self.distance) ?? "" })) }
    var blocks: [Document.Block] = [
      .heading("\(phase.noun): \(reach(target))", level: 2),
      .table(Document.Table(shownConstants, columns)),
      .table(Document.Table(gestures, gestureColumns)),
    ]
    var facts: [Document.Fact] = [Document.Fact("model", "\(model): \(formula)")]
    if let toolkit { facts.append(Document.Fact("in \(toolkit.name)", code(toolkit))) }
    facts.append(
      Document.Fact(
        "search",
        converged
          ? "converged: no other constants nearby lower the maximum; \(evaluations) evaluations"
          : "not converged after \(evaluations) evaluations: the constants may be improved"))
    blocks.append(.facts(facts))
    return blocks
  }

  /// The constants as name, value with unit, and current value; toolkits have a rate instead of the decay constant.
  private var shownConstants: [ShownConstant] {
    constants.flatMap { constant -> [ShownConstant] in
      let own = (constant.name, quantity(constant.value, constant.unit), constant.current)
      guard constant.name == ParameterName.decayConstant.id else { return [own] }
      let rate = DecelerationRate.rate(decayConstant: constant.value)
      return [
        own,
        (
          ParameterName.decelerationRate.id, Numerals.significant(rate),
          constant.current.map(DecelerationRate.rate(decayConstant:))
        ),
      ]
    }
  }

  private typealias ShownConstant = (name: String, tuned: String, current: Double?)

  /// The distance that remains, and the place where it does.
  private func reach(_ target: String) -> String {
    guard let worst else { return "no gesture" }
    guard worst.difference >= 0.001 else { return "as \(target)" }
    let distance = Self.distance(worst.difference)
    return "within \(distance) of \(target) at best; the most in a \(worst.name), at \(position(worst))"
  }

  private func position(_ gesture: Gesture) -> String {
    phase == .rubberBand ? quantity(gesture.at, "pt", digits: 3) : quantity(gesture.at, "s", digits: 3)
  }

  private func code(_ toolkit: Toolkit) -> String {
    toolkit.code(constants.map { ($0.name, $0.value) })
      ?? "no code for \(constants.map(\.name).joined(separator: ", ")): set the constants above by hand"
  }

  private static func distance(_ value: Double) -> String {
    value < 0.001 ? "< 0.001 pt" : quantity(value, "pt", digits: 3)
  }
}
