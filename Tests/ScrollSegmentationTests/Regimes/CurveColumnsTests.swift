import CKernels
import Testing

@testable import ScrollSegmentation

/// The columns of a segment's samples at once against those of one sample, on every instruction set of the processor.
struct CurveColumnsTests {
  private static let paths = [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512].filter {
    $0.rawValue <= scrollfit_fastest_path().rawValue
  }

  private static let cases: [(SegmentModel, SIMD2<Double>)] = [
    (.constant, .zero), (.constantVelocity, .zero), (.parabola, .zero), (.exponential, SIMD2(2, 0)),
    (.exponential, SIMD2(1e-6, 0)), (.exponential, SIMD2(400, 0)), (.exponentialWithDrift, SIMD2(3.7, 0)),
    (.criticalSpring, SIMD2(10.9, 0)), (.spring, SIMD2(10.9, 0)), (.spring, SIMD2(10, 40)),
    (.spring, SIMD2(10, 1e-9)), (.spring, SIMD2(4, -150)), (.spring, SIMD2(0.5, -90_000)),
    (.spring, SIMD2(60, -1_440_000)), (.fingerStop, SIMD2(0.35, 0.5)), (.fingerStop, SIMD2(0.35, 1)),
    (.fingerStop, SIMD2(0.8, 1.5)), (.fingerStop, SIMD2(2.5, 2)),
  ]

  @Test("Samples at once have the columns of each sample", arguments: 0..<18)
  func columns(index: Int) throws {
    let (model, rates) = Self.cases[index]
    let slopes = SIMD4(3, 70, -500, 0.0)
    for count in [1, 2, 7, 8, 9, 13, 16, 67] {
      var (times, offsets, precisions): ([Double], [Double], [Double]) = ([], [], [])
      for i in 0..<count {
        let time: Double = 5 + 0.031 * Double(i) + 0.001 * Double(i % 3)
        times.append(time)
        offsets.append(900 * time * (1 - 0.7 * time))
        precisions.append(1 + 0.1 * Double(i % 5))
      }
      for derivatives in Set([0, model.rateCount]) {
        let rows = try Self.paths.map { path in
          try Self.columns(path, model, rates, slopes, derivatives, times, offsets, precisions)
        }
        let coefficients = model.coefficientCount
        for i in 0..<count {
          let t = times[i] - times[0]
          let values = model.columns(at: t, rates)
          var expected: [Double] = []
          for j in 0..<coefficients { expected.append(values.basis[j]) }
          if derivatives > 0 { expected.append((slopes * values.byFirstRate).sum()) }
          if derivatives > 1 { expected.append((slopes * values.bySecondRate).sum()) }
          expected.append(offsets[i] - offsets[0])
          // The terms of a derivative may cancel; of a spring's phase an ulp may be unknown.
          let phase: Double = rates[1].magnitude.squareRoot() * t
          let size: Double = 570 * t * (1 + t) * (1 + phase)
          for (j, value) in expected.enumerated() {
            let isDerivative = j >= coefficients && j < expected.count - 1
            let tolerance: Double = 8e-16 * precisions[i] * (1 + (isDerivative ? size : value.magnitude))
            for row in rows {
              let difference: Double = row[j][i] - value * precisions[i]
              #expect(abs(difference) <= tolerance, "\(model) \(i) \(j)")
            }
          }
        }
        for row in rows { #expect(row.allSatisfy { $0[count...].allSatisfy { $0 == 0 } }) }
      }
    }
  }

  /// The columns by one instruction set, with what is behind the samples.
  private static func columns(
    _ path: scrollfit_path, _ model: SegmentModel, _ rates: SIMD2<Double>, _ slopes: SIMD4<Double>,
    _ derivatives: Int, _ times: [Double], _ offsets: [Double], _ precisions: [Double]
  ) throws -> [[Double]] {
    let curve = try #require(model.curve)
    let stride = (times.count + 7) / 8 * 8
    let columns = model.coefficientCount + derivatives + 1
    var numbers = [Double](repeating: .nan, count: stride * columns)
    times.withUnsafeBufferPointer { times in
      offsets.withUnsafeBufferPointer { offsets in
        precisions.withUnsafeBufferPointer { precisions in
          var segment = scrollfit_segment(
            times: times.baseAddress, offsets: offsets.baseAddress, precisions: precisions.baseAddress,
            count: times.count, readable: times.count,
            start: times[0], level: offsets[0], rates: (rates[0], rates[1]),
            slopes: (slopes[0], slopes[1], slopes[2]))
          scrollfit_curve_columns(
            path, curve, model.coefficientCount, derivatives, &segment, &numbers, stride)
        }
      }
    }
    return (0..<columns).map { Array(numbers[($0 * stride)..<(($0 + 1) * stride)]) }
  }
}
