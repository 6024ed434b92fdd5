import Elementary
import LeastSquares

/// Content that comes back from beyond its edge: a critically damped spring.
///
/// y″ + 2δy′ + δ²y = 0, y = x − rest, in four forms of one curve:
///
/// | form                                | from                                                          |
/// |-------------------------------------|---------------------------------------------------------------|
/// | (d + (v₀ + δd)t) e^(−δt)            | the state at t = 0: displacement d, velocity v₀               |
/// | (c₁ + c₂t) e^(−δt)                  | c₁ = d, c₂ = v₀ + δd                                          |
/// | C (t + φ) e^(−δ(t + φ))             | φ = c₁/c₂, C = c₂ e^(δφ): passes the edge at −φ, velocity C   |
/// | C (τ + t) e^(−δ(τ + t))             | the recursion from any state {y, v}: τ = y/(v + δy)           |
///
/// The last two have a hole: v₀ + δd = 0 is the pure exponential, τ and φ infinite. The first has none and is
/// the one computed.
///
/// | symbol | meaning                      | unit |
/// |--------|------------------------------|------|
/// | δ      | damping, > 0; 10.9 in UIKit  | 1/s  |
/// | C      | amplitude                    | pt/s |
/// | φ      | phase                        | s    |
///
/// Source: the article 深度剖析UIScrollView与阻尼动画 and its code, LevisonNN/LNCustomScrollView.
package struct Bounce: Equatable, Sendable {
  /// The resting offset, pt: the edge.
  package let rest: Double
  /// Offset − rest at t = 0, pt.
  package private(set) var displacement: Double
  /// Velocity at t = 0, pt/s.
  package private(set) var initialVelocity: Double
  /// δ, 1/s.
  package let damping: Double

  package init(rest: Double = 0, displacement: Double, initialVelocity: Double, damping: Double) {
    self.rest = rest
    self.displacement = displacement
    self.initialVelocity = initialVelocity
    self.damping = damping
  }

  /// y = C (t + φ) e^(−δ(t + φ)).
  package init(rest: Double = 0, amplitude: Double, damping: Double, phase: Double) {
    let scaled = amplitude * exponential(-damping * phase)
    self.init(
      rest: rest, displacement: scaled * phase, initialVelocity: scaled * (1 - damping * phase),
      damping: damping)
  }

  /// y = (c₁ + c₂t) e^(−δt); `first` is c₁, pt, `second` is c₂, pt/s.
  package init(rest: Double = 0, first: Double, second: Double, damping: Double) {
    self.init(
      rest: rest, displacement: first, initialVelocity: second - damping * first, damping: damping)
  }

  /// x(t), pt; `time` in s.
  package func value(at time: Double) -> Double { rest + displacement(at: time) }

  /// x(t) − rest, pt; `time` in s.
  package func displacement(at time: Double) -> Double {
    let (release, push) = bounceResponse(damping: damping, time: time)
    return displacement * release + initialVelocity * push
  }

  /// x′(t) = (v₀ − δ(v₀ + δd)t) e^(−δt), pt/s; `time` in s.
  package func velocity(at time: Double) -> Double {
    (initialVelocity - damping * second * time) * exponential(-damping * time)
  }

  /// Moves the start of the clock forward by `time`, s: the recursion from state to state, frame by frame.
  package mutating func step(by time: Double) {
    (displacement, initialVelocity) = (displacement(at: time), velocity(at: time))
  }

  /// c₂ = v₀ + δd, pt/s.
  package var second: Double { initialVelocity + damping * displacement }

  /// φ = d/(v₀ + δd), s; NaN for the pure exponential.
  package var phase: Double { second == 0 ? .nan : displacement / second }

  /// −φ, s: when the curve passes the edge; NaN for the pure exponential.
  package var edgeTime: Double { -phase }

  /// C = (v₀ + δd) e^(δφ), pt/s: the velocity with which the curve passes the edge; NaN for the pure
  /// exponential.
  package var amplitude: Double { second * exponential(damping * phase) }

  /// The displacement of largest size for t ≥ 0, pt; C/(Eδ) where the bounce starts at the edge.
  package var farthest: Double { motion.farthest }

  /// The last time, s, at which the displacement's size is `distance`; see
  /// ``SpringMotion/settlingTime(within:)``.
  package func settlingTime(within distance: Double) -> Double { motion.settlingTime(within: distance) }

  /// The articles' upper bound of it, s; see ``SpringMotion/settlingTimeBound(within:)``.
  package func settlingTimeBound(within distance: Double) -> Double {
    motion.settlingTimeBound(within: distance)
  }

  /// The same motion as a spring of damping ratio 1.
  package var motion: SpringMotion {
    SpringMotion(
      spring: Spring(naturalFrequency: damping, dampingRatio: 1), rest: rest, displacement: displacement,
      initialVelocity: initialVelocity)
  }
}

