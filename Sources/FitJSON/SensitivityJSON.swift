import Recordings
import ScrollFitting

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
