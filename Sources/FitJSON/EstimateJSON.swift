import Recordings
import ScrollFitting

extension Estimate {
  /// The kind of an estimate in its list: only parameters can be fixed or shared.
  package enum Kind: String {
    case parameter, derived
  }

  /// A fixed parameter has neither error nor interval, whatever the value holds.
  package var reportedError: Double? { fixed ? nil : standardError }
  package var reportedInterval: ClosedRange<Double>? { fixed ? nil : interval }

  /// An element of `parameters` or `derived`.
  package func json(as kind: Kind) -> JSONValue {
    let flags: [JSONMember] =
      switch kind {
      case .parameter:
        [JSONMember("fixed", .bool(fixed)), JSONMember("shared", .bool(shared))]
      case .derived: []
      }
    return .object(members(named: name) + flags)
  }

  /// A number that stands for itself, under another name than its own.
  package func json(named name: String) -> JSONValue { .object(members(named: name)) }

  /// The estimate under a key that names it: `{"value", "standardError", "interval", "unit"}`.
  package var json: JSONValue { .object(measured + [JSONMember("unit", .string(unit))]) }

  private func members(named name: String) -> [JSONMember] {
    [JSONMember("name", .string(name)), JSONMember("unit", .string(unit))] + measured
  }

  private var measured: [JSONMember] {
    [
      JSONMember("value", label.map(JSONValue.string) ?? .number(value)),
      JSONMember("standardError", .number(reportedError)),
      JSONMember("interval", .interval(reportedInterval)),
    ]
  }
}
