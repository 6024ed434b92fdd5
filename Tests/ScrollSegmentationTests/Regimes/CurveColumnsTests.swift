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
    (.spring, SIMD2(60, -1_440_000)),
  ]

  @Test("Samples at once have the columns of each sample", arguments: 0..<14)
  func columns(index: Int) throws {
    let (model, rates) = Self.cases[index]
    let slopes = SIMD4(3, 70, -500, 0.0)
    for count in [1, 2, 7, 8, 9, 13, 16, 67] {
      let times = (0..<count).map { 5 + 0.031 * Double($0) + 0.001 * Double($0 % 3) }
      let offsets = times.map { 900 * $0 * (1 - 0.7 * $0) }
      let precisions = (0..<count).map { 1 + 0.1 * Double($0 % 5) }
      for derivatives in Set([0, model.rateCount]) {
        let rows = try Self.paths.map { path in
          try Self.columns(path, model, rates, slopes, derivatives, times, offsets, precisions)
        }
        let coefficients = model.coefficientCount
        for i in 0..<count {
          let t = times[i] - times[0]
          let values = model.columns(at: t, rates)
          let expected =
            (0..<coefficients).map { values.basis[$0] }
            + [(slopes * values.byFirstRate).sum(), (slopes * values.bySecondRate).sum()].prefix(derivatives)
            + [offsets[i] - offsets[0]]
          // The terms of a derivative may cancel; of a spring's phase an ulp may be unknown.
          let size = 1 + 570 * t * (1 + t) * (1 + (rates[1].magnitude).squareRoot() * t)
          for (j, value) in expected.enumerated() {
            let tolerance = 4e-16 * (j < coefficients || j == expected.count - 1 ? value.magnitude + 1 : size)
            for row in rows {
              #expect(
                abs(row[j][i] - value * precisions[i]) <= 2 * tolerance * precisions[i], "\(model) \(i) \(j)")
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
            count: times.count, rates: (rates[0], rates[1]), slopes: (slopes[0], slopes[1], slopes[2]))
          scrollfit_curve_columns(
            path, curve, model.coefficientCount, derivatives, &segment, &numbers, stride)
        }
      }
    }
    return (0..<columns).map { Array(numbers[($0 * stride)..<(($0 + 1) * stride)]) }
  }
}
