internal import CKernels
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
    let derivatives = slopes == nil ? 0 : model.rateCount
    let columns = coefficients + derivatives
    withUnsafeTemporaryAllocation(of: Double.self, capacity: stride * (columns + 1)) { numbers in
      if let curve = model.curve {
        fill(numbers, stride, range, motion, curve, derivatives)
      } else {
        fill(numbers, stride, range, motion, derivatives)
      }
      let first = SegmentModel.maximumCoefficients
      factor.addFirst(
        lanes: 0..<coefficients, first..<(first + derivatives), factoring: numbers, stride: stride)
    }
  }

  /// The fewest samples whose rows are not taken in one by one.
  private static let fewestAtOnce = 12

  /// Fills the columns of samples that are not zero, the offsets behind them, each divided by its σ.
  private func fill(
    _ numbers: UnsafeMutableBufferPointer<Double>, _ stride: Int, _ range: Range<Int>,
    _ motion: borrowing Motion, _ curve: scrollfit_curve, _ derivatives: Int
  ) {
    let (first, slopes) = (range.lowerBound, slopes ?? .zero)
    motion.times.withUnsafeBufferPointer { times in
      motion.offsets.withUnsafeBufferPointer { offsets in
        motion.precisions.withUnsafeBufferPointer { precisions in
          var segment = scrollfit_segment(
            times: times.baseAddress?.advanced(by: first), offsets: offsets.baseAddress?.advanced(by: first),
            precisions: precisions.baseAddress?.advanced(by: first), count: range.count,
            rates: (rates[0], rates[1]),
            slopes: (slopes[0], slopes[1], slopes[2]))
          scrollfit_curve_columns(
            Self.path, curve, model.coefficientCount, derivatives, &segment, numbers.baseAddress, stride)
        }
      }
    }
  }

  /// The instruction set that columns are filled with.
  private static let path = scrollfit_fastest_path()

  /// The same for curves that are computed sample by sample.
  private func fill(
    _ numbers: UnsafeMutableBufferPointer<Double>, _ stride: Int, _ range: Range<Int>,
    _ motion: borrowing Motion, _ derivatives: Int
  ) {
    numbers.initialize(repeating: 0)
    let (times, offsets, precisions) = (motion.times.span, motion.offsets.span, motion.precisions.span)
    let (first, start, level) = (range.lowerBound, times[origin], offsets[origin])
    let coefficients = model.coefficientCount
    for position in 0..<range.count {
      let i = first + position
      let row = row(at: times[i] - start, offset: offsets[i] - level) * precisions[i]
      for j in 0..<coefficients { numbers[j * stride + position] = row[j] }
      for j in 0..<derivatives {
        numbers[(coefficients + j) * stride + position] = row[SegmentModel.maximumCoefficients + j]
      }
      numbers[(coefficients + derivatives) * stride + position] = row[RowUpdatedQR.last]
    }
  }
}

extension SegmentModel {
  /// The curve whose columns are computed for all samples at once; nil where there is none.
  var curve: scrollfit_curve? {
    switch self {
    case .constant, .constantVelocity, .parabola: SCROLLFIT_POLYNOMIAL
    case .exponential, .exponentialWithDrift: SCROLLFIT_DECAY
    case .criticalSpring: SCROLLFIT_CRITICAL_SPRING
    case .spring: SCROLLFIT_SPRING
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic, .fingerStop: nil
    case .strokeEven, .strokeEarly, .strokeLate, .strokeSmooth: nil
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
