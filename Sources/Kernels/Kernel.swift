import CKernels

/// Fits one model to many traces at the speed of the processor's vector unit.
///
/// Newton's method on the projected objective min over c of ‖y − Φ(α) c‖² (variable projection), each step
/// from the sums that one pass over a trace's samples gathers. Sums of products lose twice the digits of QR;
/// they are taken of the residuals of the curve at hand, so that steps near the minimum lose none, and
/// abscissas are counted from the middle. Starts come from a scan over the means of a few samples. Parameters
/// agree with the general solver's to 10⁻⁹ of max(|value|, standard error). A bounce whose errors are NaN has a rate
/// that the samples do not determine: there two local minima may be about to become one, and either is reported.
///
/// A trace falls back to the general solver where it has fewer than 16 samples, where a column's squared length
/// across the others is below 10⁻¹¹ of the whole, where the model leaves more than 1 % of the variation
/// unexplained, and where no minimum is in sight; a bounce also where its rate is 25 or more to the span of its samples,
/// which may have a lower minimum that the scan does not show.
///
/// Polynomials have no α: their coefficients come from sums of powers in double-double numbers (32 digits), counted
/// from an origin amid the samples, and the residuals' sum from a second pass. Coefficients, standard errors
/// and sums of squares agree with those of exact arithmetic in 15 digits wherever abscissas lie, but for a
/// coefficient that is what cancellation leaves of terms 10⁸ times as large. Such a trace is left where it has no
/// more abscissas than determine a polynomial of lower degree, where a power's squared length across the lower
/// ones is below 2⁻³⁰ of the whole, or where it has more than 131,072 samples.
///
/// No step allocates, and the results of a trace do not depend on the traces beside it.
package struct Kernel: Sendable {
  package let scrollModel: KernelModel
  package let path: KernelPath

  /// - Parameter path: one that this processor can run.
  package init(_ scrollModel: KernelModel, path: KernelPath = .fastest) {
    precondition(KernelPath.available.contains(path), "this processor has no \(path.rawValue)")
    self.scrollModel = scrollModel
    self.path = path
  }

  /// Fits all traces.
  package func fit(_ traces: TraceColumns) -> KernelFits {
    var fits = KernelFits(scrollModel, count: traces.count)
    fit(traces, into: &fits)
    return fits
  }

  /// Fits one trace without columns of its own; nil where it falls back to the general solver.
  ///
  /// - Parameter read: takes the parameters in the order of ``KernelModel/parameters``, and their standard errors.
  package func fit<Value>(
    abscissas: [Double], observations: [Double],
    _ read: (_ parameters: UnsafePointer<Double>, _ standardErrors: UnsafePointer<Double>) -> Value?
  ) -> Value? {
    precondition(abscissas.count == observations.count, "every abscissa needs an observation")
    precondition(scrollModel != .rubberBandOfDimension, "no dimension")
    let most = 4
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * most + 2) { numbers in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 2) { starts in
        numbers.initialize(repeating: .nan)
        (starts[0], starts[1]) = (0, abscissas.count)
        guard let parameters = numbers.baseAddress else { return nil }
        var passes: UInt8 = 0
        withUnsafeMutablePointer(to: &passes) { passes in
          abscissas.withUnsafeBufferPointer { abscissas in
            observations.withUnsafeBufferPointer { observations in
              var traces = scrollfit_traces(
                x: abscissas.baseAddress, y: observations.baseAddress, starts: starts.baseAddress, count: 1,
                dimensions: nil)
              var fits = scrollfit_fits(
                parameters: parameters, errors: parameters + most, sums_of_squares: parameters + 2 * most,
                largest: parameters + 2 * most + 1, passes: passes)
              scrollfit_fit(scrollModel.native, path.native, &traces, 0, 1, &fits)
            }
          }
        }
        return passes > 0 ? read(parameters, parameters + most) : nil
      }
    }
  }

  /// The same without allocating: `fits` has room for as many traces.
  package func fit(_ traces: TraceColumns, into fits: inout KernelFits) {
    precondition(
      fits.scrollModel == scrollModel && fits.count == traces.count, "the fits are of other traces")
    precondition(
      scrollModel != .rubberBandOfDimension || traces.dimensions.count == traces.count, "no dimensions")
    guard traces.count > 0 else { return }
    for trace in 0..<traces.count { fits.sampleCounts[trace] = Int32(traces[trace].count) }
    traces.withNative { native in
      fits.withNative { scrollfit_fit(scrollModel.native, path.native, native, 0, native.pointee.count, $0) }
    }
  }

  /// e^x as the kernels have it, for |x| ≤ 700: within 1 ulp with fused operations, 2 without.
  static func exponentials(_ x: [Double], path: KernelPath) -> [Double] {
    [Double](unsafeUninitializedCapacity: x.count) { result, count in
      scrollfit_exponential(path.native, x, result.baseAddress, x.count)
      count = x.count
    }
  }
}

