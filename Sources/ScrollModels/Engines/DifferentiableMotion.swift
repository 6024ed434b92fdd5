/// A motion whose derivatives by the numbers that make its curve are known in closed form.
///
/// By a model's parameter pⱼ it is ∂y/∂pⱼ = Σₖ ∂y/∂qₖ · ∂qₖ/∂pⱼ, q the numbers of the curve. The second factor is one for all samples,
/// so differences of a few numbers take the place of differences of two curves.
package protocol DifferentiableMotion: EngineMotion {
  associatedtype Numbers: SIMD where Numbers.Scalar == Double

  /// q; 0 at positions that the curve does not use.
  var numbers: Numbers { get }
  /// y, dy/dt and ∂y/∂q at a time (s), one-sided at the motion's ends.
  func differential(at time: Double) -> MotionDifferential<Numbers>
}

/// A motion at one time.
package struct MotionDifferential<Numbers: SIMD> where Numbers.Scalar == Double {
  /// y, pt.
  package let value: Double
  /// dy/dt, pt/s; infinite where the curve is upright.
  package let velocity: Double
  /// ∂y/∂q.
  package let derivatives: Numbers
}

/// A parameter at two values, for a difference.
package struct ParameterStep {
  /// The index among the model's parameters.
  package let index: Int
  package let behind: Double
  package let ahead: Double

  package init(index: Int, behind: Double, ahead: Double) {
    (self.index, self.behind, self.ahead) = (index, behind, ahead)
  }
}

/// A curve at many abscissas, with its derivatives.
package struct LinearizedCurve {
  package let values: [Double]
  /// dy/dx; infinite where the curve is upright.
  fileprivate let slopes: [Double]
  /// A column for each step: ∂y/∂p.
  fileprivate let derivatives: [Double]

  /// ∂y/∂p of a step, or the slopes after the last one.
  package func column(_ step: Int) -> ArraySlice<Double> {
    let first = step * values.count
    return first < derivatives.count ? derivatives[first..<(first + values.count)] : slopes[...]
  }
}

extension EngineModel {
  package var isDifferentiable: Bool { false }

  package func linearized(
    _ parameters: [Double], along steps: [ParameterStep], at abscissas: [Double], from start: Double,
    context: EngineContext
  ) -> LinearizedCurve? { nil }
}

extension EngineModel where Curve: DifferentiableMotion {
  package var isDifferentiable: Bool { true }

  package func linearized(
    _ parameters: [Double], along steps: [ParameterStep], at abscissas: [Double], from start: Double,
    context: EngineContext
  ) -> LinearizedCurve? {
    let directions = steps.map { step in
      var moved = parameters
      moved[step.index] = step.ahead
      let ahead = curve(moved, context: context).numbers
      moved[step.index] = step.behind
      return (ahead - curve(moved, context: context).numbers) / (step.ahead - step.behind)
    }
    let motion = curve(parameters, context: context)
    let count = abscissas.count
    var (values, slopes) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
    var derivatives = [Double](repeating: 0, count: count * steps.count)
    values.withUnsafeMutableBufferPointer { values in
      slopes.withUnsafeMutableBufferPointer { slopes in
        derivatives.withUnsafeMutableBufferPointer { derivatives in
          for i in 0..<count {
            let differential = motion.differential(at: abscissas[i] + start)
            values[i] = differential.value
            slopes[i] = differential.velocity
            for j in directions.indices {
              derivatives[j * count + i] = (differential.derivatives * directions[j]).sum()
            }
          }
        }
      }
    }
    return LinearizedCurve(values: values, slopes: slopes, derivatives: derivatives)
  }
}

extension EasedMotion: DifferentiableMotion {
  /// From, to, duration, and the control points of a Bézier curve; no model changes what other easings are made of.
  package var numbers: SIMD8<Double> {
    let points: SIMD4<Double> =
      if case .bezier(let curve) = easing { [curve.x1, curve.y1, curve.x2, curve.y2] } else { .zero }
    return SIMD8(lowHalf: [from, to, duration, points.x], highHalf: [points.y, points.z, points.w, 0])
  }

  package func differential(at time: Double) -> MotionDifferential<SIMD8<Double>> {
    guard time < duration else {
      return MotionDifferential(value: to, velocity: 0, derivatives: [0, 1, 0, 0, 0, 0, 0, 0])
    }
    let share = time / duration
    let travel = to - from
    let (value, slope, points): (Double, Double, SIMD4<Double>) =
      if case .bezier(let curve) = easing {
        curve.differential(at: share)
      } else { (easing.value(at: share), easing.slope(at: share), .zero) }
    let velocity = travel * slope / duration
    let moved = travel * points
    return MotionDifferential(
      value: from + travel * value, velocity: velocity,
      derivatives: SIMD8(
        lowHalf: [1 - value, value, share <= 0 ? 0 : -velocity * share, moved.x],
        highHalf: [moved.y, moved.z, moved.w, 0]))
  }
}

extension BezierReturn: DifferentiableMotion {
  package var numbers: SIMD16<Double> { SIMD16(lowHalf: away.numbers, highHalf: back.numbers) }

  package func differential(at time: Double) -> MotionDifferential<SIMD16<Double>> {
    if time < away.duration {
      let differential = away.differential(at: time)
      return MotionDifferential(
        value: differential.value, velocity: differential.velocity,
        derivatives: SIMD16(lowHalf: differential.derivatives, highHalf: .zero))
    }
    let differential = back.differential(at: time - away.duration)
    // The way back begins later by as much as the way on lasts longer.
    return MotionDifferential(
      value: differential.value, velocity: differential.velocity,
      derivatives: SIMD16(
        lowHalf: [0, 0, -differential.velocity, 0, 0, 0, 0, 0], highHalf: differential.derivatives))
  }
}
