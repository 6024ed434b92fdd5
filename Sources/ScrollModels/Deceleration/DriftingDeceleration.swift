import Elementary
import LeastSquares

/// A deceleration under a constant drift against the motion, cut where the velocity has come to 0: Chromium's fling curve.
///
/// v(t) = (v₀ + b s) e^(−kt) − b s, s = sign(v₀), until v = 0; at rest from then on
/// x(t) = x₀ + (v₀ + b s)(1 − e^(−km))/k − b s m, m = min(t, T), T = ln(1 + |v₀|/b)/k
///
/// Computed as v₀φ − bsk ψ (see the model below): as k → 0 at a given bk both terms above grow without limit.
///
/// | symbol | meaning                                       | unit |
/// |--------|-----------------------------------------------|------|
/// | x₀, v₀ | offset and velocity at t = 0                  | pt, pt/s |
/// | k      | decay constant, > 0                           | 1/s  |
/// | b      | drift, ≥ 0; 0 is plain deceleration           | pt/s |
///
/// (Chromium, `ui/events/gestures/fling_curve.cc`: k = 3.7 /s, b = 172 px/s.)
package struct DriftingDeceleration: Equatable, Sendable {
  package let initialOffset: Double
  package let initialVelocity: Double
  package let decayConstant: Double
  package let drift: Double

  package init(initialOffset: Double, initialVelocity: Double, decayConstant: Double, drift: Double) {
    self.initialOffset = initialOffset
    self.initialVelocity = initialVelocity
    self.decayConstant = decayConstant
    self.drift = drift
  }

  /// x(t), pt; `time` in s.
  package func value(at time: Double) -> Double {
    let moving = min(time, duration)
    let travel = decayedTime(decayConstant: decayConstant, time: moving)
    let plain = initialOffset + initialVelocity * travel
    guard drift > 0 else { return plain }
    let slope = decayedTimeSlope(decayConstant: decayConstant, time: moving, decayedTime: travel)
    return plain - push * decayConstant * (slope + moving * travel)
  }

  /// v(t), pt/s, 0 from the stop on; `time` in s.
  package func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    return initialVelocity * exponential(-decayConstant * time)
      + push * exponentialMinusOne(-decayConstant * time)
  }

  /// T, s: when it stands; infinite without a drift, 0 where it never moved.
  package var duration: Double {
    if initialVelocity == 0 { return 0 }
    return drift > 0 ? logarithmOfOnePlus(initialVelocity.magnitude / drift) / decayConstant : .infinity
  }

  /// x(T), pt: where it stands.
  package var destination: Double { value(at: duration) }

  private var push: Double { initialVelocity < 0 ? -drift : drift }
}