extension TraceColumns {
  fileprivate func withNative(_ body: (UnsafePointer<scrollfit_traces>) -> Void) {
    abscissas.withUnsafeBufferPointer { x in
      observations.withUnsafeBufferPointer { y in
        starts.withUnsafeBufferPointer { starts in
          dimensions.withUnsafeBufferPointer { dimensions in
            var native = scrollfit_traces(
              x: x.baseAddress, y: y.baseAddress, starts: starts.baseAddress, count: count,
              dimensions: dimensions.baseAddress)
            body(&native)
          }
        }
      }
    }
  }
}

extension KernelFits {
  fileprivate mutating func withNative(_ body: (UnsafePointer<scrollfit_fits>) -> Void) {
    parameters.withUnsafeMutableBufferPointer { parameters in
      errors.withUnsafeMutableBufferPointer { errors in
        sums.withUnsafeMutableBufferPointer { sums in
          largest.withUnsafeMutableBufferPointer { largest in
            passes.withUnsafeMutableBufferPointer { passes in
              var native = scrollfit_fits(
                parameters: parameters.baseAddress, errors: errors.baseAddress,
                sums_of_squares: sums.baseAddress,
                largest: largest.baseAddress, passes: passes.baseAddress)
              body(&native)
            }
          }
        }
      }
    }
  }
}

/// The instructions that kernels run with; results differ in their last digits from one to the other.
package enum KernelPath: String, CaseIterable, Sendable {
  /// The instructions of every processor.
  case portable
  case avx2
  case avx512

  /// The fastest that this processor can run.
  package static var fastest: KernelPath { KernelPath(scrollfit_fastest_path()) }

  /// Those that this processor can run, the slowest first.
  package static var available: [KernelPath] {
    allCases.filter { $0.native.rawValue <= fastest.native.rawValue }
  }

  private init(_ native: scrollfit_path) {
    self = Self.allCases.first { $0.native == native } ?? .portable
  }

  var native: scrollfit_path {
    switch self {
    case .portable: SCROLLFIT_PORTABLE
    case .avx2: SCROLLFIT_AVX2
    case .avx512: SCROLLFIT_AVX512
    }
  }
}

/// Many traces one behind the other in flat columns, as kernels read them.
package struct TraceColumns: Equatable, Sendable {
  /// s, or the finger's travel beyond the edge in pt; in each trace in the order of recording.
  package private(set) var abscissas: [Double] = []
  /// pt.
  package private(set) var observations: [Double] = []
  /// Trace i has the samples `starts[i] ..< starts[i + 1]`.
  package private(set) var starts = [0]
  /// The known dimension of each trace, pt; empty where none was given.
  package private(set) var dimensions: [Double] = []

  package init() {}

  /// The number of traces.
  package var count: Int { starts.count - 1 }

  /// The samples of a trace.
  package subscript(trace: Int) -> Range<Int> { starts[trace]..<starts[trace + 1] }

  package mutating func reserveCapacity(traces: Int, samples: Int) {
    starts.reserveCapacity(traces + 1)
    abscissas.reserveCapacity(samples)
    observations.reserveCapacity(samples)
  }

  /// Adds a trace.
  ///
  /// - Parameters:
  ///   - observations: as many as there are abscissas.
  ///   - dimension: for ``KernelModel/rubberBandOfDimension``; given for every trace or for none.
  package mutating func append(
    abscissas: some Collection<Double>, observations: some Collection<Double>, dimension: Double? = nil
  ) {
    precondition(abscissas.count == observations.count, "every abscissa needs an observation")
    precondition(
      count == 0 || dimensions.isEmpty == (dimension == nil), "a dimension for all traces or for none")
    self.abscissas += abscissas
    self.observations += observations
    if let dimension { dimensions.append(dimension) }
    starts.append(self.abscissas.count)
  }
}
