import LeastSquares

/// A fling whose shape is a polynomial of degree four, the same for every velocity: x(t) = x₀ + sign(v₀) v₀² Q(t/|v₀|),
/// Q(s) = s − b s² + c s³ − d s⁴, until Q′ = 0. Lengths are in viewports.
///
/// Someone's regression of scrolling on a phone; with it the duration is proportional to the velocity. (Stack Overflow
/// 42436224.)
package struct QuarticMotion: EngineMotion, Equatable {
  package let initialOffset: Double
  package let initialVelocity: Double
  /// b, c and d, s per viewport to the first, second and third power.
  package let coefficients: [Double]
  /// The length of a viewport, pt.
  package let length: Double
  package let duration: Double

  package init(initialOffset: Double, initialVelocity: Double, coefficients: [Double], length: Double) {
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
      ? 0 : minimumArgument(upTo: limit) { rate($0) <= 0 } * initialVelocity.magnitude / length
  }

  package func value(at time: Double) -> Double {
    if initialVelocity == 0 { return initialOffset }
    let speed = initialVelocity.magnitude / length
    let s = min(time, duration) / speed
    let shape = s * (1 - s * (coefficients[0] - s * (coefficients[1] - s * coefficients[2])))
    return initialOffset + initialVelocity * speed * shape
  }

  package func velocity(at time: Double) -> Double {
    time < duration
      ? initialVelocity * Self.rate(coefficients, time * length / initialVelocity.magnitude) : 0
  }

  /// Q′(s).
  private static func rate(_ coefficients: [Double], _ s: Double) -> Double {
    1 - s * (2 * coefficients[0] - s * (3 * coefficients[1] - s * 4 * coefficients[2]))
  }
}

/// The model `quartic-fling`.
package struct QuarticFling: EngineModel {
  package let name = "quartic-fling"
  package let formula = "x₀ + v₀ t − b t² + c t³/v₀ − d t⁴/v₀² until its velocity is 0, lengths in viewports"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter("second", unit: "viewport/s²"), Parameter("third", unit: "viewport²/s⁴"),
    Parameter("fourth", unit: "viewport³/s⁶"),
  ]
  package let isTimeInvariant = false
  /// A polynomial with free coefficients passes by any smooth motion.
  package let isUnspecific = true

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> QuarticMotion {
    QuarticMotion(
      initialOffset: state[0], initialVelocity: state[1], coefficients: constants, length: context.dimension)
  }
}
