import FitJSON
import Recordings
import ScrollAnalysis

extension Identification {
  /// Schema `scrollfit.identify/1`.
  var json: JSONValue {
    ["schema": .string("scrollfit.identify/1"), "recordings": .array(recordings.map(\.json))]
  }
}

extension RecordingIdentification {
  fileprivate var json: JSONValue {
    .object(
      [
        "source": .string(source),
        "series": .string(series),
        "phases": .array(phases.map(\.json)),
        "overall": .array(
          overall.enumerated().map { position, each in
            [
              "class": .integer(position + 1), "engines": .strings(each.engines),
              "deltaAicc": .number(each.deltaAICc), "maximum": .number(each.maximum),
              "modelHolds": .bool(each.hasForm),
            ]
          }),
        "named": .strings(verdict.named),
        "verdict": .string(verdict.word),
        "sentence": .string(sentence),
        "releases": .array(releases.map(\.json)),
      ], warnings: warnings)
  }
}

extension PhaseIdentification {
  fileprivate var json: JSONValue {
    [
      "axis": .string(axis.rawValue),
      "kind": .string(kind.rawValue),
      "from": .number(from),
      "to": .number(to),
      "candidates": .array(candidates.map(\.json)),
      "named": .strings(verdict.named),
      "verdict": .string(verdict.word),
      "sentence": .string(verdict.sentence),
    ]
  }
}

extension EngineCandidate {
  fileprivate var json: JSONValue {
    [
      "class": .string(name),
      "engines": .strings(engines),
      "law": .string(model),
      "constants": .string(constants.rawValue),
      "parameters": .array(parameters.map { $0.json(as: .parameter) }),
      "deltaAicc": .number(deltaAICc),
      "rms": .number(rms),
      "maximum": .number(maximum),
      "maximumPixels": .number(maximumPixels),
      "adequacy": .string(adequacy.rawValue),
    ]
  }
}
