/// A number that follows from a law's reported parameters: `decelerationRate` from `decayConstant`.
public struct DerivedQuantity: Sendable {
  public let name: String
  public let unit: String
  /// The quantity at the reported parameters; NaN or infinite where it does not exist (a destination at k ≤ 0).
  public let value: @Sendable (_ reported: [Double]) -> Double
  /// The one parameter this quantity determines when the others are given, where there is one.
  public let determines: Determined?

  /// The parameter that a derived quantity determines, so that it can be fixed, started or bounded like one.
  public struct Determined: Sendable {
    /// The index of the parameter it replaces.
    public let parameter: Int
    /// True if that parameter follows from the quantity alone (a rate from a decay constant) or also from the other
    /// parameters (a phase).
    public let alone: Bool
    /// The parameter's value for a value of the quantity, the other parameters as in `reported` (the entry at
    /// `parameter` is not read); NaN where there is none.
    public let solve: @Sendable (_ value: Double, _ reported: [Double]) -> Double

    public init(
      parameter: Int, alone: Bool,
      solve: @escaping @Sendable (_ value: Double, _ reported: [Double]) -> Double
    ) {
      self.parameter = parameter
      self.alone = alone
      self.solve = solve
    }
  }

  public init(
    _ name: String, unit: String, determines: Determined? = nil,
    value: @escaping @Sendable (_ reported: [Double]) -> Double
  ) {
    self.name = name
    self.unit = unit
    self.determines = determines
    self.value = value
  }
}
