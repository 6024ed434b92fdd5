import Numerals
import ScrollFitting

extension Sensitivity {
  /// A row for each choice with the constant and its change, also in standard errors of the reported constant.
  func table(unit: String) -> Document.Table {
    Document.Table(
      cases,
      [
        ("sensitivity of \(reported.name)", .left, { $0.choice.description(unit: unit) }),
        ("value", .firstWord, \.estimate.text),
        ("change", .right, { hasChange($0) ? signed(change(of: $0), digits: 2) : "none" }),
        ("in standard errors", .right, { hasChange($0) ? errors(of: $0) : "" }),
      ])
  }

  /// Returns false for a change below a hundredth of a standard error.
  private func hasChange(_ varied: Case) -> Bool {
    abs(change(of: varied)) >= 0.01 * (reported.standardError ?? 0) && change(of: varied) != 0
  }

  private func errors(of varied: Case) -> String {
    guard let error = reported.standardError, error > 0 else { return "" }
    return signed(change(of: varied) / error, digits: 2)
  }

  private func signed(_ value: Double, digits: Int) -> String {
    Numerals.signed(Numerals.significant(value, digits))
  }
}

extension Sensitivity.Choice {
  fileprivate func description(unit: String) -> String {
    switch self {
    case .withoutFirst(let samples): "without the first \(counted(samples, "sample"))"
    case .withoutLast(let samples): "without the last \(counted(samples, "sample"))"
    case .noise(let model): "--noise \(model.optionName)"
    case .interval(let interval):
      if abs((1 / interval).rounded() * interval - 1) < 1e-9 {
        "--frame-rate \(Numerals.significant(1 / interval, 6))"
      } else {
        "--interval \(Numerals.significant(interval, 6))"
      }
    case .restFree: "rest free"
    case .restFixed(let rest): "rest fixed at \(quantity(rest, unit))"
    }
  }
}
