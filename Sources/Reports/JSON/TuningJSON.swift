import Recordings
import ScrollAnalysis

extension Tuning {
  /// `scrollfit.tune/1`.
  var json: JSONValue {
    .object(
      [
        "schema": .string("scrollfit.tune/1"), "target": .string(target), "model": .string(model.name),
        "phases": .array(phases.map(\.json)),
      ], warnings: notes)
  }
}

extension TunedPhase {
  fileprivate var json: JSONValue {
    [
      "phase": .string(phase.rawValue), "model": .string(model), "formula": .string(formula),
      "maximum": .number(worst?.difference), "converged": .bool(converged),
      "evaluations": .integer(evaluations),
      "constants": .array(
        constants.map {
          [
            "name": .string($0.name), "unit": .string($0.unit), "value": .number($0.value),
            "current": $0.current.map { .number($0) } ?? .null,
          ]
        }),
      "gestures": .array(
        gestures.map {
          [
            "name": .string($0.name), "difference": .number($0.difference), "at": .number($0.at),
            "current": $0.current.map { .number($0) } ?? .null, "covered": .bool($0.isCovered),
          ]
        }),
    ]
  }
}
