import ScrollFit

extension BatchReport {
  /// `scrollfit.batch-report/1`.
  var json: JSONValue {
    [
      "schema": .string("scrollfit.batch-report/1"),
      "recordings": .integer(recordings),
      "failed": .integer(failed),
      "constants": .array(constants.map(\.json)),
      "misfits": .array(
        misfits.map {
          [
            "recording": .string($0.recording), "model": .string($0.model), "rms": .number($0.rms),
            "unit": .string($0.unit), "excessOfTravel": .number($0.excessOfTravel),
            "verdict": .string($0.verdict),
          ]
        }),
      "failures": .array(
        failures.map { ["error": .string($0.sentence), "count": .integer($0.count)] }),
    ]
  }
}

extension ConstantDistribution {
  fileprivate var json: JSONValue {
    .object(
      [
        "phase": .string(constant.phase),
        "axis": .string(constant.axis),
        "model": .string(constant.model),
        "name": .string(constant.name),
        "unit": .string(constant.unit),
        "all": all.json,
        "groups": .array(
          groups.map { grouping in
            [
              "key": .string(grouping.key),
              "spread": .number(grouping.spread),
              "pValue": .number(grouping.pValue),
              "values": .array(
                grouping.groups.map { ["value": .string($0.value), "summary": $0.summary.json] }),
            ]
          }),
        "drift": drift.map {
          [
            "slope": .number($0.slope), "standardError": .number($0.standardError),
            "pValue": .number($0.pValue),
          ]
        } ?? .null,
        "outliers": .array(
          outliers.map {
            ["recording": .string($0.recording), "value": .number($0.value), "score": .number($0.score)]
          }),
      ], warnings: [])
  }
}

extension ConstantDistribution.Summary {
  fileprivate var json: JSONValue {
    [
      "count": .integer(count),
      "quantiles": .numbers(quantiles),
      "mean": .number(mean),
      "standardError": .number(standardError),
      "spread": .number(spread),
      "pValue": .number(pValue),
    ]
  }
}
