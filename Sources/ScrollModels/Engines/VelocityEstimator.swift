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
