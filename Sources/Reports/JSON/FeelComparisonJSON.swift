import FitJSON
import Recordings
import ScrollAnalysis

extension FeelComparison {
  /// `scrollfit.compare/1`.
  var json: JSONValue {
    .object(
      [
        "schema": .string("scrollfit.compare/1"),
        "limit": .number(limit),
        "verdict": .string(equivalence.rawValue),
        "parameters": .array(
          phases.flatMap { phase in phase.constants.map { $0.json(phase) } }),
        "motion": .array(
          phases.flatMap { phase in
            phase.gestures.map { $0.json(pixels: pixels, unit: unit) }
          }),
        "sameWithin": .number(equivalenceBound),
        "confidence": .number(confidence),
        "a": a.side,
        "b": b.side,
        "phases": .array(phases.map(\.json)),
        "uncompared": .array(uncompared.map(\.json)),
        "ends": .array(ends.map(\.json)),
        "engine": .string(engine?.name),
        "flings": .array(flings.map(\.json)),
        "ignoresMissing": .bool(ignoresMissing),
        "groups": .array(groups.map(\.json)),
      ], warnings: warnings)
  }
}

extension MotionSet {
  fileprivate var side: JSONValue {
    [
      "name": .string(name), "unit": .string(unit), "pixels": .number(pixels),
      "motions": .integer(motions.count),
    ]
  }
}

extension FeelComparison.PhaseComparison {
  fileprivate var json: JSONValue {
    [
      "phase": .string(phase.rawValue),
      "verdict": .string(equivalence.rawValue),
      "sameWithin": .number(equivalenceBound),
      "motionsNeeded": needed.map(JSONValue.integer) ?? .null,
      "a": a.side,
      "b": b.side,
    ]
  }
}

extension UncomparedPhase {
  fileprivate var json: JSONValue {
    [
      "phase": .string(phase.rawValue), "verdict": .string(equivalence.rawValue), "a": .integer(countA),
      "b": .integer(countB),
    ]
  }
}

extension FlingEndDifference {
  fileprivate var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "verdict": .string(equivalence.rawValue), "a": a.json, "b": b.json,
      "speed": .number(speed), "largest": .number(largest), "low": .number(low), "high": .number(high),
    ]
  }
}

extension EngineCurveFit {
  fileprivate var json: JSONValue {
    [
      "source": .string(recording.source), "series": .string(recording.series),
      "axis": .string(axis.rawValue),
      "from": .number(from), "verdict": .string(equivalence.rawValue), "largest": .number(maximum),
    ]
  }
}

extension FlingEndSummary {
  fileprivate var json: JSONValue {
    ["value": .number(value), "standardError": .number(standardError), "count": .integer(count)]
  }
}

extension ModelSummary {
  fileprivate var side: JSONValue {
    ["law": .string(model.id), "count": .integer(count), "misfit": .number(lackOfFit)]
  }
}

extension ConstantDifference {
  fileprivate func json(_ phase: FeelComparison.PhaseComparison) -> JSONValue {
    [
      "phase": .string(phase.phase.rawValue),
      "name": .string(name),
      "unit": .string(unit),
      "a": a.json(count: phase.a.count),
      "b": b.json(count: phase.b.count),
      "difference": .number(difference),
      "interval": .interval(interval),
      "pValue": .number(pValue),
      "detectable": .number(detectable),
      "degreesOfFreedom": .number(degreesOfFreedom.isFinite ? degreesOfFreedom : nil),
    ]
  }
}

extension ModelSummary.ConstantSummary {
  fileprivate func json(count: Int) -> JSONValue {
    [
      "value": .number(value), "standardError": .number(standardError), "count": .integer(count),
      "spread": .number(betweenDeviation),
    ]
  }
}

extension TrajectoryDifference {
  fileprivate func json(pixels: Double?, unit: String) -> JSONValue {
    [
      "gesture": .string(gesture.name),
      "largest": .number(largest),
      "final": .number(final),
      "unit": .string(unit),
      "phase": .string(gesture.phase.rawValue),
      "verdict": .string(equivalence.rawValue),
      "covered": .bool(isCovered),
      "at": .number(at),
      "low": .number(low),
      "high": .number(high),
      "misfit": .number(lackOfFit),
      "detectable": .number(detectable),
      "largestPixels": .number(pixels.map { largest * $0 }),
      "finalPixels": .number(pixels.map { final * $0 }),
      "settlingTime": ["a": .number(settlingA), "b": .number(settlingB)],
      "motionsNeeded": needed.map(JSONValue.integer) ?? .null,
    ]
  }
}

extension GroupEffect {
  fileprivate var json: JSONValue {
    [
      "set": .string(set),
      "by": .string(key),
      "phase": .string(phase.rawValue),
      "name": .string(name),
      "unit": .string(unit),
      "groups": .array(
        groups.map {
          [
            "group": .string($0.value), "value": .number($0.mean), "standardError": .number($0.standardError),
            "count": .integer($0.count),
          ]
        }),
      "value": .number(mean),
      "standardError": .number(standardError),
      "spread": .number(betweenDeviation),
      "pValue": .number(pValue),
    ]
  }
}

extension MotionSet {
  /// `scrollfit.baseline/1`: everything a later comparison needs.
  var json: JSONValue {
    .object(
      [
        "schema": .string(Self.baselineSchema),
        "name": .string(name),
        "unit": .string(unit),
        "pixels": .number(pixels),
        "motions": .array(motions.map(\.json)),
        "ends": .array(flingEnds.map(\.json)),
        "engines": .array(
          followedEngines.map {
            ["name": .string($0.engine.name), "hasFlingsNamedSnaps": .bool($0.hasFlingsNamedSnaps)]
          }),
      ], warnings: warnings)
  }
}

extension FlingEnd {
  fileprivate var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "source": .string(source), "series": .string(series),
      "axis": .string(axis.rawValue), "value": .number(value), "standardError": .number(standardError),
      "degreesOfFreedom": .number(degreesOfFreedom.isFinite ? degreesOfFreedom : nil),
      "frameEffect": .number(frameEffect), "speed": .number(speed),
    ]
  }
}

extension RecordedMotion {
  fileprivate var json: JSONValue {
    [
      "phase": .string(phase.rawValue),
      "source": .string(source),
      "series": .string(series),
      "axis": .string(axis.rawValue),
      "speed": .number(speed),
      "travel": .number(travel),
      "groups": .object(
        groups.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }),
      "laws": .array(models.map(\.json)),
    ]
  }
}

extension ModelFit {
  fileprivate var json: JSONValue {
    [
      "law": .string(model.id),
      "aicc": .number(aicc),
      "misfit": .number(lackOfFit),
      "degreesOfFreedom": .number(degreesOfFreedom),
      "constants": .array(
        constants.map {
          [
            "name": .string($0.name), "unit": .string($0.unit), "value": .number($0.value),
            "standardError": .number($0.standardError),
          ]
        }),
      "correlations": .numbers(correlations),
    ]
  }
}

extension Answer {
  /// The verdict, its sentence, and the largest difference of each kind of phase over the gestures that the sentence is of.
  package var json: JSONValue {
    let phases = distances.map { distance -> JSONValue in
      [
        "phase": .string(distance.phase.rawValue), "verdict": .string(distance.equivalence.rawValue),
        "largest": .number(distance.largest),
      ]
    }
    return [
      "engine": .string(engine),
      "equallyNear": .array(equallyNear.map { .string($0) }),
      "verdict": .string(equivalence.rawValue),
      "sentence": .string(words),
      "limit": .number(Self.limit),
      "phases": .array(phases),
    ]
  }
}
