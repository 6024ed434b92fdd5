import ScrollFitting

extension Estimate {
  /// The kind of an estimate in its list: only parameters can be fixed or shared.
  enum Kind: String {
    case parameter, derived
  }

  /// A fixed parameter has neither error nor interval, whatever the value holds.
  var reportedError: Double? { fixed ? nil : standardError }
  var reportedInterval: ClosedRange<Double>? { fixed ? nil : interval }

  /// An element of `parameters` or `derived`.
  func json(as kind: Kind) -> JSONValue {
    let flags: [JSONValue.Member] =
      switch kind {
      case .parameter:
        [.init(name: "fixed", value: .bool(fixed)), .init(name: "shared", value: .bool(shared))]
      case .derived: []
      }
    return .object(members(named: name) + flags)
  }

  /// A number that stands for itself, under another name than its own.
  func json(named name: String) -> JSONValue { .object(members(named: name)) }

  /// The estimate under a key that names it: `{"value", "standardError", "interval", "unit"}`.
  var json: JSONValue { .object(measured + [.init(name: "unit", value: .string(unit))]) }

  private func members(named name: String) -> [JSONValue.Member] {
    [.init(name: "name", value: .string(name)), .init(name: "unit", value: .string(unit))] + measured
  }

  private var measured: [JSONValue.Member] {
    [
      .init(name: "value", value: label.map(JSONValue.string) ?? .number(value)),
      .init(name: "standardError", value: .number(reportedError)),
      .init(name: "interval", value: .interval(reportedInterval)),
    ]
  }
}
