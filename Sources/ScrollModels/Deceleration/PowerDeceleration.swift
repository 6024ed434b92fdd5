import Elementary
import LeastSquares

/// A deceleration whose remaining travel is a power of the remaining time: Flutter's fling on Android, trackpad momentum.
///
/// x(t) = x₀ + v₀ (T/n)(1 − (1 − t/T)ⁿ),  v(t) = v₀ (1 − t/T)^(n − 1),  until t = T; at rest from then on
///
/// | symbol | meaning                                                         | unit |
/// |--------|-----------------------------------------------------------------|------|
/// | x₀, v₀ | offset and velocity at t = 0                                    | pt, pt/s |
/// | n      | exponent, > 1; 2 is constant deceleration                       |      |
/// | T      | stop time, > 0; (n − 1)/T = k and n → ∞ is plain deceleration k | s    |
///
/// Source: Flutter, `packages/flutter/lib/src/widgets/scroll_simulation.dart`, `ClampingScrollSimulation`.
package struct PowerDeceleration: Equatable, Sendable {
  package let initialOffset: Double
  package let initialVelocity: Double
  package let exponent: Double
  package let stopTime: Double

  package init(initialOffset: Double, initialVelocity: Double, exponent: Double, stopTime: Double) {
    self.initialOffset = initialOffset
    self.initialVelocity = initialVelocity
    self.exponent = exponent
    self.stopTime = stopTime
  }

  /// By the velocity a (pt/s) from which it takes 1 s: T = (|v₀|/a)^(1/(n − 1)).
  package init(initialOffset: Double, initialVelocity: Double, exponent: Double, unitVelocity: Double) {
    self.init(
      initialOffset: initialOffset, initialVelocity: initialVelocity, exponent: exponent,
      stopTime: power(initialVelocity.magnitude / unitVelocity, 1 / (exponent - 1)))
  }

  /// x(t), pt; `time` in s.
  package func value(at time: Double) -> Double {
    if initialVelocity == 0 { return initialOffset }
    let travelled = -exponentialMinusOne(exponent * logarithmOfOnePlus(-min(time / stopTime, 1)))
    return initialOffset + initialVelocity * stopTime / exponent * travelled
  }

  /// v(t), pt/s, 0 from the stop on; `time` in s.
  package func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    return initialVelocity * exponential((exponent - 1) * logarithmOfOnePlus(-time / stopTime))
  }

  /// T, s: when it stands; 0 where it never moved.
  package var duration: Double { initialVelocity == 0 ? 0 : stopTime }

  /// x₀ + v₀T/n, pt: where it stands.
  package var destination: Double {
    initialVelocity == 0 ? initialOffset : initialOffset + initialVelocity * stopTime / exponent
  }

  /// a = |v₀|/T^(n − 1), pt/s: the velocity from which it would take 1 s.
  package var unitVelocity: Double { initialVelocity.magnitude / power(stopTime, exponent - 1) }
}

/// The model `power-deceleration`: Φ = [1, φ], φ(t) = (1 − (1 − pkt)^(1 + 1/p))/((1 + p)k) until t = 1/(pk), c = (x₀, v₀),
/// α = (k, p).
///
/// k is the decay constant at the start, −v′/v, and p = 1/(n − 1) how it changes: v′ = −kv|v/v₀|^(−p). p = 0 is plain
/// deceleration, 1 constant deceleration, and k = 0 uniform motion; all are regular. Reported are the exponent
/// n = 1 + 1/p and the stop time T = 1/(pk); both are infinite at p = 0.
package struct PowerDecelerationModel: ScrollModel {
  package let model = MotionModel.powerDeceleration
  package let linear = Parameter.ofFling
  package let nonlinear = [
    Parameter("decayConstant", unit: "1/s"), Parameter.notNegative("bend", unit: ""),
  ]
  package let transformed = [2, 3]

  package init() {}

  package var parameters: [Parameter] {
    linear + [
      Parameter("exponent", unit: "", domain: 1.0.nextUp...Double.infinity), Parameter("stopTime", unit: "s"),
    ]
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    let differentiates = !derivatives.isEmpty
    for i in 0..<count {
      let travel = PowerTravel(decayConstant: alpha[0], bend: alpha[1], time: x[i])
      basis[i] = 1
      basis[count + i] = travel.value
      guard differentiates else { continue }
      let slopes = travel.slopes
      derivatives[i] = 0
      derivatives[count + i] = slopes.byDecayConstant
      derivatives[2 * count + i] = 0
      derivatives[3 * count + i] = slopes.byBend
    }
  }

  package func reported(_ model: [Double]) -> [Double] {
    [model[0], model[1], 1 + 1 / model[3], 1 / (model[3] * model[2])]
  }

  package func modelParameters(_ reported: [Double]) -> [Double] {
    let steepness = reported[2] - 1
    return [reported[0], reported[1], steepness / reported[3], 1 / steepness]
  }

  package func modelJacobian(_ reported: [Double]) -> [Double] {
    let steepness = reported[2] - 1
    let stopTime = reported[3]
    return [
      1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 / stopTime, -1 / (steepness * steepness), 0, 0,
      -steepness / (stopTime * stopTime), 0,
    ]
  }

  package var derived: [DerivedQuantity] {
    [
      DerivedQuantity(
        "destination", unit: "pt",
        determines: .init(parameter: 0, alone: false) { value, reported in
          value - PowerDeceleration([0] + reported.dropFirst()).destination
        }
      ) { PowerDeceleration($0).destination },
      DerivedQuantity("unitVelocity", unit: "pt/s") { PowerDeceleration($0).unitVelocity },
    ]
  }
}

