/// The method of the errors and intervals of a fit.
public struct IntervalSummary: Equatable, Sendable {
  public let kind: IntervalKind
  /// The level: 0.95.
  public let confidence: Double
  /// The degrees of freedom of Student's t; nil for the normal distribution and for a bootstrap.
  public let degreesOfFreedom: Int?
  /// True if estimates that rest on few of the samples have fewer degrees of freedom than that (Satterthwaite's).
  public let isEffective: Bool
  public let bootstrap: Bootstrap?

  public struct Bootstrap: Equatable, Sendable {
    public let replicates: Int
    /// Draws that had no fit.
    public let failed: Int
    public let seed: UInt64

    public init(replicates: Int, failed: Int, seed: UInt64) {
      self.replicates = replicates
      self.failed = failed
      self.seed = seed
    }
  }

  public init(
    kind: IntervalKind, confidence: Double, degreesOfFreedom: Int?, isEffective: Bool = false,
    bootstrap: Bootstrap? = nil
  ) {
    self.kind = kind
    self.confidence = confidence
    self.degreesOfFreedom = degreesOfFreedom
    self.isEffective = isEffective
    self.bootstrap = bootstrap
  }
}
