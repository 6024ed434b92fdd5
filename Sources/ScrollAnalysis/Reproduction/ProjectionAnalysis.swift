import ScrollFitting

/// Everything a report of `project` prints.
package struct ProjectionAnalysis: Equatable, Sendable {
  package let table: [Row]
  /// One for each deceleration rate of the recorded flings; empty without a recording.
  package let regressions: [Regression]
  /// Nil where no picture was asked for.
  package let illustration: ProjectionIllustration?

  /// Both formulas at one rate and velocity.
  package struct Row: Equatable, Sendable {
    /// 1/ms.
    package let decelerationRate: Double
    /// pt/s.
    package let velocity: Double
    /// Travel to rest by Apple's formula, pt.
    package let apple: Double
    /// Travel to rest by the log formula, pt.
    package let log: Double
    /// log − apple, pt.
    package let difference: Double
    /// (apple − log) / log.
    package let relative: Double

    package init(
      decelerationRate: Double, velocity: Double, apple: Double, log: Double, difference: Double,
      relative: Double
    ) {
      self.decelerationRate = decelerationRate
      self.velocity = velocity
      self.apple = apple
      self.log = log
      self.difference = difference
      self.relative = relative
    }
  }

  /// distance = slope · (|velocity| − stopVelocity) over the flings of one rate.
  package struct Regression: Equatable, Sendable {
    /// 1/ms; nil where the recording does not name it.
    package let decelerationRate: Double?
    package let count: Int
    /// s.
    package let slope: Estimate
    /// pt/s.
    package let stopVelocity: Estimate
    /// s: distance = slope · |velocity|.
    package let slopeThroughOrigin: Estimate
    /// pt, in the order of the flings, of the fit with stop velocity.
    package let residuals: [Double]
    /// pt, of the fit through the origin.
    package let residualsThroughOrigin: [Double]
    package let verdicts: [Verdict]

    package init(
      decelerationRate: Double?, count: Int, slope: Estimate, stopVelocity: Estimate,
      slopeThroughOrigin: Estimate,
      residuals: [Double], residualsThroughOrigin: [Double], verdicts: [Verdict]
    ) {
      self.decelerationRate = decelerationRate
      self.count = count
      self.slope = slope
      self.stopVelocity = stopVelocity
      self.slopeThroughOrigin = slopeThroughOrigin
      self.residuals = residuals
      self.residualsThroughOrigin = residualsThroughOrigin
      self.verdicts = verdicts
    }
  }

  /// The verdict on a formula: its slope beside the interval of the regression's.
  package struct Verdict: Equatable, Sendable {
    /// `apple` or `log`.
    package let formula: String
    /// s.
    package let expected: Double
    /// (slope − expected) / standard error.
    package let z: Double
    package let holds: Bool

    package init(formula: String, expected: Double, z: Double, holds: Bool) {
      self.formula = formula
      self.expected = expected
      self.z = z
      self.holds = holds
    }
  }

  package init(table: [Row], regressions: [Regression], illustration: ProjectionIllustration? = nil) {
    self.table = table
    self.regressions = regressions
    self.illustration = illustration
  }
}
