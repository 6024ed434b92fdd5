import Elementary

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
