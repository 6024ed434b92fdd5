/// A number that an estimator may move: its name, its unit and the values it may take.
package struct Parameter: Equatable, Sendable {
  /// The field's term in camelCase, as it stands in reports: `decayConstant`.
  package let name: String
  /// The unit as printed, for example `1/s`; empty for a pure number.
  package let unit: String
  /// The values for which the model is defined. An estimator never leaves it.
  package let domain: ClosedRange<Double>

  package init(_ name: String, unit: String, domain: ClosedRange<Double> = -Double.infinity...Double.infinity)
  {
    self.name = name
    self.unit = unit
    self.domain = domain
  }
}
