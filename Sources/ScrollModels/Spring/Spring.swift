import Elementary
import LeastSquares

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

/// A spring let go at t = 0 with a displacement and a velocity.
///
/// x(t) = rest + displacement·φ₁(t) + v₀·φ₂(t), smooth in the damping ratio through all three regimes.
/// ``settlingTime(within:)``, ``farthest`` and ``firstTurn`` need ω₀ > 0 and ζ ≥ 0 and are NaN or nil
/// without.
package struct SpringMotion: Equatable, Sendable {
  package let spring: Spring
  /// The resting offset, pt.
  package let rest: Double
  /// Offset − rest at t = 0, pt.
  package let displacement: Double
  /// Velocity at t = 0, pt/s.
  package let initialVelocity: Double

  package init(spring: Spring, rest: Double = 0, displacement: Double, initialVelocity: Double) {
    self.spring = spring
    self.rest = rest
    self.displacement = displacement
    self.initialVelocity = initialVelocity
  }

  /// x(t), pt; `time` in s.
  package func value(at time: Double) -> Double { rest + displacement(at: time) }

  /// x(t) − rest, pt; `time` in s.
  package func displacement(at time: Double) -> Double {
    let response = response(at: time)
    return displacement * response.release + initialVelocity * response.push
  }

  /// x′(t), pt/s; `time` in s.
  package func velocity(at time: Double) -> Double {
    let response = response(at: time)
    return initialVelocity * response.pushVelocity - displacement * spring.stiffness * response.push
  }

  /// The first t ≥ 0, s, at which the motion turns (its velocity is 0); nil where it never does.
  ///
  /// x′ = 0 where S/C = v₀/(βv₀ + ω₀²d): tan(ω′t)/ω′, t or tanh(√s t)/√s on the left. An oscillating spring
  /// turns again each π/ω′.
  package var firstTurn: Double? {
    guard isDefined else { return nil }
    if initialVelocity == 0 { return 0 }
    let discriminant = spring.discriminant
    let reach = spring.damping * initialVelocity + spring.stiffness * displacement
    if discriminant < 0 {
      let oscillation = (-discriminant).squareRoot()
      // Both signs turned so that the angle lies in 0…π: adding π to a negative one would lose a small
      // angle's digits.
      let turn = angle(y: oscillation * initialVelocity.magnitude, x: initialVelocity < 0 ? -reach : reach)
      return turn / oscillation
    }
    // v₀/((β − √s)v₀ + ω₀²d); with it artanh becomes ln(1 + …), which loses nothing where the turn is late.
    let root = discriminant.squareRoot()
    let slowRate = spring.stiffness / (spring.damping + root)
    let ratio = initialVelocity / (slowRate * initialVelocity + spring.stiffness * displacement)
    guard ratio > 0, ratio.isFinite else { return nil }
    return root == 0 ? ratio : logarithmOfOnePlus(2 * root * ratio) / (2 * root)
  }

  /// The displacement of largest size for t ≥ 0, pt, with its sign; NaN where the spring is not defined.
  package var farthest: Double {
    guard isDefined else { return .nan }
    guard let turn = firstTurn else { return displacement }
    let turned = displacement(at: turn)
    return turned.magnitude > displacement.magnitude ? turned : displacement
  }

  /// True if ω₀ > 0, ζ ≥ 0 and every number is finite.
  var isDefined: Bool {
    spring.naturalFrequency > 0 && spring.naturalFrequency.isFinite && spring.dampingRatio >= 0
      && spring.dampingRatio.isFinite && displacement.isFinite && initialVelocity.isFinite
  }

  private func response(at time: Double) -> SpringResponse {
    SpringResponse(frequency: spring.naturalFrequency, ratio: spring.dampingRatio, time: time)
  }
}

