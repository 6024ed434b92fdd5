import LeastSquares
import Recordings
import ScrollFitting

extension Analysis {
  /// `scrollfit.fit/1`.
  package var json: JSONValue {
    [
      "schema": .string("scrollfit.fit/1"),
      "recordings": .array(recordings.map(\.json)),
      "fits": .array(fits.map(\.json)),
      "crossings": .array(crossings.map(\.json)),
      "comparisons": .array(comparisons.map(\.json)),
      "joint": .array(joint.map(\.json)),
      "across": .array(across.map(\.json)),
    ]
  }
}

extension Segmentation {
  /// `scrollfit.segment/1`.
  package var json: JSONValue {
    ["schema": .string("scrollfit.segment/1"), "recordings": .array(recordings.map(\.json))]
  }
}

extension JointEstimate {
  fileprivate var json: JSONValue {
    [
      "parameter": .string(estimate.name),
      "unit": .string(estimate.unit),
      "value": .number(estimate.value),
      "standardError": .number(estimate.standardError),
      "interval": .interval(estimate.interval),
      "fStatistic": .number(fStatistic),
      "degreesOfFreedom": .array([.integer(equalities), .integer(degreesOfFreedom)]),
      "pValue": .number(pValue),
    ]
  }
}

extension AcrossRecordings {
  fileprivate var json: JSONValue {
    [
      "model": .string(model.id),
      "axis": .string(axis?.rawValue),
      "parameter": .string(mean.name),
      "unit": .string(mean.unit),
      "recordings": .integer(recordings),
      "mean": .number(mean.value),
      "standardError": .number(mean.standardError),
      "interval": .interval(mean.interval),
      "spread": .number(betweenDeviation),
      "pValue": .number(pValue),
    ]
  }
}

extension RecordingSummary {
  fileprivate var json: JSONValue {
    .object(
      [
        "source": .string(source),
        "series": .string(series),
        "format": .string(format),
        "timeOrigin": .number(timeOrigin),
        "frameInterval": .number(frameInterval),
        "frameRate": .number(frameRate),
        "variableFrameRate": .bool(isFrameRateVariable),
        "droppedFrames": .integer(droppedFrames),
        "longestGap": .number(longestGap),
        "grid": ["x": .number(quantizationStep[.x]), "y": .number(quantizationStep[.y])],
        "edges": ["x": .interval(edges[.x]), "y": .interval(edges[.y])],
        "phases": .array(phases.map(\.json)),
        "cleaning": .array(cleaning.map(\.json)),
      ], warnings: warnings)
  }
}

extension PhaseSummary {
  fileprivate var json: JSONValue {
    [
      "axis": .string(axis.rawValue),
      "kind": .string(kind),
      "from": .number(from),
      "fromError": .number(fromError),
      "to": .number(to),
      "toError": .number(toError),
      "samples": .integer(samples),
      "alternatives": .array(
        alternatives.map {
          [
            "kind": .string($0.kind.rawValue), "model": .string($0.model),
            "probability": .number($0.probability),
          ]
        }),
      "evidence": .string(evidence),
    ]
  }
}

extension Trace.Cleaning {
  fileprivate var json: JSONValue {
    ["what": .string(what), "count": .integer(count), "lines": .array(lines.map(JSONValue.integer))]
  }
}

extension Fit {
  package var json: JSONValue {
    .object(JSONTree.object { addMembers(to: &$0) }, warnings: warnings)
  }

  /// All members but the warnings.
  func addMembers(to json: inout some JSONMembers) {
    json.add("source", text: source)
    json.add("series", text: series)
    json.add("axis", text: axis?.rawValue)
    json.add("phase", text: phase)
    json.add("from", number: from)
    json.add("to", number: to)
    json.add("samples", integer: samples)
    json.add("model", text: model.id)
    json.add("estimator", text: estimator)
    json.add("parameters", objects: parameters.count) { parameters[$0].addMembers(as: .parameter, to: &$1) }
    json.add("derived", objects: derived.count) { derived[$0].addMembers(as: .derived, to: &$1) }
    json.add("residuals") { residuals.addMembers(to: &$0) }
    json.add("adequacy") { adequacy.addMembers(to: &$0) }
    json.add("selection") { selection.addMembers(to: &$0) }
    json.add("termination") {
      $0.add("reason", text: termination.rawValue)
      $0.add("converged", flag: termination.converged)
      $0.add("iterations", integer: iterations)
      $0.add("evaluations", integer: evaluations)
    }
    json.add("against", objects: against.count) { against[$0].addMembers(to: &$1) }
    json.add("path", objects: path.count) { index, json in
      json.add("parameters", numbers: path[index].parameters)
      json.add("cost", number: path[index].cost)
    }
    json.add("correlations", objects: correlations.count) { correlations[$0].addMembers(to: &$1) }
    json.add("noise") { noise.addMembers(to: &$0) }
    if let loss { json.add("loss") { loss.addMembers(to: &$0) } } else { json.add("loss", value: .null) }
    json.add("intervals") { intervals.addMembers(to: &$0) }
    curve.add(to: &json)
    json.add("sensitivity", value: sensitivity?.json ?? .null)
  }
}

extension Correlation {
  fileprivate func addMembers(to json: inout some JSONMembers) {
    json.add("first", text: first)
    json.add("second", text: second)
    json.add("value", number: value)
  }
}

extension ResidualSummary {
  fileprivate func addMembers(to json: inout some JSONMembers) {
    json.add("count", integer: count)
    json.add("degreesOfFreedom", integer: degreesOfFreedom)
    json.add("sumOfSquares", number: sumOfSquares)
    json.add("rms", number: rms)
    json.add("maximum", number: maximum)
    json.add("durbinWatson", number: durbinWatson)
    json.add("runsP", number: runsP)
    json.add("grid", number: quantizationStep)
    json.add("floor", number: quantizationNoise)
  }
}

extension Adequacy {
  fileprivate func addMembers(to json: inout some JSONMembers) {
    json.add("verdict", text: verdict.rawValue)
    json.add("structure", number: patternPValue)
    json.add("excess", number: lackOfFit)
    json.add("excessOfTravel", number: relativeLackOfFit)
    json.add("reason", text: reason)
  }
}

extension Selection {
  fileprivate func addMembers(to json: inout some JSONMembers) {
    json.add("aicc", number: aicc)
    json.add("bic", number: bic)
    json.add("rSquared", number: rSquared)
    json.add("weights", objects: weights.count) { index, json in
      json.add("model", text: weights[index].model.id)
      json.add("aicc", number: weights[index].aicc)
      json.add("weight", number: weights[index].weight)
    }
  }
}

extension Comparison {
  fileprivate func addMembers(to json: inout some JSONMembers) {
    json.add("reference", text: reference)
    json.add("parameter", text: parameter)
    json.add("expected", number: expected)
    json.add("difference", number: difference)
    json.add("z", number: z)
  }
}
