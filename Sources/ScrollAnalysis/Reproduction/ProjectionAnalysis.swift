import ScrollFitting

/// Everything a report of `project` prints.
public struct ProjectionAnalysis: Equatable, Sendable {
  public let table: [Row]
  /// One for each deceleration rate of the recorded flings; empty without a recording.
  public let regressions: [Regression]
  /// Nil where no picture was asked for.
  public let illustration: ProjectionIllustration?

  /// Both formulas at one rate and velocity.
  public struct Row: Equatable, Sendable {
    /// 1/ms.
    public let decelerationRate: Double
    /// pt/s.
    public let velocity: Double
    /// Travel to rest by Apple's formula, pt.
    public let apple: Double
    /// Travel to rest by the log formula, pt.
    public let log: Double
    /// log − apple, pt.
    public let difference: Double
    /// (apple − log) / log.
    public let relative: Double

    public init(
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
  public struct Regression: Equatable, Sendable {
    /// 1/ms; nil where the recording does not name it.
    public let decelerationRate: Double?
    public let count: Int
    /// s.
    public let slope: Estimate
    /// pt/s.
    public let stopVelocity: Estimate
    /// s: distance = slope · |velocity|.
    public let slopeThroughOrigin: Estimate
    /// pt, in the order of the flings, of the fit with stop velocity.
    public let residuals: [Double]
    /// pt, of the fit through the origin.
    public let residualsThroughOrigin: [Double]
    public let verdicts: [Verdict]

    public init(
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
  public struct Verdict: Equatable, Sendable {
    /// `apple` or `log`.
    public let formula: String
    /// s.
    public let expected: Double
    /// (slope − expected) / standard error.
    public let z: Double
    public let holds: Bool

    public init(formula: String, expected: Double, z: Double, holds: Bool) {
      self.formula = formula
      self.expected = expected
      self.z = z
      self.holds = holds
    }
  }

  public init(table: [Row], regressions: [Regression], illustration: ProjectionIllustration? = nil) {
    self.table = table
    self.regressions = regressions
    self.illustration = illustration
  }
}