/// The model `deceleration-drift`: Φ = [1, φ(m) − r ψ(m)], φ(t) = (1 − e^(−kt))/k, ψ(t) = ∫₀ᵗφ = (t − φ)/k, m = min(t, T),
/// T = ln(1 + k/r)/k, c = (x₀, v₀), α = (k, r).
///
/// r = bk/|v₀| is what the drift takes of the initial speed per second: r = 0 is plain deceleration, k → 0 constant deceleration
/// r|v₀|; both are regular. The velocity is 0 at the stop, so the stop's own derivative takes no part. Reported
/// is b = r|v₀|/k; with v₀ = 0 no r belongs to it: the model parameter is NaN.
package struct DriftingDecelerationModel: ScrollModel {
  package let model = MotionModel.decelerationDrift
  package let linear = [Parameter("initialOffset", unit: "pt"), Parameter("initialVelocity", unit: "pt/s")]
  package let nonlinear = [
    Parameter("decayConstant", unit: "1/s", domain: Double.leastNormalMagnitude...Double.infinity),
    Parameter("driftRate", unit: "1/s", domain: 0...Double.infinity),
  ]
  package let transformed = [3]

  package init() {}

  package var parameters: [Parameter] {
    linear + [nonlinear[0], Parameter("drift", unit: "pt/s", domain: 0...Double.infinity)]
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    let decayConstant = alpha[0]
    let driftRate = alpha[1]
    let stop = driftRate > 0 ? logarithmOfOnePlus(decayConstant / driftRate) / decayConstant : .infinity
    let differentiates = !derivatives.isEmpty
    if isWithinExponents(decayConstant, x) {
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count) { space in
        let slopes = UnsafeMutableBufferPointer(rebasing: space[..<count])
        let travels = UnsafeMutableBufferPointer(rebasing: space[count...])
        // The times take the place of the first column while the others are filled. Without checks the loops run on whole vectors.
        basis.withUnsafeMutableBufferPointer { basis in
          let (times, columns) = (basis.column(0, of: count), basis.column(1, of: count))
          x.withUnsafeBufferPointer { x in
            for i in 0..<count { times[i] = min(x[i], stop) }
          }
          fillDecayedTimes(
            decayConstant: decayConstant, times: UnsafeBufferPointer(times), travels: travels, slopes: slopes)
          derivatives.withUnsafeMutableBufferPointer { derivatives in
            guard !derivatives.isEmpty else { return }
            let (byRate, byDrift) = (derivatives.column(1, of: count), derivatives.column(3, of: count))
            derivatives.column(0, of: count).update(repeating: 0)
            derivatives.column(2, of: count).update(repeating: 0)
            for i in 0..<count {
              let drifted = slopes[i] + times[i] * travels[i]
              let driftedSlope = driftedTimeSlope(
                decayConstant: decayConstant, time: times[i], slope: slopes[i], drifted: drifted)
              byRate[i] = slopes[i] - driftRate * driftedSlope
              byDrift[i] = -drifted
            }
          }
          for i in 0..<count { columns[i] = travels[i] - driftRate * (slopes[i] + times[i] * travels[i]) }
          times.update(repeating: 1)
        }
      }
      return
    }
    // From the stop on all samples are alike.
    var last = Double.nan
    var (travel, slope, drifted, driftedSlope) = (0.0, 0.0, 0.0, 0.0)
    for i in 0..<count {
      let time = min(x[i], stop)
      if time != last {
        last = time
        travel = decayedTime(decayConstant: decayConstant, time: time)
        slope = decayedTimeSlope(decayConstant: decayConstant, time: time, decayedTime: travel)
        drifted = slope + time * travel
        if differentiates {
          driftedSlope = driftedTimeSlope(
            decayConstant: decayConstant, time: time, slope: slope, drifted: drifted)
        }
      }
      basis[i] = 1
      basis[count + i] = travel - driftRate * drifted
      guard differentiates else { continue }
      derivatives[i] = 0
      derivatives[count + i] =
        slope - driftRate * driftedSlope
      derivatives[2 * count + i] = 0
      derivatives[3 * count + i] = -drifted
    }
  }

  package func reported(_ model: [Double]) -> [Double] {
    [model[0], model[1], model[2], model[3] * model[1].magnitude / model[2]]
  }

  package func modelParameters(_ reported: [Double]) -> [Double] {
    let rate = reported[1] == 0 ? Double.nan : reported[3] * reported[2] / reported[1].magnitude
    return [reported[0], reported[1], reported[2], rate]
  }

  package func modelJacobian(_ reported: [Double]) -> [Double] {
    let speed = reported[1].magnitude
    let rate = reported[3] * reported[2] / speed
    var jacobian: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    jacobian[1 * 4 + 3] = -rate / reported[1]
    jacobian[2 * 4 + 3] = reported[3] / speed
    jacobian[3 * 4 + 3] = reported[2] / speed
    return jacobian
  }

  package var derived: [DerivedQuantity] {
    DerivedQuantity.ofDecayConstant + [
      DerivedQuantity(
        "destination", unit: "pt",
        determines: .init(parameter: 0, alone: false) { value, reported in
          value - DriftingDeceleration([0] + reported.dropFirst()).destination
        }
      ) { DriftingDeceleration($0).destination },
      DerivedQuantity("duration", unit: "s") { DriftingDeceleration($0).duration },
    ]
  }
}

extension DriftingDeceleration {
  /// The motion of reported parameters (x₀, v₀, k, b).
  init(_ reported: [Double]) {
    self.init(
      initialOffset: reported[0], initialVelocity: reported[1], decayConstant: reported[2], drift: reported[3]
    )
  }
}

/// dψ/dk, s³, of ψ = (t − φ)/k; −t³/6 at k = 0.
///
/// With u = kt it is −t³ Σ (n + 1)/(n + 3)! (−u)ⁿ. The quotient −(φ′ + ψ)/k loses a factor 6/u of its precision; the series
/// takes over below ½.
@inline(__always)
private func driftedTimeSlope(decayConstant: Double, time: Double, slope: Double, drifted: Double) -> Double {
  let exponent = decayConstant * time
  guard exponent.magnitude < 0.5 else { return -(slope + drifted) / decayConstant }
  // (n + 1)/(n + 3)! for n = 13…0; the first term left out is below 2⁻⁵⁵ of them.
  var sum = 14.0 / 20_922_789_888_000
  sum = 13.0 / 1_307_674_368_000 - exponent * sum
  sum = 12.0 / 87_178_291_200 - exponent * sum
  sum = 11.0 / 6_227_020_800 - exponent * sum
  sum = 10.0 / 479_001_600 - exponent * sum
  sum = 9.0 / 39_916_800 - exponent * sum
  sum = 8.0 / 3_628_800 - exponent * sum
  sum = 7.0 / 362_880 - exponent * sum
  sum = 6.0 / 40_320 - exponent * sum
  sum = 5.0 / 5_040 - exponent * sum
  sum = 4.0 / 720 - exponent * sum
  sum = 3.0 / 120 - exponent * sum
  sum = 2.0 / 24 - exponent * sum
  sum = 1.0 / 6 - exponent * sum
  return -time * time * time * sum
}
