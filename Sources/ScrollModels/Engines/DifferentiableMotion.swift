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

/// A curve at many abscissas, with its derivatives, in storage that evaluations share.
package struct LinearizedCurve {
  package var values: [Double]
  /// dy/dx; infinite where the curve is upright.
  fileprivate var slopes: [Double]
  /// A column for each step: ∂y/∂p.
  fileprivate var derivatives: [Double] = []

  /// - Parameter count: the number of abscissas.
  package init(count: Int) {
    values = [Double](repeating: 0, count: count)
    slopes = values
  }

  /// ∂y/∂p of a step, or the slopes after the last one.
  package func column(_ step: Int) -> ArraySlice<Double> {
    let first = step * values.count
    return first < derivatives.count ? derivatives[first..<(first + values.count)] : slopes[...]
  }
}

extension EngineModel {
  package var isDifferentiable: Bool { false }

  package func linearize(
    _ curve: inout LinearizedCurve, with numbers: inout CurveNumbers, along steps: [ParameterStep],
    at abscissas: [Double], context: EngineContext
  ) {}
}

extension EngineModel where Curve: DifferentiableMotion {
  package var isDifferentiable: Bool { true }

  package func linearize(
    _ curve: inout LinearizedCurve, with numbers: inout CurveNumbers, along steps: [ParameterStep],
    at abscissas: [Double], context: EngineContext
  ) {
    let count = abscissas.count
    if curve.derivatives.count != count * steps.count {
      curve.derivatives = [Double](repeating: 0, count: count * steps.count)
    }
    withUnsafeTemporaryAllocation(of: Curve.Numbers.self, capacity: steps.count) { directions in
      for (position, step) in steps.enumerated() {
        let own = numbers[step.index]
        numbers[step.index] = step.ahead
        let ahead = self.curve(of: numbers, context: context).numbers
        numbers[step.index] = step.behind
        let behind = self.curve(of: numbers, context: context).numbers
        numbers[step.index] = own
        directions.initializeElement(at: position, to: (ahead - behind) / (step.ahead - step.behind))
      }
      let (motion, start) = (self.curve(of: numbers, context: context), numbers.start)
      curve.values.withUnsafeMutableBufferPointer { values in
        curve.slopes.withUnsafeMutableBufferPointer { slopes in
          curve.derivatives.withUnsafeMutableBufferPointer { derivatives in
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
    }
  }
}

extension EasedMotion: DifferentiableMotion {
  /// From, to, duration, and the control points of a Bézier curve; no model changes what other easings are made of.
  package var numbers: SIMD8<Double> {
    guard case .bezier(let curve) = easing else { return SIMD8(from, to, duration, 0, 0, 0, 0, 0) }
    return SIMD8(from, to, duration, curve.x1, curve.y1, curve.x2, curve.y2, 0)
  }

  package func differential(at time: Double) -> MotionDifferential<SIMD8<Double>> {
    guard time < duration else {
      return MotionDifferential(value: to, velocity: 0, derivatives: SIMD8(0, 1, 0, 0, 0, 0, 0, 0))
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
        1 - value, value, share <= 0 ? 0 : -velocity * share, moved.x, moved.y, moved.z, moved.w, 0))
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
        lowHalf: SIMD8(0, 0, -differential.velocity, 0, 0, 0, 0, 0), highHalf: differential.derivatives))
  }
}
