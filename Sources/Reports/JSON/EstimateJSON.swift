import ScrollFit

extension Estimate {
  /// What an estimate is in its list: only parameters can be fixed or shared.
  enum Kind: String {
    case parameter, derived
  }

  /// A fixed parameter has neither error nor interval, whatever the value holds.
  var reportedError: Double? { fixed ? nil : standardError }
  var reportedInterval: ClosedRange<Double>? { fixed ? nil : interval }

  /// An element of `parameters` or `derived`.
  func json(as kind: Kind) -> JSONValue {
    let name = JSONValue.Member(name: "name", value: .string(name))
    let unit = JSONValue.Member(name: "unit", value: .string(unit))
    let flags: [JSONValue.Member] =
      switch kind {
      case .parameter:
        [.init(name: "fixed", value: .bool(fixed)), .init(name: "shared", value: .bool(shared))]
      case .derived: []
      }
    return .object([name, unit] + measured + flags)
  }

  /// The estimate under a key that names it: `{"value", "standardError", "interval", "unit"}`.
  var json: JSONValue { .object(measured + [.init(name: "unit", value: .string(unit))]) }

  private var measured: [JSONValue.Member] {
    [
      .init(name: "value", value: label.map(JSONValue.string) ?? .number(value)),
      .init(name: "standardError", value: .number(reportedError)),
      .init(name: "interval", value: .interval(reportedInterval)),
    ]
  }
}
