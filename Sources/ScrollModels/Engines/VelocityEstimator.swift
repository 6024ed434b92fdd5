import Elementary

/// An engine's estimate of the velocity with which a finger lets go: a row of ``Catalogue/velocityEstimators``.
package struct VelocityEstimator: Equatable, Sendable {
  /// The engine.
  package let name: String
  package let method: VelocityMethod
  /// The longest time between the newest sample and the release, s: after a longer one the finger counts as standing.
  package let pause: Double
  package let gate: VelocityGate
  /// The speeds of a launch, pt/s: one that passes the gate is raised to the first and cut to the last.
  package let speeds: ClosedRange<Double>
  package let source: CatalogueSource
  package let provenance: CatalogueProvenance
  /// The parts of the engine's rule that are left out. Empty for none.
  package let note: String

  init(
    _ name: String, _ method: VelocityMethod, pause: Double = .infinity, gate: VelocityGate = VelocityGate(),
    speeds: ClosedRange<Double> = 0...Double.infinity, source: CatalogueSource,
    provenance: CatalogueProvenance = .source, note: String = ""
  ) {
    self.name = name
    self.method = method
    self.pause = pause
    self.gate = gate
    self.speeds = speeds
    self.source = source
    self.provenance = provenance
    self.note = note
  }

  /// The velocity with which a fling starts, pt/s; 0 where none does.
  package func launch(_ touch: TouchSamples) -> Double {
    guard let newest = touch.times.last, touch.release - newest <= pause else { return 0 }
    guard gateSpeed(touch) >= gate.minimum else { return 0 }
    let velocity = method.velocity(of: touch)
    let speed = min(max(velocity.magnitude, speeds.lowerBound), speeds.upperBound)
    return velocity < 0 ? -speed : velocity > 0 ? speed : 0
  }

  /// The same estimator over another time, s; itself where its method has no window.
  package func over(_ duration: Double) -> VelocityEstimator {
    VelocityEstimator(
      name, method.over(duration), pause: pause, gate: gate, speeds: speeds, source: source,
      provenance: provenance, note: note)
  }

  /// The speed that the gate looks at, pt/s.
  package func gateSpeed(_ touch: TouchSamples) -> Double {
    (gate.weights.isEmpty ? method : .differences(weights: gate.weights)).velocity(of: touch).magnitude
  }
}

/// The condition on which a fling starts: a speed of at least the minimum, pt/s.
package struct VelocityGate: Equatable, Sendable {
  /// The weights of the velocities between successive samples, newest first; empty for the estimate itself.
  package var weights: [Double] = []
  package var minimum = 0.0
}

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

  /// The samples that the estimate takes in.
  package func samples(of touch: TouchSamples) -> TouchSamples {
    switch self {
    case .differences(let weights):
      touch.newest(SampleWindow(maximumCount: weights.count + 1))
    case .parabola(let window, _), .impulse(let window), .mean(let window), .recentSteps(let window, _):
      touch.newest(window)
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

/// The positions of a finger from its coming down to its release on one axis.
package struct TouchSamples: Equatable, Sendable {
  /// s, increasing.
  package let times: [Double]
  /// pt, in the content's sense: positive scrolls towards the end.
  package let positions: [Double]
  /// The time of the release, s; not before the last sample.
  package let release: Double

  /// - Parameter positions: as many as times.
  package init(times: [Double], positions: [Double], release: Double) {
    self.times = times
    self.positions = positions
    self.release = release
  }

  /// The velocity between two successive samples, pt/s: 0 names the two newest, 1 those before; 0 where there are none.
  package func velocity(_ index: Int) -> Double {
    let end = times.count - 1 - index
    guard end >= 1, times[end] > times[end - 1] else { return 0 }
    return (positions[end] - positions[end - 1]) / (times[end] - times[end - 1])
  }

  /// The newest samples: those of a window, before the first gap in it.
  func newest(_ window: SampleWindow) -> TouchSamples {
    guard let last = times.last else { return self }
    let end = window.reference == .release ? release : last
    var first = times.count - 1
    while first > 0, times.count - first < window.maximumCount, times[first] - times[first - 1] <= window.gap
    {
      let isWithin = end - times[first - 1] <= window.duration + Self.rounding
      guard isWithin || window.includesOlder else { break }
      first -= 1
      if !isWithin { break }
    }
    return TouchSamples(
      times: Array(times[first...]), positions: Array(positions[first...]), release: release)
  }

  /// s: two stamps that are a window apart differ by it to rounding.
  private static let rounding = 1e-9
}

/// The samples that an estimate of the velocity takes in.
package struct SampleWindow: Equatable, Sendable {
  /// The time that the window's length is counted back from.
  package enum Reference: Equatable, Sendable { case newestSample, release }

  /// s.
  package var duration = Double.infinity
  package var maximumCount = Int.max
  /// Samples before a longer time without one are ignored, s.
  package var gap = Double.infinity
  package var reference = Reference.newestSample
  /// True if the first sample beyond the window belongs to it.
  package var includesOlder = false
}
