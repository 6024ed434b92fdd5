public import LeastSquares

/// A fling whose shape is a polynomial of degree four, the same for every velocity: x(t) = x₀ + sign(v₀) v₀² Q(t/|v₀|),
/// Q(s) = s − b s² + c s³ − d s⁴, until Q′ = 0. Lengths are in viewports.
///
/// Someone's regression of scrolling on a phone; with it the duration is proportional to the velocity. (Stack Overflow
/// 42436224.)
public struct QuarticMotion: EngineMotion, Equatable {
  public let initialOffset: Double
  public let initialVelocity: Double
  /// b, c and d, s per viewport to the first, second and third power.
  public let coefficients: [Double]
  /// The length of a viewport, pt.
  public let length: Double
  public let duration: Double

  public init(initialOffset: Double, initialVelocity: Double, coefficients: [Double], length: Double) {
    self.initialOffset = initialOffset
    self.initialVelocity = initialVelocity
    self.coefficients = coefficients
    self.length = length
    let rate = { (s: Double) in Self.rate(coefficients, s) }
    // Q′ falls from 1 to its first zero, so bisection between 0 and any s where it is negative finds one.
    var limit = 1e-3
    while limit < 1e3, rate(limit) > 0 { limit *= 1.05 }
    duration =
      initialVelocity == 0
      ? 0 : leastArgument(upTo: limit) { rate($0) <= 0 } * initialVelocity.magnitude / length
  }

  public func value(at time: Double) -> Double {
    if initialVelocity == 0 { return initialOffset }
    let speed = initialVelocity.magnitude / length
    let s = min(time, duration) / speed
    let shape = s * (1 - s * (coefficients[0] - s * (coefficients[1] - s * coefficients[2])))
    return initialOffset + initialVelocity * speed * shape
  }

  public func velocity(at time: Double) -> Double {
    time < duration
      ? initialVelocity * Self.rate(coefficients, time * length / initialVelocity.magnitude) : 0
  }

  /// Q′(s).
  private static func rate(_ coefficients: [Double], _ s: Double) -> Double {
    1 - s * (2 * coefficients[0] - s * (3 * coefficients[1] - s * 4 * coefficients[2]))
  }
}

/// The law `quartic-fling`.
public struct QuarticFling: EngineLaw {
  public let name = "quartic-fling"
  public let formula = "x₀ + v₀ t − b t² + c t³/v₀ − d t⁴/v₀² until its velocity is 0, lengths in viewports"
  public let state = Parameter.ofFling
  public let constants = [
    Parameter("second", unit: "viewport/s²"), Parameter("third", unit: "viewport²/s⁴"),
    Parameter("fourth", unit: "viewport³/s⁶"),
  ]
  public let isTimeInvariant = false
  /// A polynomial with free coefficients passes by any smooth motion.
  public let isUnspecific = true

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> QuarticMotion {
    QuarticMotion(
      initialOffset: state[0], initialVelocity: state[1], coefficients: constants, length: context.dimension)
  }
}
