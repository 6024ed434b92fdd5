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
    .object(
      [
        "source": .string(source),
        "series": .string(series),
        "axis": .string(axis?.rawValue),
        "phase": .string(phase),
        "from": .number(from),
        "to": .number(to),
        "samples": .integer(samples),
        "model": .string(model.id),
        "estimator": .string(estimator),
        "parameters": .array(parameters.map { $0.json(as: .parameter) }),
        "derived": .array(derived.map { $0.json(as: .derived) }),
        "residuals": residuals.json,
        "adequacy": adequacy.json,
        "selection": selection.json,
        "termination": [
          "reason": .string(termination.rawValue),
          "converged": .bool(termination.converged),
          "iterations": .integer(iterations),
          "evaluations": .integer(evaluations),
        ],
        "against": .array(against.map(\.json)),
        "path": .array(path.map { ["parameters": .numbers($0.parameters), "cost": .number($0.cost)] }),
        "correlations": .array(correlations.map(\.json)),
        "noise": noise.json,
        "loss": loss.map(\.json) ?? .null,
        "intervals": intervals.json,
        "curve": curve.confidence.isEmpty ? .array([]) : curve.json,
        "sensitivity": sensitivity?.json ?? .null,
      ], warnings: warnings)
  }
}

extension Correlation {
  fileprivate var json: JSONValue {
    ["first": .string(first), "second": .string(second), "value": .number(value)]
  }
}

extension ResidualSummary {
  fileprivate var json: JSONValue {
    [
      "count": .integer(count),
      "degreesOfFreedom": .integer(degreesOfFreedom),
      "sumOfSquares": .number(sumOfSquares),
      "rms": .number(rms),
      "maximum": .number(maximum),
      "durbinWatson": .number(durbinWatson),
      "runsP": .number(runsP),
      "grid": .number(quantizationStep),
      "floor": .number(quantizationNoise),
    ]
  }
}

extension Adequacy {
  fileprivate var json: JSONValue {
    [
      "verdict": .string(verdict.rawValue),
      "structure": .number(patternPValue),
      "excess": .number(lackOfFit),
      "excessOfTravel": .number(relativeLackOfFit),
      "reason": .string(reason),
    ]
  }
}

extension Selection {
  fileprivate var json: JSONValue {
    [
      "aicc": .number(aicc),
      "bic": .number(bic),
      "rSquared": .number(rSquared),
      "weights": .array(
        weights.map {
          ["model": .string($0.model.id), "aicc": .number($0.aicc), "weight": .number($0.weight)]
        }),
    ]
  }
}

extension Comparison {
  fileprivate var json: JSONValue {
    [
      "reference": .string(reference),
      "parameter": .string(parameter),
      "expected": .number(expected),
      "difference": .number(difference),
      "z": .number(z),
    ]
  }
}
