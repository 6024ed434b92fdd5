/// A number that follows from a model's reported parameters: `decelerationRate` from `decayConstant`.
package struct DerivedQuantity: Sendable {
  package let name: String
  package let unit: String
  /// The quantity at the reported parameters; NaN or infinite where it does not exist (a destination at k ≤ 0).
  package let value: @Sendable (_ reported: [Double]) -> Double
  /// The one parameter this quantity determines when the others are given, where there is one.
  package let determines: Determined?

  /// The parameter that a derived quantity determines, so that it can be fixed, started or bounded like one.
  package struct Determined: Sendable {
    /// The index of the parameter it replaces.
    package let parameter: Int
    /// True if that parameter follows from the quantity alone (a rate from a decay constant) or also from the other
    /// parameters (a phase).
    package let alone: Bool
    /// The parameter's value for a value of the quantity, the other parameters as in `reported` (the entry at
    /// `parameter` is not read); NaN where there is none.
    package let solve: @Sendable (_ value: Double, _ reported: [Double]) -> Double

    package init(
      parameter: Int, alone: Bool,
      solve: @escaping @Sendable (_ value: Double, _ reported: [Double]) -> Double
    ) {
      self.parameter = parameter
      self.alone = alone
      self.solve = solve
    }
  }

  package init(
    _ name: String, unit: String, determines: Determined? = nil,
    value: @escaping @Sendable (_ reported: [Double]) -> Double
  ) {
    self.name = name
    self.unit = unit
    self.determines = determines
    self.value = value
  }
}
