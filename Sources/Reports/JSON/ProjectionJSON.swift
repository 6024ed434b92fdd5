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
