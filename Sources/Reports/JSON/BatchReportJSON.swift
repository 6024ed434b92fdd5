import ScrollAnalysis

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
          .object(
            $0.place.members + [
              .init(name: "model", value: .string($0.model)), .init(name: "rms", value: .number($0.rms)),
              .init(name: "unit", value: .string($0.unit)),
              .init(name: "excessOfTravel", value: .number($0.excessOfTravel)),
              .init(name: "verdict", value: .string($0.verdict)),
            ])
        }),
      "failures": .array(
        failures.map { ["error": .string($0.sentence), "count": .integer($0.count)] }),
    ]
  }
}

extension BatchCollection.Place {
  /// A fit as the store's views name it.
  fileprivate var members: [JSONValue.Member] {
    [
      .init(name: "recording", value: .string(recording.title)),
      .init(name: "source", value: .string(recording.source)),
      .init(name: "line", value: recording.line.map(JSONValue.integer) ?? .null),
      .init(name: "series", value: .string(recording.series)),
      .init(name: "position", value: .integer(recording.position)),
      .init(name: "part", value: .integer(recording.part)), .init(name: "fit", value: .integer(fit)),
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
            "over": .string($0.order.rawValue),
            "unit": .string([constant.unit, $0.order.step].filter { !$0.isEmpty }.joined(separator: " ")),
            "count": .integer($0.count), "slope": .number($0.slope),
            "standardError": .number($0.standardError), "pValue": .number($0.pValue),
          ]
        } ?? .null,
        "outliers": .array(
          outliers.map {
            .object(
              $0.place.members + [
                .init(name: "value", value: .number($0.value)),
                .init(name: "score", value: .number($0.score)),
              ])
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
      "joint": joint?.json ?? .null,
    ]
  }
}

extension JointValue {
  fileprivate var json: JSONValue {
    let reason: String? = if case .separateFits(let reason) = method { reason.words } else { nil }
    return [
      "value": .number(value),
      "standardError": .number(standardError),
      "count": .integer(count),
      "method": .string(method.name),
      "reason": .string(reason),
      "test": .string(degreesOfFreedom == nil ? "Q" : "F"),
      "statistic": .number(statistic),
      "degreesOfFreedom": .array([.integer(equalities)] + (degreesOfFreedom.map { [.integer($0)] } ?? [])),
      "pValue": .number(pValue),
    ]
  }
}
