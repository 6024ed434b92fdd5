/// The method of the errors and intervals of a fit.
package struct IntervalSummary: Equatable, Sendable {
  package let kind: IntervalKind
  /// The level: 0.95.
  package let confidence: Double
  /// The degrees of freedom of Student's t; nil for the normal distribution and for a bootstrap.
  package let degreesOfFreedom: Int?
  /// True if estimates that rest on few of the samples have fewer degrees of freedom than that (Satterthwaite's).
  package let isEffective: Bool
  package let bootstrap: Bootstrap?

  package struct Bootstrap: Equatable, Sendable {
    package let replicates: Int
    /// Draws that had no fit.
    package let failed: Int
    package let seed: UInt64

    package init(replicates: Int, failed: Int, seed: UInt64) {
      self.replicates = replicates
      self.failed = failed
      self.seed = seed
    }
  }

  package init(
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