extension PowerDeceleration {
  /// The motion of reported parameters (x₀, v₀, n, T).
  init(_ reported: [Double]) {
    self.init(
      initialOffset: reported[0], initialVelocity: reported[1], exponent: reported[2], stopTime: reported[3])
  }
}

/// φ(t) of the model `power-deceleration`: the travel per unit of initial velocity, and its derivatives.
///
/// With m = min(t, 1/(pk)), u = pkm and g = ln(1 − u)/p, the logarithm of the velocity ratio: φ = −expm1((1 + p)g)/((1 + p)k).
struct PowerTravel {
  let decayConstant: Double
  let bend: Double
  /// m, s.
  private let moving: Double
  /// u = pkm, at most 1.
  private let share: Double
  /// g.
  private let logarithmicVelocity: Double
  /// φ, s.
  let value: Double

  init(decayConstant: Double, bend: Double, time: Double) {
    self.decayConstant = decayConstant
    self.bend = bend
    let stopRate = bend * decayConstant
    let stops = stopRate * time >= 1
    moving = stops ? 1 / stopRate : time
    share = stops ? 1 : stopRate * time
    logarithmicVelocity = Self.logarithmicVelocity(decayed: decayConstant * moving, share: share)
    let exponent = (1 + bend) * logarithmicVelocity
    // As in `decayedTime`: the limit to the last bit.
    value =
      exponent.magnitude < 1e-17 ? moving : -exponentialMinusOne(exponent) / ((1 + bend) * decayConstant)
  }

  /// ∂φ/∂k, s², and ∂φ/∂p, s. The velocity is 0 at the stop, so the stop's own derivative takes no part.
  ///
  /// ∂φ/∂k = (m e^g − φ)/k and ∂φ/∂p = (m e^g (1 + km S) − φ)/(1 + p), S = Σ u^(j − 1)/(j(j + 1)), lose their digits as
  /// km → 0; there the integrals ∫₀ᵐ e^g ∂g dτ are taken by sixteen Gauss–Legendre nodes, exact to the last bits for km < 1
  /// and u < ½.
  var slopes: (byDecayConstant: Double, byBend: Double) {
    let decayed = decayConstant * moving
    guard decayed.magnitude >= 1 || share.magnitude >= 0.5 else { return integratedSlopes }
    let moved = moving * exponential(logarithmicVelocity)
    return (
      (moved - value) / decayConstant, (moved * (1 + decayed * Self.bendSum(share)) - value) / (1 + bend)
    )
  }

  private var integratedSlopes: (byDecayConstant: Double, byBend: Double) {
    var (byDecayConstant, byBend) = (0.0, 0.0)
    for (node, weight) in gaussLegendre {
      let part = (1 + node) / 2
      let (time, share) = (part * moving, part * share)
      let decayed = decayConstant * time
      let velocity = exponential(Self.logarithmicVelocity(decayed: decayed, share: share)) * weight
      byDecayConstant -= velocity * time / (1 - share)
      byBend -= velocity * decayed * decayed * Self.slopeSum(share)
    }
    return (byDecayConstant * moving / 2, byBend * moving / 2)
  }

  /// g = −km · (−ln(1 − u)/u), for every u ≤ 1.
  private static func logarithmicVelocity(decayed: Double, share: Double) -> Double {
    share == 0 ? -decayed : decayed * logarithmOfOnePlus(-share) / share
  }

  /// S(u) = Σ u^(j − 1)/(j(j + 1)) = (1 + (1 − u) ln(1 − u)/u)/u; 1 at u = 1.
  private static func bendSum(_ share: Double) -> Double {
    if share == 1 { return 1 }
    guard share.magnitude < 0.1 else {
      return (1 + (1 - share) * logarithmOfOnePlus(-share) / share) / share
    }
    // The first term left out is below 2⁻⁵⁶.
    return (1...16).reversed().reduce(0.0) { (sum: Double, j: Int) -> Double in
      let term: Double = 1 / Double(j * (j + 1))
      return sum * share + term
    }
  }

  /// Σ j u^(j − 1)/(j + 1) for |u| < ½: −∂g/∂p/(kτ)². The first term left out is below 2⁻⁵⁶.
  private static func slopeSum(_ share: Double) -> Double {
    (1...56).reversed().reduce(0.0) { (sum: Double, j: Int) -> Double in
      sum * share + Double(j) / Double(j + 1)
    }
  }
}

/// Sixteen nodes and weights on −1 … 1 (Abramowitz and Stegun, table 25.4).
private let gaussLegendre = [
  (0.095_012_509_837_637_44, 0.189_450_610_455_068_5), (0.281_603_550_779_258_9, 0.182_603_415_044_923_58),
  (0.458_016_777_657_227_37, 0.169_156_519_395_002_54), (0.617_876_244_402_643_7, 0.149_595_988_816_576_73),
  (0.755_404_408_355_003, 0.124_628_971_255_533_88), (0.865_631_202_387_831_8, 0.095_158_511_682_492_79),
  (0.944_575_023_073_232_6, 0.062_253_523_938_647_894), (0.989_400_934_991_649_9, 0.027_152_459_411_754_096),
].flatMap { node, weight in [(-node, weight), (node, weight)] }
