import Elementary
import LinearAlgebra

extension Linearization {
  /// The linearization over samples that are there at once.
  init(
    _ model: SegmentModel, rates: SIMD2<Double>, slopes: SIMD4<Double>?, _ range: Range<Int>,
    _ motion: borrowing Motion
  ) {
    self.init(model, rates: rates, slopes: slopes, origin: range.lowerBound)
    guard range.count >= Self.fewestAtOnce else {
      for i in range { add(i, motion) }
      return
    }
    let stride = (range.count + 7) / 8 * 8
    let coefficients = model.coefficientCount
    let columns = columnCount
    factor = withUnsafeTemporaryAllocation(of: Double.self, capacity: stride * (columns + 2)) { numbers in
      numbers.initialize(repeating: 0)
      fill(numbers, stride, range, motion)
      let first = SegmentModel.maximumCoefficients
      return RowUpdatedQR(
        columns: Self.maximumColumns, lanes: 0..<coefficients, first..<(first + columns - coefficients),
        factoring: numbers, stride: stride)
    }
  }

  /// The number of columns that are not zero in every row.
  private var columnCount: Int { model.coefficientCount + (slopes == nil ? 0 : model.rateCount) }

  /// The fewest samples whose rows are not taken in one by one.
  private static let fewestAtOnce = 12

  /// Fills the columns of samples that are not zero, the offsets behind them, each divided by its σ. What comes after them is used on the way.
  private func fill(
    _ numbers: UnsafeMutableBufferPointer<Double>, _ stride: Int, _ range: Range<Int>,
    _ motion: borrowing Motion
  ) {
    let times = motion.times.span
    let (first, start) = (range.lowerBound, times[origin])
    let last = columnCount * stride
    let decays = UnsafeMutableBufferPointer(
      rebasing: numbers[(last + stride)...][..<(last + stride + range.count)])
    if model.decays {
      for position in 0..<range.count {
        decays[position] = max(-700, -rates[0] * (times[first + position] - start))
      }
      replaceByExponentials(decays)
    }
    // A constant in each call: the loop has nothing of the other models.
    switch model {
    case .constant: fill(numbers, stride, range, motion, decays, as: .constant)
    case .constantVelocity: fill(numbers, stride, range, motion, decays, as: .constantVelocity)
    case .parabola: fill(numbers, stride, range, motion, decays, as: .parabola)
    case .exponential: fill(numbers, stride, range, motion, decays, as: .exponential)
    case .exponentialWithDrift: fill(numbers, stride, range, motion, decays, as: .exponentialWithDrift)
    case .criticalSpring: fill(numbers, stride, range, motion, decays, as: .criticalSpring)
    case .spring: fill(numbers, stride, range, motion, decays, as: .spring)
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic, .fingerStop:
      fill(numbers, stride, range, motion, decays, as: model)
    }
  }

  /// - Parameter decays: e^(−α₀t) at the samples, of a model that decays.
  @inline(__always)
  private func fill(
    _ numbers: UnsafeMutableBufferPointer<Double>, _ stride: Int, _ range: Range<Int>,
    _ motion: borrowing Motion, _ decays: UnsafeMutableBufferPointer<Double>, as model: SegmentModel
  ) {
    let (times, offsets, precisions) = (motion.times.span, motion.offsets.span, motion.precisions.span)
    let (first, start, level) = (range.lowerBound, times[origin], offsets[origin])
    let (coefficients, rates) = (model.coefficientCount, slopes == nil ? 0 : model.rateCount)
    let last = (coefficients + rates) * stride
    let slopes = slopes ?? .zero
    for position in 0..<range.count {
      let i = first + position
      let precision = precisions[i]
      let values = model.columns(at: times[i] - start, self.rates, decay: decays[position])
      numbers[position] = values.basis[0] * precision
      if coefficients > 1 { numbers[stride + position] = values.basis[1] * precision }
      if coefficients > 2 { numbers[2 * stride + position] = values.basis[2] * precision }
      if rates > 0 {
        numbers[coefficients * stride + position] = (slopes * values.byFirstRate).sum() * precision
      }
      if rates > 1 {
        numbers[(coefficients + 1) * stride + position] = (slopes * values.bySecondRate).sum() * precision
      }
      numbers[last + position] = (offsets[i] - level) * precision
    }
  }
}

/// The velocity at the first of a phase's samples, unit/s.
package func initialVelocity(times: [Double], offsets: [Double], grid: Double?) -> Double {
  Motion(times: times, offsets: offsets, grid: grid).velocity(at: 0, in: 0..<times.count)
}

extension Motion {
  /// The slope of the parabola through the up to five samples of a range nearest to one of its ends, there.
  func velocity(at index: Int, in range: Range<Int>) -> Double {
    let span =
      index - range.lowerBound < range.upperBound - index
      ? range.lowerBound..<min(range.upperBound, range.lowerBound + 5)
      : max(range.lowerBound, range.upperBound - 5)..<range.upperBound
    guard span.count > 2, let fit = SegmentFitter(self).fit(.parabola, span) else {
      // Too few to bend: the step to or from the neighbor outside.
      let before = max(0, span.lowerBound - 1)
      let after = min(count - 1, span.upperBound - 1)
      return after > before ? (offsets[after] - offsets[before]) / (times[after] - times[before]) : 0
    }
    return fit.coefficients[1] + 2 * fit.coefficients[2] * (times[index] - times[span.lowerBound])
  }
}
