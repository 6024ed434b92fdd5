/// Both formulas of a fling's travel as curves, and the flings recorded.
public struct ProjectionIllustration: Equatable, Sendable {
  /// Over the velocity at release: one for each deceleration rate.
  public let overVelocity: [OverVelocity]
  /// Over the deceleration rate, for one velocity.
  public let overRate: OverRate

  public struct OverVelocity: Equatable, Sendable {
    /// 1/ms.
    public let decelerationRate: Double
    /// pt/s.
    public let velocities: [Double]
    /// Travel to rest, pt.
    public let apple: [Double]
    public let log: [Double]
    /// log − Apple, pt.
    public let difference: [Double]
    /// slope · (velocity − stop velocity) of the recorded flings less the log formula, pt; empty without
    /// flings.
    public let regression: [Double]
    public let flings: [RecordedFling]

    public init(
      decelerationRate: Double, velocities: [Double], apple: [Double], log: [Double], difference: [Double],
      regression: [Double], flings: [RecordedFling]
    ) {
      self.decelerationRate = decelerationRate
      self.velocities = velocities
      self.apple = apple
      self.log = log
      self.difference = difference
      self.regression = regression
      self.flings = flings
    }
  }

  public struct RecordedFling: Equatable, Sendable {
    /// pt/s.
    public let speed: Double
    /// pt.
    public let distance: Double
    /// distance − what the log formula gives, pt.
    public let beyondLog: Double

    public init(speed: Double, distance: Double, beyondLog: Double) {
      self.speed = speed
      self.distance = distance
      self.beyondLog = beyondLog
    }
  }

  public struct OverRate: Equatable, Sendable {
    /// pt/s.
    public let velocity: Double
    /// 1/ms, in (0, 1).
    public let decelerationRates: [Double]
    /// Travel to rest, pt.
    public let apple: [Double]
    public let log: [Double]
    /// log − Apple, pt.
    public let difference: [Double]

    public init(
      velocity: Double, decelerationRates: [Double], apple: [Double], log: [Double], difference: [Double]
    ) {
      self.velocity = velocity
      self.decelerationRates = decelerationRates
      self.apple = apple
      self.log = log
      self.difference = difference
    }
  }

  public init(overVelocity: [OverVelocity], overRate: OverRate) {
    self.overVelocity = overVelocity
    self.overRate = overRate
  }
}
