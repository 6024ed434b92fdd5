import Elementary

/// The precision of the decay constant that a fling of exponential deceleration allows.
struct FlingPrecision {
  /// 1/s.
  let decayConstant: Double
  /// The interval between frames, s.
  let interval: Double

  /// The standard error of the decay constant for a noise and a velocity of 1, by the covariance of the linearized fit: the part of
  /// its column that the columns of the initial offset and velocity do not explain.
  ///
  /// - Parameter duration: of the recorded part, s.
  func relativeError(duration: Double) -> Double {
    let count = max(4, Int(duration / interval) + 1)
    let times = (0..<count).map { Double($0) * interval }
    var velocity: [Double] = [], decay: [Double] = []
    for time in times {
      let rest = exponential(-decayConstant * time)
      let distance = (1 - rest) / decayConstant
      velocity.append(distance)
      decay.append((time * rest - distance) / decayConstant)
    }
    let constant = [Double](repeating: 1, count: count)
    let second = Self.residual(velocity, on: constant)
    let third = Self.residual(Self.residual(decay, on: constant), on: second)
    return 1 / Self.product(third, third).squareRoot()
  }

  private static func residual(_ column: [Double], on other: [Double]) -> [Double] {
    let share = product(column, other) / product(other, other)
    return zip(column, other).map { $0 - share * $1 }
  }

  private static func product(_ first: [Double], _ second: [Double]) -> Double {
    zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
