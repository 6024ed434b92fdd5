import FitJSON
import Recordings
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
        poorFits.map {
          .object(
            $0.reference.members + [
              JSONMember("model", .string($0.model)), JSONMember("rms", .number($0.rms)),
              JSONMember("unit", .string($0.unit)),
              JSONMember("excessOfTravel", .number($0.relativeLackOfFit)),
              JSONMember("verdict", .string($0.verdict)),
            ])
        }),
      "failures": .array(
        failures.map { ["error": .string($0.sentence), "count": .integer($0.count)] }),
      "like": comparison?.json ?? .null,
    ]
  }
}

extension BatchReport.EngineComparison {
  fileprivate var json: JSONValue {
    [
      "engine": .string(engine),
      "limit": .number(Answer.limit),
      "verdicts": .object(
        EquivalenceVerdict.allCases.map { JSONMember($0.rawValue, .integer(verdicts[$0, default: 0])) }),
      "farthest": .array(
        farthest.map {
          .object(
            $0.recording.members + [
              JSONMember("verdict", .string($0.verdict)), JSONMember("phase", .string($0.phase)),
              JSONMember("largest", .number($0.largest)), JSONMember("unit", .string($0.unit)),
            ])
        }),
    ]
  }
}

extension BatchCollection.Recording {
  /// A recording as the store's views name it.
  fileprivate var members: [JSONMember] {
    [
      JSONMember("recording", .string(title)),
      JSONMember("source", .string(source)),
      JSONMember("line", line.map(JSONValue.integer) ?? .null),
      JSONMember("series", .string(series)),
      JSONMember("position", .integer(position)),
      JSONMember("part", .integer(part)),
    ]
  }
}

extension BatchCollection.FitIdentity {
  /// A fit as the store's views name it.
  fileprivate var members: [JSONMember] { recording.members + [JSONMember("fit", .integer(fit))] }
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
              "spread": .number(grouping.betweenDeviation),
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
              $0.reference.members + [
                JSONMember("value", .number($0.value)),
                JSONMember("score", .number($0.score)),
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
      "spread": .number(betweenDeviation),
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