/// The model `spring`: Φ = [1, φ₁, φ₂], c = (rest, displacement, v₀), α = (ω₀, ζ). t in s since the first
/// sample.
///
/// φ₁ and φ₂ are the motions from displacement 1 and from velocity 1; the displacement is offset − rest at t
/// = 0.
package struct SpringModel: ScrollModel {
  package var model: MotionModel { .spring }
  package var linear: [Parameter] { Parameter.ofSpring }
  package var nonlinear: [Parameter] { Self.nonlinear }
  package var parameters: [Parameter] { Self.parameters }
  private static let nonlinear = [
    Parameter("naturalFrequency", unit: "1/s", domain: Double.leastNormalMagnitude...Double.infinity),
    Parameter("dampingRatio", unit: "", domain: 0...Double.infinity),
  ]
  private static let parameters = Parameter.ofSpring + nonlinear
  /// The distance from rest at which the content counts as settled, pt.
  package let settlingDistance: Double

  package init(settlingDistance: Double = 0.5) {
    self.settlingDistance = settlingDistance
  }

  /// Returns the regime of a spring of these reported parameters; nil for a negative or NaN damping ratio.
  package func regime(_ reported: [Double]) -> SpringRegime? { SpringRegime(dampingRatio: reported[4]) }

  package var straightened: (any StraightenedModel)? { SpringByCoefficients() }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    let differentiates = !derivatives.isEmpty
    for i in 0..<count {
      let response = SpringResponse(frequency: alpha[0], ratio: alpha[1], time: x[i])
      basis[i] = 1
      basis[count + i] = response.release
      basis[2 * count + i] = response.push
      guard differentiates else { continue }
      derivatives[i] = 0
      derivatives[count + i] = response.releaseByFrequency
      derivatives[2 * count + i] = response.pushByFrequency
      derivatives[3 * count + i] = 0
      derivatives[4 * count + i] = response.releaseByRatio
      derivatives[5 * count + i] = response.pushByRatio
    }
  }

  package func fillBasis(_ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>) {
    let spring = Spring(naturalFrequency: alpha[0], dampingRatio: alpha[1])
    if fillSpringBasis(&basis, damping: spring.damping, discriminant: spring.discriminant, at: x) { return }
    var none: [Double] = []
    var derivatives = none.mutableSpan
    evaluate(alpha, at: x, basis: &basis, derivatives: &derivatives)
  }

  package var derived: [DerivedQuantity] {
    let distance = settlingDistance
    return [
      DerivedQuantity(
        "damping", unit: "1/s",
        determines: .init(parameter: 3, alone: false) { damping, reported in damping / reported[4] }
      ) { $0[4] * $0[3] }
    ] + DerivedQuantity.ofFrequency + [
      DerivedQuantity("settlingTime", unit: "s") { SpringMotion($0).settlingTime(within: distance) },
      DerivedQuantity("settlingTimeBound", unit: "s") {
        SpringMotion($0).settlingTimeBound(within: distance)
      },
    ]
  }
}

/// Fills Φ = [1, φ₁, φ₂] of ``SpringResponse``, eight samples at a time; false where an exponent is too large for that.
func fillSpringBasis(
  _ basis: inout MutableSpan<Double>, damping: Double, discriminant: Double, at x: Span<Double>
) -> Bool {
  let root = discriminant.magnitude.squareRoot()
  // The kernel's exponentials reach to 700, its hyperbolic functions to 300, and its waves to 10⁶.
  let largest = max(damping, root * (discriminant > 0 ? 7.0 / 3 : 7e-4))
  guard isWithinExponents(largest, x) else { return false }
  let count = x.count
  x.withUnsafeBufferPointer { times in
    basis.withUnsafeMutableBufferPointer { basis in
      for i in 0..<count { basis[i] = 1 }
      fillSpringResponses(
        damping: damping, discriminant: discriminant, times: times,
        releases: UnsafeMutableBufferPointer(rebasing: basis[count..<2 * count]),
        pushes: UnsafeMutableBufferPointer(rebasing: basis[(2 * count)...]))
    }
  }
  return true
}

extension SpringMotion {
  /// The motion of reported parameters (rest, displacement, v₀, ω₀, ζ).
  init(_ reported: [Double]) {
    self.init(
      spring: Spring(naturalFrequency: reported[3], dampingRatio: reported[4]), rest: reported[0],
      displacement: reported[1], initialVelocity: reported[2])
  }
}

extension Parameter {
  /// The linear parameters of a spring in any regime.
  static let ofSpring = [rest, displacement, initialVelocity]
}

extension DerivedQuantity {
  /// The quantities derived from a natural frequency alone, in models that have it as parameter 3.
  static var ofFrequency: [DerivedQuantity] {
    [
      DerivedQuantity(
        "stiffness", unit: "1/s²",
        determines: .init(parameter: 3, alone: true) { stiffness, _ in stiffness.squareRoot() }
      ) { $0[3] * $0[3] },
      DerivedQuantity(
        "response", unit: "s",
        determines: .init(parameter: 3, alone: true) { response, _ in 2 * Double.pi / response }
      ) { 2 * Double.pi / $0[3] },
    ]
  }
}
