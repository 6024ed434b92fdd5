import Elementary
import Numerals
import ScrollFitting
import ScrollModels

/// The precision of the decay constant that a fling of exponential deceleration allows.
struct FlingPrecision {
  /// 1/s.
  let decayConstant: Double
  /// The interval between frames, s.
  let interval: Double

  /// The errors of a recorder's samples.
  struct Noise {
    /// The standard deviation of an offset, in its unit.
    var position: Double
    /// The standard deviation of a time, s: with the velocity v the offset errs by v times it.
    var time: Double
  }

  /// The standard error of the decay constant for a noise and a velocity of 1.
  ///
  /// - Parameter duration: of the recorded part, s.
  func relativeError(duration: Double) -> Double {
    standardError(velocity: 1, duration: duration, noise: Noise(position: 1, time: 0))
  }

  /// The standard error of the decay constant, 1/s, by the covariance of the linearized weighted fit: the part of its column that the columns
  /// of the initial offset and velocity do not explain.
  ///
  /// - Parameter velocity: at the beginning, in the unit of the offsets a second.
  func standardError(velocity: Double, duration: Double, noise: Noise) -> Double {
    let count = max(4, Int(duration / interval) + 1)
    var offsets: [Double] = [], velocities: [Double] = [], decays: [Double] = []
    for index in 0..<count {
      let time = Double(index) * interval
      let rest = exponential(-decayConstant * time)
      let distance = (1 - rest) / decayConstant
      let jitter = velocity * rest * noise.time
      let weight = 1 / (noise.position * noise.position + jitter * jitter).squareRoot()
      offsets.append(weight)
      velocities.append(weight * distance)
      decays.append(weight * velocity * (time * rest - distance) / decayConstant)
    }
    let second = velocities.residual(on: offsets)
    let third = decays.residual(on: offsets).residual(on: second)
    return 1 / third.product(third).squareRoot()
  }
}

/// The fitted flings of one model with a decay constant, and what further recordings would add to it.
struct DecayPrecision {
  private let precision: FlingPrecision
  private let flings: [Fling]
  /// The standard deviation between the flings, where they differ by more than their errors; else 0.
  private let between: Double

  private struct Fling {
    let velocity: Double
    let duration: Double
    let standardError: Double
    let noise: FlingPrecision.Noise
  }

  /// Nil where no fling has a decay constant with an error.
  ///
  /// - Parameters:
  ///   - pooled: the common constant of the flings.
  ///   - interval: between frames, s.
  init?(_ fits: [Fit], pooled: PooledConstant?, interval: Double?) {
    let flings = fits.compactMap { fit -> Fling? in
      guard fit.model == .deceleration, let constant = fit[.decayConstant], constant.value > 0,
        let error = constant.standardError, error > 0, error.isFinite,
        let velocity = fit[.initialVelocity]?.value, velocity != 0,
        let resolution = fit.noise.resolution, resolution > 0
      else { return nil }
      // A jitter within two of its standard errors may be none.
      let jitter = fit.noise.timeNoise.flatMap {
        $0.isDetermined && $0.value > 2 * ($0.standardError ?? 0) ? $0.value : nil
      }
      let position = resolution * max(1, fit.noise.scale ?? 1)
      return Fling(
        velocity: velocity.magnitude, duration: fit.to - fit.from, standardError: error,
        noise: .init(position: position, time: jitter ?? 0))
    }
    guard !flings.isEmpty, let interval, let pooled, pooled.name == ParameterName.decayConstant.id,
      pooled.value > 0
    else { return nil }
    precision = FlingPrecision(decayConstant: pooled.value, interval: interval)
    self.flings = flings
    between = pooled.betweenDeviation ?? 0
  }

  /// The standard error that the most precise fling would have at another velocity, when it is recorded to its end.
  private func standardError(velocity: Double) -> Double? {
    guard let fling = flings.min(by: { $0.standardError < $1.standardError }) else { return nil }
    let whole = 4 / precision.decayConstant
    let now = precision.standardError(velocity: fling.velocity, duration: fling.duration, noise: fling.noise)
    return fling.standardError
      * precision.standardError(velocity: velocity, duration: whole, noise: fling.noise) / now
  }

  /// The standard error of the decay constant's change with a doubling of the velocity, with a further fling where one is given: the slope of a weighted line
  /// over the logarithm of the velocity. Nil for fewer than two velocities.
  func dependenceError(adding velocity: Double? = nil) -> Double? {
    var points = flings.map { (logarithm($0.velocity), $0.standardError) }
    if let velocity, let error = standardError(velocity: velocity) {
      points.append((logarithm(velocity), error))
    }
    let weights = points.map { 1 / ($0.1 * $0.1 + between * between) }
    let sum = weights.reduce(0, +)
    let mean = zip(weights, points).reduce(0) { $0 + $1.0 * $1.1.0 } / sum
    let scatter = zip(weights, points).reduce(0) { $0 + $1.0 * ($1.1.0 - mean) * ($1.1.0 - mean) }
    // Velocities that differ by less than a thousandth are one.
    guard points.count > 1, scatter > 1e-6 * sum else { return nil }
    return logarithm(2) / scatter.squareRoot()
  }

  /// The factor by which an exact clock makes the decay constant's error smaller, and the largest timestamp jitter, s; nil where the flings' clock has none that is determined.
  var clockGain: (factor: Double, jitter: Double)? {
    guard let fling = flings.max(by: { $0.noise.time < $1.noise.time }), fling.noise.time > 0 else {
      return nil
    }
    var exact = fling.noise
    exact.time = 0
    let now = precision.standardError(velocity: fling.velocity, duration: fling.duration, noise: fling.noise)
    return (
      now / precision.standardError(velocity: fling.velocity, duration: fling.duration, noise: exact),
      fling.noise.time
    )
  }
}

/// The precision of the finger's velocity in a window before the release, by a straight line through its samples.
struct ReleasePrecision {
  /// The window of the common estimators, s (docs/release.md).
  static let window = 0.1

  /// The standard error, in the unit of the travel a second: noise/(h √(n (n² − 1)/12)) for n samples at the distance h.
  ///
  /// - Parameters:
  ///   - noise: the standard deviation of a sample of the finger's travel.
  ///   - interval: between samples, s.
  static func standardError(noise: Double, interval: Double) -> (error: Double, count: Int) {
    let count = max(2, Int((window / interval).rounded()) + 1)
    let scatter = Double(count) * (Double(count) * Double(count) - 1) / 12
    return (noise / (interval * scatter.squareRoot()), count)
  }
}
