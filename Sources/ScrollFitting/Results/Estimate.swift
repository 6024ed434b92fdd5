/// A number with its error: one parameter or derived quantity as reported.
public struct Estimate: Equatable, Sendable {
  /// The name as reports print it: `damping`.
  public let name: String
  /// The unit: `1/s`; empty for a number without one.
  public let unit: String
  /// Not finite where the quantity does not exist (a destination of a motion that speeds up).
  public let value: Double
  /// The word for a quantity without a number: the `regime` of a spring; nil for all others.
  package let label: String?
  /// Nil where none was estimated: the parameter was fixed, or the data do not determine it.
  public let standardError: Double?
  /// The confidence interval at ``FitOptions/confidence``; nil where there is no standard error.
  public let interval: ClosedRange<Double>?
  /// Given by the user or the recording, not estimated.
  public let fixed: Bool
  /// One value for several recordings.
  package let shared: Bool
  /// True if the samples determine the value: its standard error is not beyond anything that the recording spans.
  public let isDetermined: Bool

  package init(
    name: String, unit: String, value: Double, standardError: Double?, interval: ClosedRange<Double>?,
    fixed: Bool = false, shared: Bool = false, label: String? = nil,
    isDetermined: Bool = true
  ) {
    self.name = name
    self.unit = unit
    self.value = value
    self.label = label
    self.standardError = standardError
    self.interval = interval
    self.fixed = fixed
    self.shared = shared
    self.isDetermined = isDetermined
  }
}

extension Estimate {
  /// The value as one that the samples do not determine.
  package var undetermined: Estimate {
    Estimate(
      name: name, unit: unit, value: value, standardError: standardError, interval: interval, fixed: fixed,
      shared: shared, label: label, isDetermined: false)
  }
}

/// The correlation of two estimates of one fit.
package struct Correlation: Equatable, Sendable {
  package let first: String
  package let second: String
  /// −1…1; near ±1 the data determine a combination of the two better than either.
  package let value: Double

  package init(first: String, second: String, value: Double) {
    self.first = first
    self.second = second
    self.value = value
  }
}
