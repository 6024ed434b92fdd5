/// A damped spring: m x″ + c x′ + κ x = 0, x the displacement from rest.
///
/// | symbol | meaning                                    | unit |
/// |--------|--------------------------------------------|------|
/// | ω₀     | natural frequency √(κ/m), > 0              | 1/s  |
/// | ζ      | damping ratio c/(2√(κm)), ≥ 0              |      |
/// | β      | damping c/(2m) = ζω₀                       | 1/s  |
/// | ω₀²    | stiffness of mass 1, κ/m                   | 1/s² |
/// | T      | response 2π/ω₀, the period without damping | s    |
///
/// Source: super-ultra/ScrollMechanics, `Spring.swift`; *Designing Fluid Interfaces*, WWDC 2018 (response).
package struct Spring: Equatable, Sendable {
  /// ω₀, 1/s.
  package let naturalFrequency: Double
  /// ζ.
  package let dampingRatio: Double

  package init(naturalFrequency: Double, dampingRatio: Double) {
    self.naturalFrequency = naturalFrequency
    self.dampingRatio = dampingRatio
  }

  /// ω₀ = √(κ/m), ζ = c/(2√(κm)), in any consistent units; NaN where κm is negative.
  package init(mass: Double, stiffness: Double, damping: Double) {
    naturalFrequency = (stiffness / mass).squareRoot()
    dampingRatio = damping / (2 * (stiffness * mass).squareRoot())
  }

  /// ω₀ = 2π/`response` (s), ζ = `dampingFraction`: the parameters of UISpringTimingParameters and SwiftUI.
  package init(response: Double, dampingFraction: Double) {
    naturalFrequency = 2 * Double.pi / response
    dampingRatio = dampingFraction
  }

  /// β = ζω₀, 1/s.
  package var damping: Double { dampingRatio * naturalFrequency }
  /// ω₀², 1/s².
  package var stiffness: Double { naturalFrequency * naturalFrequency }
  /// 2π/ω₀, s.
  package var response: Double { 2 * Double.pi / naturalFrequency }
  /// Nil where the ratio is negative or NaN.
  package var regime: SpringRegime? { SpringRegime(dampingRatio: dampingRatio) }

  /// κ = m ω₀².
  package func stiffness(mass: Double) -> Double { mass * stiffness }
  /// c = 2 m β.
  package func dampingCoefficient(mass: Double) -> Double { 2 * mass * damping }

  /// β² − ω₀², 1/s²: negative where the spring oscillates.
  var discriminant: Double {
    naturalFrequency * naturalFrequency * (dampingRatio - 1) * (dampingRatio + 1)
  }
}

/// The regime of a spring.
package enum SpringRegime: String, CaseIterable, Sendable {
  /// ζ < 1: it oscillates.
  case underdamped
  /// ζ = 1, to the last bit: the motions do not jump there, only their names.
  case critical
  /// ζ > 1.
  case overdamped

  /// Nil where the ratio is negative or NaN.
  package init?(dampingRatio: Double) {
    guard dampingRatio >= 0 else { return nil }
    self = dampingRatio < 1 ? .underdamped : dampingRatio == 1 ? .critical : .overdamped
  }
}
