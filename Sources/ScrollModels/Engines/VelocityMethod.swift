import Elementary

/// The way to a velocity from a finger's samples.
package enum VelocityMethod: Equatable, Sendable {
  /// Σ wᵢ vᵢ, vᵢ the velocities between successive samples, newest first; a missing one counts as 0.
  case differences(weights: [Double])
  /// The slope at the newest sample of the parabola of least squares through the window; the straight line through
  /// two samples, or 0 where three are demanded.
  case parabola(SampleWindow, needsThree: Bool)
  /// sign(W) √(2|W|), W the work of the steps in the window, ½ v₁|v₁| for the first: W ← W + (vᵢ − √(2W)) |vᵢ|.
  case impulse(SampleWindow)
  /// From the oldest sample of the window to the newest.
  case mean(SampleWindow)
  /// Σ wᵢ Δxᵢ/Σ wᵢ of the steps in the window for each interval (s), wᵢ from 1 at the oldest to 2 at the newest.
  case recentSteps(SampleWindow, interval: Double)

  /// The velocity, pt/s; 0 where the samples give none.
  package func velocity(of touch: TouchSamples) -> Double {
    switch self {
    case .differences(let weights):
      weights.enumerated().reduce(0) { $0 + $1.element * touch.velocity($1.offset) }
    case .parabola(let window, let needsThree):
      Self.slope(touch.newest(window), needsThree: needsThree)
    case .impulse(let window): Self.impulse(touch.newest(window))
    case .mean(let window): Self.mean(touch.newest(window))
    case .recentSteps(let window, let interval): Self.recentSteps(touch.newest(window), interval)
    }
  }

  /// The window; nil for the velocities between successive samples.
  package var window: SampleWindow? {
    switch self {
    case .differences: nil
    case .parabola(let window, _), .impulse(let window), .mean(let window), .recentSteps(let window, _):
      window
    }
  }

  /// The same method over another time, s.
  package func over(_ duration: Double) -> VelocityMethod {
    guard var window else { return self }
    window.duration = duration
    return switch self {
    case .differences: self
    case .parabola(_, let needsThree): .parabola(window, needsThree: needsThree)
    case .impulse: .impulse(window)
    case .mean: .mean(window)
    case .recentSteps(_, let interval): .recentSteps(window, interval: interval)
    }
  }

  private static func mean(_ touch: TouchSamples) -> Double {
    guard let first = touch.times.first, let last = touch.times.last, last > first else { return 0 }
    return (touch.positions[touch.positions.count - 1] - touch.positions[0]) / (last - first)
  }

  /// The normal equations of centered times: of at most 20 samples over 0.1 s, well conditioned.
  private static func slope(_ touch: TouchSamples, needsThree: Bool) -> Double {
    let count = touch.times.count
    guard count >= 3 else { return needsThree ? 0 : mean(touch) }
    let newest = touch.times[count - 1]
    let scale = newest - touch.times[0]
    guard scale > 0 else { return 0 }
    let ages = touch.times.map { ($0 - newest) / scale }
    let origin = touch.positions[count - 1]
    let center = ages.reduce(0, +) / Double(count)
    let u = ages.map { $0 - center }
    let spread = u.reduce(0) { $0 + $1 * $1 }
    let skew = u.reduce(0) { $0 + $1 * $1 * $1 } / spread
    // u² less its own line and mean: the parabola that neither holds.
    let bend = u.map { $0 * $0 - skew * $0 - spread / Double(count) }
    let bending = bend.reduce(0) { $0 + $1 * $1 }
    var linear = 0.0, quadratic = 0.0
    for index in u.indices {
      let position = touch.positions[index] - origin
      linear += u[index] * position
      quadratic += bend[index] * position
    }
    guard spread > 0 else { return 0 }
    let curvature = bending > 1e-12 * spread * spread ? quadratic / bending : 0
    return (linear / spread + curvature * (2 * (0 - center) - skew)) / scale
  }

  private static func impulse(_ touch: TouchSamples) -> Double {
    guard touch.times.count >= 3 else { return mean(touch) }
    func velocity(_ work: Double) -> Double { (work < 0 ? -1 : 1) * (2 * work.magnitude).squareRoot() }
    var work = 0.0
    for index in touch.times.indices.dropFirst() {
      let step =
        (touch.positions[index] - touch.positions[index - 1]) / (touch.times[index] - touch.times[index - 1])
      work += (step - velocity(work)) * step.magnitude
      if index == 1 { work /= 2 }
    }
    return velocity(work)
  }

  private static func recentSteps(_ touch: TouchSamples, _ interval: Double) -> Double {
    // A step belongs to the time of its end.
    let times = touch.times.dropFirst()
    guard let first = times.first, let last = times.last else { return 0 }
    guard last > first else { return (touch.positions[1] - touch.positions[0]) / interval }
    var sum = 0.0, weights = 0.0
    for index in touch.times.indices.dropFirst() {
      let weight = 1 + (touch.times[index] - first) / (last - first)
      sum += weight * (touch.positions[index] - touch.positions[index - 1])
      weights += weight
    }
    return sum / weights / interval
  }
}
