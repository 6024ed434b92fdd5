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
  /// Fills the curve at increasing abscissas, `start` before the times, and its derivatives along directions of ``numbers``.
  func fill(
    _ storage: CurveStorage, along directions: UnsafeBufferPointer<Numbers>,
    at abscissas: UnsafeBufferPointer<Double>, from start: Double)
}

extension DifferentiableMotion {
  package func fill(
    _ storage: CurveStorage, along directions: UnsafeBufferPointer<Numbers>,
    at abscissas: UnsafeBufferPointer<Double>, from start: Double
  ) {
    fillEach(storage, along: directions, at: abscissas, from: start)
  }

  /// The same by ``differential(at:)``.
  func fillEach(
    _ storage: CurveStorage, along directions: UnsafeBufferPointer<Numbers>,
    at abscissas: UnsafeBufferPointer<Double>, from start: Double
  ) {
    for i in abscissas.indices {
      let differential = differential(at: abscissas[i] + start)
      storage.values[i] = differential.value
      storage.slopes[i] = differential.velocity
      for j in directions.indices {
        storage.derivatives[j * abscissas.count + i] = (differential.derivatives * directions[j]).sum()
      }
    }
  }
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

/// The storage of a linearized curve while it is filled.
package struct CurveStorage {
  let values: UnsafeMutableBufferPointer<Double>
  /// dy/dx.
  let slopes: UnsafeMutableBufferPointer<Double>
  /// ∂y/∂p: a column for each step.
  let derivatives: UnsafeMutableBufferPointer<Double>
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

  /// Copies ∂y/∂p of a step, or the slopes after the last one.
  package func copyColumn(_ step: Int, to column: UnsafeMutableBufferPointer<Double>) {
    let first = step * values.count
    let isSlope = first >= derivatives.count
    (isSlope ? slopes : derivatives).withUnsafeBufferPointer { numbers in
      let first = isSlope ? 0 : first
      _ = column.update(fromContentsOf: numbers[first..<(first + column.count)])
    }
  }

  /// Calls a body with the storage.
  fileprivate mutating func withStorage(_ body: (CurveStorage) -> Void) {
    values.withUnsafeMutableBufferPointer { values in
      slopes.withUnsafeMutableBufferPointer { slopes in
        derivatives.withUnsafeMutableBufferPointer { derivatives in
          body(CurveStorage(values: values, slopes: slopes, derivatives: derivatives))
        }
      }
    }
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
      curve.withStorage { storage in
        abscissas.withUnsafeBufferPointer { abscissas in
          motion.fill(storage, along: UnsafeBufferPointer(directions), at: abscissas, from: start)
        }
      }
    }
  }
}
