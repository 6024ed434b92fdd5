import Recordings
import ScrollFitting

extension Estimate {
  /// The kind of an estimate in its list: only parameters can be fixed or shared.
  package enum Kind: String {
    case parameter, derived
  }

  /// A fixed parameter has neither error nor interval, whatever the value holds.
  package var reportedError: Double? { fixed ? nil : standardError }
  package var reportedInterval: ClosedRange<Double>? { fixed ? nil : interval }

  /// An element of `parameters` or `derived`.
  package func json(as kind: Kind) -> JSONValue {
    let flags: [JSONMember] =
      switch kind {
      case .parameter:
        [JSONMember("fixed", .bool(fixed)), JSONMember("shared", .bool(shared))]
      case .derived: []
      }
    return .object(members(named: name) + flags)
  }

  /// A number that stands for itself, under another name than its own.
  package func json(named name: String) -> JSONValue { .object(members(named: name)) }

  /// The estimate under a key that names it: `{"value", "standardError", "interval", "unit"}`.
  package var json: JSONValue { .object(measured + [JSONMember("unit", .string(unit))]) }

  private func members(named name: String) -> [JSONMember] {
    [JSONMember("name", .string(name)), JSONMember("unit", .string(unit))] + measured
  }

  private var measured: [JSONMember] {
    [
      JSONMember("value", label.map(JSONValue.string) ?? .number(value)),
      JSONMember("standardError", .number(reportedError)),
      JSONMember("interval", .interval(reportedInterval)),
    ]
  }
}

// What a fit's errors rest on.

extension NoiseSummary {
  package var json: JSONValue {
    [
      "model": .string(model.rawValue),
      "resolution": .number(resolution),
      "scale": .number(scale),
      "timeNoise": .number(timeNoise?.value),
      "timeNoiseError": .number(timeNoise?.standardError),
      "variance": .string(isVarianceKnown ? "known" : "estimated"),
    ]
  }
}

extension LossSummary {
  package var json: JSONValue {
    [
      "name": .string(name),
      "scale": .number(scale),
      "outliers": .array(
        outliers.map {
          [
            "index": .integer($0.index),
            "time": .number($0.time),
            "residual": .number($0.residual),
            "weight": .number($0.weight),
          ]
        }),
    ]
  }
}

extension IntervalSummary {
  package var json: JSONValue {
    [
      "kind": .string(kind.rawValue),
      "confidence": .number(confidence),
      "degreesOfFreedom": degreesOfFreedom.map(JSONValue.integer) ?? .null,
      "effective": .bool(isEffective),
      "replicates": bootstrap.map { .integer($0.replicates) } ?? .null,
      "failed": bootstrap.map { .integer($0.failed) } ?? .null,
      "seed": bootstrap.map { .string("\($0.seed)") } ?? .null,
    ]
  }
}

extension Fit.Curve {
  /// One object a sample; the bands as half-widths.
  package var json: JSONValue {
    .array(
      abscissas.indices.map { i in
        [
          "time": .number(abscissas[i]),
          "observed": .number(observed[i]),
          "fitted": .number(fitted[i]),
          "confidence": .number(confidence[i]),
          "prediction": .number(prediction[i]),
        ]
      })
  }
}

extension Sensitivity {
  package var json: JSONValue {
    [
      "parameter": .string(reported.name),
      "unit": .string(reported.unit),
      "cases": .array(
        cases.map { varied in
          [
            "choice": .string(varied.choice.id),
            "setting": varied.choice.setting,
            "value": .number(varied.estimate.value),
            "standardError": .number(varied.estimate.standardError),
            "change": .number(change(of: varied)),
          ]
        }),
    ]
  }
}

extension Sensitivity.Choice {
  fileprivate var id: String {
    switch self {
    case .withoutFirst: "withoutFirst"
    case .withoutLast: "withoutLast"
    case .noise: "noise"
    case .interval: "interval"
    case .restFree: "restFree"
    case .restFixed: "restFixed"
    }
  }

  /// The number of samples left out, the noise model, the frame interval in s or the resting offset; null where the choice has none.
  fileprivate var setting: JSONValue {
    switch self {
    case .withoutFirst(let samples), .withoutLast(let samples): .integer(samples)
    case .noise(let model): .string(model.rawValue)
    case .interval(let interval): .number(interval)
    case .restFree: .null
    case .restFixed(let rest): .number(rest)
    }
  }
}

extension EdgeCrossing {
  package var json: JSONValue {
    [
      "source": .string(source),
      "series": .string(series),
      "axis": .string(axis.rawValue),
      "time": .number(time),
      "offset": .number(offset),
      "arrival": arrival.json(named: "velocity"),
      "departure": departure.json(named: "amplitude"),
      "ratio": ratio.json(named: "amplitude/velocity"),
    ]
  }
}

extension AxisComparison {
  package var json: JSONValue {
    [
      "source": .string(source),
      "series": .string(series),
      "phase": .string(phase),
      "from": .number(from),
      "to": .number(to),
      "x": x.json(as: .derived),
      "y": y.json(as: .derived),
      "difference": difference.json(as: .derived),
    ]
  }
}
