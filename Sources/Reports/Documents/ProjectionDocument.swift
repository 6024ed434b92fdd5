import Numerals
import ScrollAnalysis
import ScrollFitting

extension ProjectionAnalysis {
  /// The table of both formulas, then a section for each rate of the flings.
  var document: Document {
    var blocks: [Document.Block] = table.isEmpty ? [] : [.table(comparison)]
    blocks += regressions.flatMap(\.blocks)
    return Document(blocks: blocks.isEmpty ? [.paragraph("No rate, no fling.")] : blocks)
  }

  private var comparison: Document.Table {
    func column(_ value: (Row) -> Double) -> [String] {
      Numerals.column(table.map(value), significantDigits: 7)
    }
    let apple = column(\.apple), log = column(\.log), difference = column(\.difference)
    return Document.Table(
      Array(table.indices),
      [
        ("rate 1/ms", .left, { Numerals.plain(table[$0].decelerationRate) }),
        ("velocity pt/s", .right, { Numerals.plain(table[$0].velocity) }),
        ("Apple pt", .right, { apple[$0] }),
        ("log pt", .right, { log[$0] }),
        ("log - Apple pt", .right, { difference[$0] }),
        ("(Apple - log) / log", .right, { Numerals.percent(table[$0].relative) }),
      ])
  }
}

extension ProjectionAnalysis.Regression {
  /// In the order of reports.
  var estimates: [Estimate] { [slope, stopVelocity, slopeThroughOrigin] }

  fileprivate var blocks: [Document.Block] {
    let rate =
      decelerationRate.map { "deceleration rate \(Numerals.plain($0)) 1/ms" } ?? "deceleration rate unknown"
    let table = Document.Table(
      estimates,
      [
        ("estimate", .left, \.name),
        ("value", .firstWord, \.text),
        ("interval", .left, \.intervalText),
      ])
    var facts = [
      Document.Fact(
        "model", "distance = slope (|velocity| - stopVelocity); slopeThroughOrigin has no stop velocity"),
      Document.Fact("residuals", Self.betweenDeviation(residuals)),
      Document.Fact("through the origin", Self.betweenDeviation(residualsThroughOrigin)),
    ]
    facts += verdicts.map(\.fact)
    return [.heading("\(rate), \(counted(count, "fling"))", level: 1), .table(table), .facts(facts)]
  }

  /// The largest size, and every residual where there are few.
  private static func betweenDeviation(_ residuals: [Double]) -> String {
    guard let largest = residuals.map(abs).max() else { return "none" }
    let all =
      residuals.count > 12 ? "" : ": " + residuals.map { Numerals.significant($0, 3) }.joined(separator: ", ")
    return "largest \(quantity(largest, "pt", digits: 3))\(all)"
  }
}

extension ProjectionAnalysis.Verdict {
  fileprivate var fact: Document.Fact {
    let name = formula == "apple" ? "Apple's formula" : "\(formula) formula"
    let position = holds ? "lies in the interval" : "does not lie in the interval"
    let side = z < 0 ? "below" : "above"
    let distance = z == 0 ? "the slope is equal to it" : "the slope is \(standardErrors(abs(z))) \(side) it"
    return Document.Fact(name, "\(quantity(expected, "s", digits: 8)) \(position): \(distance)")
  }
}

extension [Claim] {
  /// The table of claims, then each in words.
  var document: Document {
    guard !isEmpty else { return Document(blocks: [.paragraph("No claim.")]) }
    let table = Document.Table(
      self,
      [
        ("claim", .left, \.id),
        ("article", .left, \.article),
        ("published", .right, { $0.published.map { Numerals.significant($0, 7) } ?? "" }),
        ("recomputed", .firstWord, { measured($0.value, error: $0.standardError, unit: $0.unit) }),
        ("verdict", .left, { $0.verdict?.rawValue ?? "new" }),
      ])
    return Document(blocks: [.table(table)] + flatMap(\.blocks))
  }
}

extension Claim {
  fileprivate var blocks: [Document.Block] {
    var facts = [Document.Fact("statement", statement)]
    if !components.isEmpty {
      let numbers = components.map { "\($0.name) \(Numerals.significant($0.value))" }
      facts.append(Document.Fact("also", numbers.joined(separator: ", ")))
    }
    facts.append(Document.Fact("detail", detail))
    return [.heading(id, level: 2), .facts(facts)]
  }
}
