/// The velocity of a motion at the sample that it breaks off at: the slope of the parabola through its last samples, there.
///
/// With the columns 1, τ² and τ of the times τ since that sample, the slope is ⟨e, y⟩/⟨e, e⟩, where e is the part of τ that the
/// other two do not explain (R. Frisch and F. Waugh, *Partial Time Regressions*, Econometrica 1, 1933), and its standard error
/// s/‖e‖ with n − 3 degrees of freedom. s is not below the noise of rounding to the offsets' grid.
struct EndSlope {
  /// Units of length a second.
  let value: Double
  let standardError: Double
  let degreesOfFreedom: Double

  /// The largest number of samples: a sixth of a second at 60 Hz, over which a fling is a parabola.
  private static let maximumCount = 10

  /// - Parameters:
  ///   - start: the first sample of the motion.
  ///   - end: the sample that the motion breaks off at, which is not one of its own.
  ///   - isRepeated: true for samples that show the frame before again: they are skipped.
  ///   - resolution: the step of the offsets' grid, in units of length; 0 without one.
  /// - Returns: nil for fewer than four samples.
  init?(
    times: [Double], offsets: [Double], from start: Int, before end: Int, resolution: Double,
    skipping isRepeated: (Int) -> Bool = { _ in false }
  ) {
    let samples = (start..<end).filter { !isRepeated($0) }.suffix(Self.maximumCount)
    guard samples.count >= 4 else { return nil }
    let last = samples.map { times[$0] - times[end] }
    let constant = last.map { _ in 1.0 }
    let square = last.map { $0 * $0 }.residual(on: constant)
    let slope = last.residual(on: constant).residual(on: square)
    let observed = samples.map { offsets[$0] }.residual(on: constant).residual(on: square)
    let length = slope.product(slope)
    value = observed.product(slope) / length
    degreesOfFreedom = Double(last.count - 3)
    let rest = observed.residual(on: slope)
    let variance = max(rest.product(rest) / degreesOfFreedom, resolution * resolution / 12)
    standardError = (variance / length).squareRoot()
  }
}

extension [Double] {
  /// The part of a column that another one does not explain.
  func residual(on other: [Double]) -> [Double] {
    let share = product(other) / other.product(other)
    return zip(self, other).map { $0 - share * $1 }
  }

  /// The sum of the products of two columns.
  func product(_ other: [Double]) -> Double { zip(self, other).reduce(0) { $0 + $1.0 * $1.1 } }
}
