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
            .object([.init(name: "decelerationRate", value: .number($0.decelerationRate))] + $0.members)
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
  fileprivate var members: [JSONValue.Member] {
    [
      .init(name: "count", value: .integer(count)),
      .init(name: "slope", value: slope.json),
      .init(name: "stopVelocity", value: stopVelocity.json),
      .init(name: "slopeThroughOrigin", value: slopeThroughOrigin.json),
      .init(name: "residuals", value: .numbers(residuals)),
      .init(name: "verdicts", value: .array(verdicts.map(\.json))),
      .init(name: "residualsThroughOrigin", value: .numbers(residualsThroughOrigin)),
    ]
  }
}

extension ProjectionAnalysis.Verdict {
  fileprivate var json: JSONValue {
    ["formula": .string(formula), "expected": .number(expected), "z": .number(z), "holds": .bool(holds)]
  }
}
