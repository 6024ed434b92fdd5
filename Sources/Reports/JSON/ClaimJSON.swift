import Recordings
import ScrollAnalysis

extension [Claim] {
  /// `scrollfit.reproduce/1`.
  var json: JSONValue {
    .object(
      ["schema": .string("scrollfit.reproduce/1"), "claims": .array(map(\.json))], warnings: [])
  }
}

extension Claim {
  fileprivate var json: JSONValue {
    [
      "id": .string(id),
      "article": .string(article),
      "statement": .string(statement),
      "published": .number(published),
      "value": .number(value),
      "standardError": .number(standardError),
      "interval": .interval(interval),
      "unit": .string(unit),
      "components": .object(components.map { JSONMember($0.name, .number($0.value)) }),
      "verdict": .string(verdict?.rawValue),
      "detail": .string(detail),
    ]
  }
}
