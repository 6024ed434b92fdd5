internal import CKernels

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

extension EasedMotion {
  package func fill(
    _ storage: CurveStorage, along directions: UnsafeBufferPointer<SIMD8<Double>>,
    at abscissas: UnsafeBufferPointer<Double>, from start: Double
  ) {
    fill(storage, along: directions, at: abscissas, from: start, by: EasedPart.path)
  }

  /// The same by an instruction set; easings that take functions of a library are filled one time after the other.
  func fill(
    _ storage: CurveStorage, along directions: UnsafeBufferPointer<SIMD8<Double>>,
    at abscissas: UnsafeBufferPointer<Double>, from start: Double, by path: scrollfit_path
  ) {
    guard let whole = EasedPart(of: self, samples: abscissas.indices) else {
      fillEach(storage, along: directions, at: abscissas, from: start)
      return
    }
    whole.fill(storage, along: directions, at: abscissas, from: start, by: path)
  }
}

/// The part of a curve that one eased motion makes, as the kernel has it.
private struct EasedPart {
  static var path: scrollfit_path { scrollfit_fastest_path() }

  private var motion = scrollfit_eased_motion()
  private let samples: Range<Int>
  /// The position of the motion's numbers among those of the curve.
  private let position: Int
  /// The position of the number that is the time of its start; nil where it starts at 0.
  private let delay: Int?

  /// Returns nil for easings that take functions of a library.
  init?(of eased: EasedMotion, samples: Range<Int>, begin: Double = 0, position: Int = 0, delay: Int? = nil) {
    (self.samples, self.position, self.delay) = (samples, position, delay)
    (motion.from, motion.to, motion.begin, motion.duration) = (eased.from, eased.to, begin, eased.duration)
    switch eased.easing {
    case .bezier(let curve):
      motion.easing = SCROLLFIT_BEZIER
      motion.points = (curve.x1, curve.y1, curve.x2, curve.y2)
      (motion.first_slope, motion.last_slope) = (curve.slope(at: 0), curve.slope(at: 1))
    case .powerOut(let power):
      motion.easing = SCROLLFIT_POWER_OUT
      motion.exponent = power
    case .circularOut:
      motion.easing = SCROLLFIT_CIRCULAR_OUT
    case .sineInOut, .squareThenExponential, .pulse:
      return nil
    }
  }

  func fill<Numbers: SIMD>(
    _ storage: CurveStorage, along directions: UnsafeBufferPointer<Numbers>,
    at abscissas: UnsafeBufferPointer<Double>, from start: Double, by path: scrollfit_path = Self.path
  ) where Numbers.Scalar == Double {
    guard !samples.isEmpty, let abscissa = abscissas.baseAddress, let value = storage.values.baseAddress,
      let slope = storage.slopes.baseAddress
    else { return }
    let first = samples.lowerBound
    var motion = motion
    var curve = scrollfit_eased_curve(
      values: value + first, slopes: slope + first,
      derivatives: storage.derivatives.baseAddress.map { $0 + first }, stride: abscissas.count)
    UnsafeRawBufferPointer(directions).withMemoryRebound(to: Double.self) { numbers in
      scrollfit_eased_motion(
        path, &motion, abscissa + first, start, samples.count,
        numbers.baseAddress.map { $0 + position }, Numbers.scalarCount,
        delay.flatMap { delay in numbers.baseAddress.map { $0 + delay } }, directions.count, &curve)
    }
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

extension BezierReturn {
  package func fill(
    _ storage: CurveStorage, along directions: UnsafeBufferPointer<SIMD16<Double>>,
    at abscissas: UnsafeBufferPointer<Double>, from start: Double
  ) {
    let turn = abscissas.firstIndex { !($0 + start < away.duration) } ?? abscissas.count
    let numbers = SIMD8<Double>.scalarCount
    // A number of one way has no influence on the other only where its direction is finite.
    guard directions.allSatisfy({ (0 * $0).sum() == 0 }),
      let on = EasedPart(of: away, samples: 0..<turn),
      let back = EasedPart(
        of: back, samples: turn..<abscissas.count, begin: away.duration, position: numbers, delay: 2)
    else {
      fillEach(storage, along: directions, at: abscissas, from: start)
      return
    }
    on.fill(storage, along: directions, at: abscissas, from: start)
    back.fill(storage, along: directions, at: abscissas, from: start)
  }
}
