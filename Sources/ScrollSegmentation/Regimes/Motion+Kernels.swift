internal import CKernels
import LinearAlgebra

/// Samples as models and kernels read them.
extension Motion {
  /// Calls `body` with the columns of a model that is computed sample by sample.
  ///
  /// - Parameter origin: the sample whose time is counted from.
  borrowing func withColumns(
    of model: SegmentModel, at rates: SIMD2<Double>, _ range: Range<Int>, from origin: Int,
    _ body: (UnsafeBufferPointer<ModelColumns>) -> Void
  ) {
    let start = times[origin]
    withUnsafeTemporaryAllocation(of: ModelColumns.self, capacity: range.count) { columns in
      for position in 0..<range.count {
        let time = times[range.lowerBound + position] - start
        columns.initializeElement(at: position, to: model.columns(at: time, rates))
      }
      body(UnsafeBufferPointer(columns))
    }
  }

  /// Calls `body` with samples as a kernel reads them.
  ///
  /// - Parameters:
  ///   - origin: the sample whose time and offset are counted from.
  ///   - slopes: the coefficients that the derivatives by the rates are summed with.
  borrowing func withSegment(
    _ range: Range<Int>, from origin: Int, _ rates: SIMD2<Double>, _ slopes: SIMD4<Double>?,
    _ body: (UnsafePointer<scrollfit_segment>) -> Void
  ) {
    let (first, slopes) = (range.lowerBound, slopes ?? .zero)
    let (start, level, readable) = (times[origin], offsets[origin], times.count - first)
    times.withUnsafeBufferPointer { times in
      offsets.withUnsafeBufferPointer { offsets in
        precisions.withUnsafeBufferPointer { precisions in
          var segment = scrollfit_segment(
            times: times.baseAddress?.advanced(by: first), offsets: offsets.baseAddress?.advanced(by: first),
            precisions: precisions.baseAddress?.advanced(by: first), count: range.count,
            readable: readable, start: start, level: level, rates: (rates[0], rates[1]),
            slopes: (slopes[0], slopes[1], slopes[2]))
          body(&segment)
        }
      }
    }
  }

  /// The factor of the columns 1, t, t² and the integrals ∫y and ∬y over a range, each divided by σ.
  func integrals(_ range: Range<Int>) -> RowUpdatedQR {
    var factor = RowUpdatedQR(columns: 5)
    let stride = (range.count + 7) / 8 * 8
    let capacity = stride > Int(SCROLLFIT_SAMPLES_AT_ONCE) ? 6 * stride : 0
    withUnsafeTemporaryAllocation(of: Double.self, capacity: capacity) { space in
      withSegment(range, from: range.lowerBound, .zero, nil) { segment in
        scrollfit_integrals(scrollfit_fastest_path(), segment, space.baseAddress, &factor.triangle)
      }
    }
    return factor
  }

  /// The parabolas that are grown at once.
  static var parabolas: Int { Int(SCROLLFIT_PARABOLAS) }

  /// Finds the least sums of squares of parabolas that begin at the first ``parabolas`` samples of a range, after every sample, as
  /// ``Linearization/add(_:_:isBackward:remainders:)`` does one by one.
  ///
  /// - Parameters:
  ///   - longest: the samples that each is grown to; those beyond the range mean nothing.
  ///   - squares: ``parabolas`` numbers for each sample.
  func findParabolas(_ range: Range<Int>, longest: Int, squares: UnsafeMutableBufferPointer<Double>) {
    precondition(squares.count >= longest * Self.parabolas)
    withSegment(range, from: range.lowerBound, .zero, nil) { segment in
      scrollfit_parabolas(scrollfit_fastest_path(), segment, longest, squares.baseAddress)
    }
  }
}
