import Recordings
import ScrollAnalysis

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
      ], warnings: warnings)
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
