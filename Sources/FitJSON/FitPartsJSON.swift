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
  package func json(as kind: Kind) -> JSONValue { JSONTree.object { addMembers(as: kind, to: &$0) } }

  /// A number that stands for itself, under another name than its own.
  package func json(named name: String) -> JSONValue { JSONTree.object { addMembers(named: name, to: &$0) } }

  /// The estimate under a key that names it: `{"value", "standardError", "interval", "unit"}`.
  package var json: JSONValue {
    JSONTree.object {
      addMeasured(to: &$0)
      $0.add("unit", text: unit)
    }
  }

  func addMembers(as kind: Kind, to json: inout some JSONMembers) {
    addMembers(named: name, to: &json)
    switch kind {
    case .parameter:
      json.add("fixed", flag: fixed)
      json.add("shared", flag: shared)
    case .derived: break
    }
  }

  private func addMembers(named name: String, to json: inout some JSONMembers) {
    json.add("name", text: name)
    json.add("unit", text: unit)
    addMeasured(to: &json)
  }

  private func addMeasured(to json: inout some JSONMembers) {
    if let label { json.add("value", text: label) } else { json.add("value", number: value) }
    json.add("standardError", number: reportedError)
    json.add("interval", interval: reportedInterval)
  }
}

// What a fit's errors rest on.

extension NoiseSummary {
  func addMembers(to json: inout some JSONMembers) {
    json.add("model", text: model.rawValue)
    json.add("resolution", number: resolution)
    json.add("scale", number: scale)
    json.add("timeNoise", number: timeNoise?.value)
    json.add("timeNoiseError", number: timeNoise?.standardError)
    json.add("variance", text: isVarianceKnown ? "known" : "estimated")
  }
}

extension LossSummary {
  func addMembers(to json: inout some JSONMembers) {
    json.add("name", text: name)
    json.add("scale", number: scale)
    json.add("outliers", objects: outliers.count) { index, json in
      let outlier = outliers[index]
      json.add("index", integer: outlier.index)
      json.add("time", number: outlier.time)
      json.add("residual", number: outlier.residual)
      json.add("weight", number: outlier.weight)
    }
  }
}

extension IntervalSummary {
  func addMembers(to json: inout some JSONMembers) {
    json.add("kind", text: kind.rawValue)
    json.add("confidence", number: confidence)
    json.add("degreesOfFreedom", integer: degreesOfFreedom)
    json.add("effective", flag: isEffective)
    json.add("replicates", integer: bootstrap?.replicates)
    json.add("failed", integer: bootstrap?.failed)
    json.add("seed", text: bootstrap.map { "\($0.seed)" })
  }
}

extension Fit.Curve {
  /// Adds `curve`, one object a sample with the bands as half-widths; without bands it is empty.
  func add(to json: inout some JSONMembers) {
    json.add("curve", objects: confidence.count) { i, json in
      json.add("time", number: abscissas[i])
      json.add("observed", number: observed[i])
      json.add("fitted", number: fitted[i])
      json.add("confidence", number: confidence[i])
      json.add("prediction", number: prediction[i])
    }
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
