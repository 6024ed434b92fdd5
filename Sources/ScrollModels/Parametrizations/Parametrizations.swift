import Elementary

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

/// The parametrizations of a deceleration's decay, each a function of the decay constant k (1/s).
package enum DecayParametrization: String, CaseIterable, Sendable {
  /// d = e^(−k/1000), what is left of the velocity after a millisecond: UIKit.
  case decelerationRate
  /// e^(−k/60), what is left after a frame of 60 Hz: scrolling in web pages.
  case decelerationRatePerFrame
  /// e^(−k), what is left after a second: Flutter's drag, Unity.
  case decelerationRatePerSecond
  /// 1 − d, what is lost in a millisecond: Firefox.
  case friction
  /// k itself: GTK's and Compose's friction.
  case decayConstant
  /// τ = 1/k, in which the velocity falls to 1/e.
  case timeConstant
  /// ln 2/k, in which the velocity falls to one half.
  case halfLife

  package var unit: String {
    switch self {
    case .decelerationRate, .friction: "1/ms"
    case .decelerationRatePerFrame: "1/frame"
    case .decelerationRatePerSecond: "1/s"
    case .decayConstant: "1/s"
    case .timeConstant, .halfLife: "s"
    }
  }

  /// True if it is a share of the velocity, between 0 and 1; else it is any positive number.
  package var isShare: Bool {
    switch self {
    case .decelerationRate, .decelerationRatePerFrame, .decelerationRatePerSecond, .friction: true
    case .decayConstant, .timeConstant, .halfLife: false
    }
  }

  /// k, 1/s; nil where the number lies outside the domain.
  package func decayConstant(of value: Double) -> Double? {
    guard value > 0, value < (isShare ? 1 : .infinity) else { return nil }
    return switch self {
    case .decelerationRate: DecelerationRate.decayConstant(rate: value)
    case .decelerationRatePerFrame: -60 * logarithm(value)
    case .decelerationRatePerSecond: -logarithm(value)
    case .friction: DecelerationRate.decayConstant(complement: value)
    case .decayConstant: value
    case .timeConstant: 1 / value
    case .halfLife: Self.logarithmOfTwo / value
    }
  }

  /// The number for k, 1/s.
  package func value(decayConstant: Double) -> Double {
    switch self {
    case .decelerationRate: DecelerationRate.rate(decayConstant: decayConstant)
    case .decelerationRatePerFrame: exponential(-decayConstant / 60)
    case .decelerationRatePerSecond: exponential(-decayConstant)
    case .friction: DecelerationRate.complement(decayConstant: decayConstant)
    case .decayConstant: decayConstant
    case .timeConstant: 1 / decayConstant
    case .halfLife: Self.logarithmOfTwo / decayConstant
    }
  }

  private static let logarithmOfTwo = 0.693147180559945309
}

/// The distance of two curves, and the constant that makes it least.
package enum CurveDistance {
  /// Motions that take longer, s, are not stepped through.
  package static let longestStepped = 600.0

  /// The largest |a − b| at 0, step, 2 step … up to `end`.
  package static func largestDifference(
    _ a: (Double) -> Double, _ b: (Double) -> Double, until end: Double, step: Double? = nil
  ) -> Double {
    let step = step ?? end / 4000
    return (0...Int((end / step).rounded(.up))).reduce(0) { largest, index in
      let time = Double(index) * step
      return max(largest, (a(time) - b(time)).magnitude)
    }
  }

  /// The place of the least value of a function that falls, then rises, on low…high: the golden section, on the
  /// logarithms of the places, to ten digits.
  package static func least(in range: ClosedRange<Double>, _ f: (Double) -> Double) -> Double {
    // 1/φ; each round keeps this share of the ratio high/low.
    let share = (5.0.squareRoot() - 1) / 2
    var low = logarithm(range.lowerBound)
    var high = logarithm(range.upperBound)
    var left = high - share * (high - low)
    var right = low + share * (high - low)
    var atLeft = f(exponential(left))
    var atRight = f(exponential(right))
    while high - low > 1e-10 {
      if atLeft <= atRight {
        (high, right, atRight) = (right, left, atLeft)
        left = high - share * (high - low)
        atLeft = f(exponential(left))
      } else {
        (low, left, atLeft) = (left, right, atRight)
        right = low + share * (high - low)
        atRight = f(exponential(right))
      }
    }
    return exponential((low + high) / 2)
  }
}
