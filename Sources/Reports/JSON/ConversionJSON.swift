import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension Conversion {
  /// `scrollfit.convert/1`. `given` is the first constant; `constants` are all that were given. A `largestError` of
  /// null is unknown, and the warnings name it.
  var json: JSONValue {
    .object(
      [
        "schema": .string("scrollfit.convert/1"),
        "given": given.first.map(\.json) ?? .null,
        "values": .array(
          values.map { ["name": .string($0.name), "unit": .string($0.unit), "value": .number($0.value)] }),
        "engines": .array(engines.map(\.json)),
        "constants": .array(given.map(\.json)),
        "motion": motion.json(of: constants),
      ], warnings: warnings + engines.compactMap(\.unknownError))
  }
}

extension NamedConstants.Given {
  fileprivate var json: JSONValue { ["name": .string(name), "value": .number(value)] }
}

extension EngineForm {
  fileprivate var json: JSONValue {
    [
      "engine": .string(engine), "code": .string(code), "exact": .bool(exact),
      "largestError": .number(largestError), "note": .string(note),
    ]
  }

  fileprivate var unknownError: String? {
    largestError == nil ? "largestError of \(engine) is null: \(note)" : nil
  }
}

extension ComparedMotion {
  fileprivate func json(of constants: NamedConstants) -> JSONValue {
    switch constants {
    case .deceleration: ["initialVelocity": .number(velocity)]
    case .spring: ["displacement": .number(displacement), "initialVelocity": .number(springVelocity)]
    case .rubberBand: .null
    }
  }
}

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
