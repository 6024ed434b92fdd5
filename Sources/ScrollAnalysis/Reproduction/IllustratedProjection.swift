import ScrollModels

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
