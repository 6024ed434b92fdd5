import FitJSON
import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension Identification {
  /// Schema `scrollfit.identify/1`.
  var json: JSONValue {
    [
      "schema": .string("scrollfit.identify/1"), "recordings": .array(recordings.map(\.json)),
      "releases": .array(sessions.map(\.json)),
    ]
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

extension ReleaseReport {
  /// An element of `releases`.
  var json: JSONValue {
    [
      "source": .string(source), "series": .string(series), "axis": .string(axis.rawValue),
      "unit": .string(unit),
      "flings": .array(releases.map(\.json)),
      "estimators": .array(estimators.map(\.json)), "adequate": isAdequate.map { .bool($0) } ?? .null,
      "weights": .array(weights.map { $0.json(named: $0.name) }),
      "window": window.map { ["value": .number($0.value), "interval": .interval($0.interval)] } ?? .null,
      "gate": gate.map {
        ["fastestRest": .number($0.fastestRest), "slowestFling": .number($0.slowestFling)]
      } ?? .null,
      "limit": limit.map {
        [
          "fastestFling": .number($0.fastestFling), "limit": $0.limit.map(\.json) ?? .null,
          "flings": .integer($0.count),
        ]
      } ?? .null,
      "momentum": momentum.map(\.json) ?? .null,
      "latency": latency.map {
        $0.json.adding("drags", .integer(latencyDrags))
      } ?? .null,
      "timing": [
        "jitter": .number(timing.jitter), "undetermined": .integer(timing.undetermined),
        "predictionBias": .number(timing.predictionBias), "predictionError": .number(timing.predictionError),
        "delayBias": .number(timing.delayBias), "weightsBias": .number(timing.weightsBias),
      ],
      "hitches": [
        "late": .integer(hitches.late.count), "repeated": .integer(hitches.repeated),
        "duration": .number(hitches.duration), "longest": .number(hitches.longest?.lateness ?? 0),
        "motion": .number(hitches.motion),
        "frames": .array(
          hitches.late.map {
            ["series": .string($0.series), "t": .number($0.time), "lateness": .number($0.lateness)]
          }),
      ],
    ]
  }
}

extension ObservedRelease {
  fileprivate var json: JSONValue {
    [
      "release": .number(touch.release), "outcome": .string(outcome.rawValue), "velocity": .number(velocity),
      "standardError": .number(standardError), "velocityBefore": .number(velocityBefore),
    ]
  }
}

extension EstimatorScore {
  fileprivate var json: JSONValue {
    [
      "estimator": .string(estimator.name), "source": .string(estimator.source.description),
      "rms": .number(rootMeanSquare), "largest": .number(largest), "mean": .number(bias),
      "meanError": .number(biasError), "chiSquared": .number(chiSquared), "deviance": .number(deviance),
      "allowance": .number(allowance),
      "indistinguishable": .bool(isIndistinguishable),
    ]
  }
}

extension CarriedShare {
  fileprivate var json: JSONValue {
    [
      "flings": .integer(count), "share": share.json,
      "chiSquaredWithout": .number(chiSquaredWithout), "chiSquaredByEngine": .number(chiSquaredByEngine),
      "engine": .string(engine),
    ]
  }
}

extension JSONValue {
  /// The same object with a further member, last.
  func adding(_ name: String, _ value: JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members + [JSONMember(name, value)])
  }
}
