import Elementary

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
