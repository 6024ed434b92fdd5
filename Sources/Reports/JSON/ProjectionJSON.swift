import FitJSON
import Recordings
import ScrollAnalysis

extension ProjectionAnalysis {
  /// `scrollfit.project/1`. `regression` is the first deceleration rate's, null without flings; `regressions` has
  /// every rate's.
  var json: JSONValue {
    .object(
      [
        "schema": .string("scrollfit.project/1"),
        "table": .array(table.map(\.json)),
        "regression": regressions.first.map { .object($0.members) } ?? .null,
        "regressions": .array(
          regressions.map {
            .object([.init("decelerationRate", .number($0.decelerationRate))] + $0.members)
          }),
      ], warnings: [])
  }
}

extension ProjectionAnalysis.Row {
  fileprivate var json: JSONValue {
    [
      "decelerationRate": .number(decelerationRate),
      "velocity": .number(velocity),
      "apple": .number(apple),
      "log": .number(log),
      "difference": .number(difference),
      "relative": .number(relative),
    ]
  }
}

extension ProjectionAnalysis.Regression {
  fileprivate var members: [JSONMember] {
    [
      JSONMember("count", .integer(count)),
      JSONMember("slope", slope.json),
      JSONMember("stopVelocity", stopVelocity.json),
      JSONMember("slopeThroughOrigin", slopeThroughOrigin.json),
      JSONMember("residuals", .numbers(residuals)),
      JSONMember("verdicts", .array(verdicts.map(\.json))),
      JSONMember("residualsThroughOrigin", .numbers(residualsThroughOrigin)),
    ]
  }
}

extension ProjectionAnalysis.Verdict {
  fileprivate var json: JSONValue {
    ["formula": .string(formula), "expected": .number(expected), "z": .number(z), "holds": .bool(holds)]
  }
}

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
