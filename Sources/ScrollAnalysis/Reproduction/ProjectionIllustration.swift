/// Both formulas of a fling's travel as curves, and the flings recorded.
package struct ProjectionIllustration: Equatable, Sendable {
  /// Over the velocity at release: one for each deceleration rate.
  package let overVelocity: [OverVelocity]
  /// Over the deceleration rate, for one velocity.
  package let overRate: OverRate

  package struct OverVelocity: Equatable, Sendable {
    /// 1/ms.
    package let decelerationRate: Double
    /// pt/s.
    package let velocities: [Double]
    /// Travel to rest, pt.
    package let apple: [Double]
    package let log: [Double]
    /// log − Apple, pt.
    package let difference: [Double]
    /// slope · (velocity − stop velocity) of the recorded flings less the log formula, pt; empty without
    /// flings.
    package let regression: [Double]
    package let flings: [RecordedFling]

    package init(
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

  package struct RecordedFling: Equatable, Sendable {
    /// pt/s.
    package let speed: Double
    /// pt.
    package let distance: Double
    /// distance − what the log formula gives, pt.
    package let beyondLog: Double

    package init(speed: Double, distance: Double, beyondLog: Double) {
      self.speed = speed
      self.distance = distance
      self.beyondLog = beyondLog
    }
  }

  package struct OverRate: Equatable, Sendable {
    /// pt/s.
    package let velocity: Double
    /// 1/ms, in (0, 1).
    package let decelerationRates: [Double]
    /// Travel to rest, pt.
    package let apple: [Double]
    package let log: [Double]
    /// log − Apple, pt.
    package let difference: [Double]

    package init(
      velocity: Double, decelerationRates: [Double], apple: [Double], log: [Double], difference: [Double]
    ) {
      self.velocity = velocity
      self.decelerationRates = decelerationRates
      self.apple = apple
      self.log = log
      self.difference = difference
    }
  }

  package init(overVelocity: [OverVelocity], overRate: OverRate) {
    self.overVelocity = overVelocity
    self.overRate = overRate
  }
}
