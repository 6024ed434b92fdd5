import ScrollModels

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

extension ProjectionIllustration {
  /// - Parameters:
  ///   - regressions: of the flings; without any, the curves alone are drawn.
  ///   - decelerationRate: where no recorded fling names one, 1/ms.
  ///   - velocity: of the curves over the rate, pt/s; those over the velocity go as far at least.
  package init(
    _ regressions: [ProjectionAnalysis.Regression], of flings: [Fling], decelerationRate: Double,
    velocity: Double
  ) {
    let rates = regressions.isEmpty ? [nil] : regressions.map(\.decelerationRate)
    self.init(
      overVelocity: rates.map { rate in
        OverVelocity(
          rate ?? decelerationRate, flings: flings.filter { $0.decelerationRate == rate },
          regression: regressions.first { $0.decelerationRate == rate }, reach: abs(velocity))
      }, overRate: OverRate(velocity: abs(velocity)))
  }
}

extension ProjectionIllustration.OverVelocity {
  init(
    _ rate: Double, flings: [Fling], regression: ProjectionAnalysis.Regression?, reach: Double
  ) {
    let fastest = max(reach, flings.map(\.speed).max() ?? 0) * 1.05
    let velocities = (0...60).map { fastest * Double($0) / 60 }
    let log = velocities.map { Projection.log($0, rate: rate) }
    self.init(
      decelerationRate: rate, velocities: velocities,
      apple: velocities.map { Projection.apple($0, rate: rate) }, log: log,
      difference: velocities.map { Projection.difference($0, rate: rate) },
      regression: regression.map { line in
        zip(velocities, log).map { line.slope.value * ($0 - line.stopVelocity.value) - $1 }
      } ?? [],
      flings: flings.map {
        ProjectionIllustration.RecordedFling(
          speed: $0.speed, distance: $0.distance,
          beyondLog: $0.distance - Projection.log($0.speed, rate: rate))
      })
  }
}

extension ProjectionIllustration.OverRate {
  /// Closer where the rates of scroll views lie, near 1: 1 − d at equal ratios beside equal steps.
  init(velocity: Double) {
    let steps = (1...60).map { 1 - Double($0) / 61 }
    // 10^(−1/12): twelve a decade, down to UIKit's 0.002 and beyond.
    let ratios = sequence(first: 0.015) { $0 > 0.0006 ? $0 * 0.8254041852680184 : nil }
    let rates = (steps + ratios.map { 1 - $0 }).sorted()
    self.init(
      velocity: velocity, decelerationRates: rates,
      apple: rates.map { Projection.apple(velocity, rate: $0) },
      log: rates.map { Projection.log(velocity, rate: $0) },
      difference: rates.map { Projection.difference(velocity, rate: $0) })
  }
}