/// The article's own curve C (t + φ) e^(−δ(t + φ)), pt: its search moves C (pt/s), δ (1/s) and φ (s).
package func articleBounce(amplitude: Double, damping: Double, phase: Double, at time: Double) -> Double {
  amplitude * (time + phase) * exponential(-damping * (time + phase))
}

/// The critically damped motions from displacement 1, (1 + δt)e^(−δt), and from velocity 1, t e^(−δt).
@inline(__always)
func bounceResponse(damping: Double, time: Double) -> (release: Double, push: Double) {
  let decay = exponential(-damping * time)
  return ((1 + damping * time) * decay, time * decay)
}

/// The model `bounce`: Φ = [1, (1 + δt)e^(−δt), t e^(−δt)], c = (rest, displacement, v₀), α = δ. t in s since
/// the first sample.
package struct BounceModel: ScrollModel {
  package var model: MotionModel { .bounce }
  package var linear: [Parameter] { Parameter.ofSpring }
  package var nonlinear: [Parameter] { Self.nonlinear }
  package var parameters: [Parameter] { Self.parameters }
  private static let nonlinear = [
    Parameter("damping", unit: "1/s", domain: Double.leastNormalMagnitude...Double.infinity)
  ]
  private static let parameters = Parameter.ofSpring + nonlinear
  /// The distance from rest at which the content counts as settled, pt.
  package let settlingDistance: Double

  package init(settlingDistance: Double = 0.5) {
    self.settlingDistance = settlingDistance
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    let damping = alpha[0]
    let differentiates = !derivatives.isEmpty
    for i in 0..<count {
      let time = x[i]
      let (release, push) = bounceResponse(damping: damping, time: time)
      basis[i] = 1
      basis[count + i] = release
      basis[2 * count + i] = push
      guard differentiates else { continue }
      derivatives[i] = 0
      derivatives[count + i] = -damping * time * push
      derivatives[2 * count + i] = -time * push
    }
  }

  /// The amplitude determines no parameter: two initial velocities may have the same one.
  package var derived: [DerivedQuantity] {
    let distance = settlingDistance
    return [
      DerivedQuantity("amplitude", unit: "pt/s") { Bounce($0).amplitude },
      DerivedQuantity(
        "phase", unit: "s",
        determines: .init(parameter: 1, alone: false) { phase, reported in
          Self.displacement(phase: phase, reported)
        }
      ) { Bounce($0).phase },
      DerivedQuantity(
        "edgeTime", unit: "s",
        determines: .init(parameter: 1, alone: false) { time, reported in
          Self.displacement(phase: -time, reported)
        }
      ) { Bounce($0).edgeTime },
    ] + DerivedQuantity.ofFrequency + [
      DerivedQuantity("farthest", unit: "pt") { Bounce($0).farthest },
      DerivedQuantity("settlingTime", unit: "s") { Bounce($0).settlingTime(within: distance) },
      DerivedQuantity("settlingTimeBound", unit: "s") { Bounce($0).settlingTimeBound(within: distance) },
    ]
  }

  /// The d whose φ = d/(v₀ + δd) is `phase`: φv₀/(1 − δφ); NaN at φ = 1/δ, where the velocity alone would be
  /// 0.
  private static func displacement(phase: Double, _ reported: [Double]) -> Double {
    let remainder = 1 - reported[3] * phase
    return remainder == 0 ? .nan : phase * reported[2] / remainder
  }
}

extension Bounce {
  /// The motion of reported parameters (rest, displacement, v₀, δ).
  package init(_ reported: [Double]) {
    self.init(
      rest: reported[0], displacement: reported[1], initialVelocity: reported[2], damping: reported[3])
  }
}
