import Numerals
import Recordings
import ScrollFitting
import ScrollModels

// Phrases that several documents share.

/// `1 sample`, `49 samples`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// `both fits`, `all 7 fits`: every one of several.
func every(_ count: Int, _ noun: String) -> String {
  count == 2 ? "both \(noun)s" : "all \(counted(count, noun))"
}

extension StringProtocol {
  /// The text with a capital letter at its beginning.
  var startingUppercase: String { prefix(1).uppercased() + dropFirst() }
}

/// A number and its unit, where it has one.
func quantity(_ value: Double, _ unit: String, digits: Int = 6) -> String {
  let number = Numerals.significant(value, digits)
  return unit.isEmpty || !value.isFinite ? number : "\(number) \(unit)"
}

/// A bound in two digits that is not below the bound itself: `3.4 pt` of 3.34.
func upperBound(_ bound: Double, _ unit: String) -> String {
  guard bound > 0, bound.isFinite else { return quantity(bound, unit) }
  var step = 1.0
  while bound < 10 * step { step /= 10 }
  while bound >= 100 * step { step *= 10 }
  return quantity((bound / step).rounded(.up) * step, unit, digits: 2)
}

/// A distance in standard errors: `0.7 standard errors`.
func standardErrors(_ z: Double) -> String {
  "\(z < 100 ? Numerals.fixed(z, 1) : Numerals.significant(z, 3)) standard errors"
}

/// `10.9038 ± 0.0057 1/s`; the unit is left out where there is no number, the error where the value is known.
func measured(_ value: Double, error: Double?, unit: String) -> String {
  if error == 0 { return quantity(value, unit) }
  let number = Rounding.text(value, error: error)
  return unit.isEmpty || !value.isFinite ? number : "\(number) \(unit)"
}

extension MotionKind {
  /// The motion as people call it.
  var noun: String {
    switch self {
    case .springReturn: PhaseKind.bounce.noun
    case .overscroll: PhaseKind.rubberBand.noun
    case .fling: PhaseKind.deceleration.noun
    case .other: "motion"
    }
  }
}

extension Estimate {
  /// `10.9038 ± 0.0057 1/s`.
  var text: String {
    isDetermined ? label ?? measured(value, error: reportedError, unit: unit) : "not determined"
  }

  /// `10.8923 to 10.9153`, rounded as the value is; empty for none.
  var intervalText: String {
    guard isDetermined, let interval = reportedInterval else { return "" }
    let rounding = Rounding(value: value, error: reportedError)
    return "\(rounding.text(interval.lowerBound)) to \(rounding.text(interval.upperBound))"
  }
}

extension EnginePhase {
  /// The kind of phase that the motion is recorded as; nil for what is no motion over time or travel.
  var kind: PhaseKind? {
    switch self {
    case .fling: .deceleration
    case .bounce: .bounce
    case .overscroll: .rubberBand
    case .snap: .snap
    case .projection, .momentum: nil
    }
  }

  /// The motion as people call it.
  var noun: String { kind?.noun ?? rawValue }
}

extension Notice {
  /// The remark as a line of a report, labeled by its severity.
  var fact: Document.Fact { Document.Fact(isWarning ? "warning" : "note", description) }
}

extension [Notice] {
  /// The sentences of the warnings.
  var warnings: [String] { filter(\.isWarning).map(\.description) }

  /// The notes as lines of a report.
  var notes: [Document.Fact] { filter { !$0.isWarning }.map(\.fact) }
}

extension [String] {
  /// `30, 60 and 120`.
  var listed: String {
    guard let last, count > 1 else { return joined() }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}
