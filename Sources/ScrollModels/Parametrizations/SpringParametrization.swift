/// The parametrizations of a spring: m x″ + c x′ + κ x = 0, ω₀ = √(κ/m), ζ = c/(2√(κm)), δ = ζω₀.
package enum SpringParametrization: String, CaseIterable, Sendable {
  /// m, in any unit; 1 where it is not given.
  case mass
  /// κ = m ω₀².
  case stiffness
  /// c = 2mζω₀: what constructors that take a mass or a stiffness call damping.
  case dampingCoefficient
  /// ω₀, 1/s.
  case naturalFrequency
  /// ω₀/2π, the oscillations a second of the spring without damping.
  case frequency
  /// T = 2π/ω₀, s: the period without damping.
  case response
  /// T again, as SwiftUI calls it beside `bounce`.
  case duration
  /// ζ.
  case dampingRatio
  /// 1 − ζ up to ζ = 1, 1/ζ − 1 beyond: SwiftUI.
  case bounce
  /// δ, 1/s: what fits of a bounce report.
  case damping

  package var unit: String {
    switch self {
    case .mass: "mass"
    case .stiffness: "mass/s²"
    case .dampingCoefficient: "mass/s"
    case .naturalFrequency, .damping: "1/s"
    case .frequency: "Hz"
    case .response, .duration: "s"
    case .dampingRatio, .bounce: ""
    }
  }

  /// The quantity of a spring that the number fixes; two of frequency, ratio and decay make a spring.
  package enum Role: Sendable {
    case mass, frequency, ratio, decay
  }

  package var role: Role {
    switch self {
    case .mass: .mass
    case .stiffness, .naturalFrequency, .frequency, .response, .duration: .frequency
    case .dampingRatio, .bounce: .ratio
    case .dampingCoefficient, .damping: .decay
    }
  }

  package func isDefined(at value: Double) -> Bool {
    guard value.isFinite else { return false }
    return self == .bounce ? value > -1 && value < 1 : value > 0
  }

  /// ω₀, 1/s, of a number whose role is the frequency.
  func naturalFrequency(of value: Double, mass: Double) -> Double? {
    switch self {
    case .stiffness: (value / mass).squareRoot()
    case .naturalFrequency: value
    case .frequency: 2 * Double.pi * value
    case .response, .duration: 2 * Double.pi / value
    case .mass, .dampingCoefficient, .dampingRatio, .bounce, .damping: nil
    }
  }

  /// The number for a spring with a mass.
  package func value(_ spring: Spring, mass: Double) -> Double {
    switch self {
    case .mass: mass
    case .stiffness: spring.stiffness(mass: mass)
    case .dampingCoefficient: spring.dampingCoefficient(mass: mass)
    case .naturalFrequency: spring.naturalFrequency
    case .frequency: spring.naturalFrequency / (2 * Double.pi)
    case .response, .duration: spring.response
    case .dampingRatio: spring.dampingRatio
    case .bounce: spring.bounce
    case .damping: spring.damping
    }
  }
}

extension Spring {
  /// SwiftUI's spring of a duration (s) and a bounce in (−1, 1]: ω₀ = 2π/duration, ζ = 1 − bounce for bounce ≥ 0 and
  /// 1/(1 + bounce) below.
  ///
  /// Source: *Animate with springs*, WWDC 2023; Apple's documentation of `Spring` has (0.5, 0.3) for (m, κ, c) = (1,
  /// 157.9, 17.6), and (0.63, 0.5) for (1, 100, 10).
  package init(duration: Double, bounce: Double) {
    self.init(response: duration, dampingFraction: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
  }

  /// 1 − ζ, or 1/ζ − 1 where ζ > 1.
  package var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }
}
