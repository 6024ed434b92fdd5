import Numerals
import ScrollAnalysis

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
