import CKernels
import Testing

@testable import ScrollSegmentation

/// Models that are linearized about their best coefficients in one pass, against two passes.
struct BestLinearizationTests {
  private static let paths = [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512].filter {
    $0.rawValue <= scrollfit_fastest_path().rawValue
  }

  private static let models: [(SegmentModel, SIMD2<Double>)] = [
    (.exponential, SIMD2(2, 0)), (.exponentialWithDrift, SIMD2(3.7, 0)), (.criticalSpring, SIMD2(10.9, 0)),
    (.spring, SIMD2(10, 40)), (.spring, SIMD2(4, -150)),
  ]

  private static let times = (0..<551).map { index -> Double in
    3 + 0.016 * Double(index) + 0.002 * Double(index % 3)
  }
  private static let offsets = times.map { time -> Double in
    let smooth: Double = 40 + (300 - 25 * time) * time
    return smooth + Double(Int(1e4 * time) % 7)
  }

  /// The least sums of squares and the coefficients of one instruction set.
  private struct Found: Equatable {
    let squares: [Double]
    let best: [Double]
    let all: [Double]

    init(_ minimum: scrollfit_minimum) {
      let (best, all) = (minimum.coefficients_of_first, minimum.coefficients)
      squares = [minimum.squares_of_first, minimum.squares]
      self.best = [best.0, best.1, best.2]
      self.all = [all.0, all.1, all.2, all.3, all.4]
    }
  }

  private static func withSegment(
    _ count: Int, _ rates: SIMD2<Double>, _ slopes: [Double],
    _ body: (UnsafePointer<scrollfit_segment>, UnsafeMutablePointer<Double>) -> Void
  ) {
    let precisions = (0..<count).map { 1 + 0.25 * Double($0 % 4) }
    var space = [Double](repeating: .nan, count: (count + 7) / 8 * 8 * Int(SCROLLFIT_NUMBERS_AT_BEST))
    times.withUnsafeBufferPointer { times in
      offsets.withUnsafeBufferPointer { offsets in
        precisions.withUnsafeBufferPointer { precisions in
          var segment = scrollfit_segment(
            times: times.baseAddress, offsets: offsets.baseAddress, precisions: precisions.baseAddress,
            count: count, readable: count, start: times[0], level: offsets[0], rates: (rates[0], rates[1]),
            slopes: (slopes[0], slopes[1], slopes[2]))
          body(&segment, &space)
        }
      }
    }
  }

  private static func linearized(
    _ path: scrollfit_path, _ model: SegmentModel, _ count: Int, _ rates: SIMD2<Double>, slopes: [Double]?
  ) throws -> Found {
    let curve = try #require(model.curve)
    var (triangle, minimum) = (scrollfit_triangle(), scrollfit_minimum())
    withSegment(count, rates, slopes ?? [0, 0, 0]) {
      scrollfit_linearize(
        path, curve, model.coefficientCount, slopes == nil ? 0 : model.rateCount, $0, $1, &triangle, &minimum)
    }
    return Found(minimum)
  }

  private static func best(
    _ path: scrollfit_path, _ model: SegmentModel, _ count: Int, _ rates: SIMD2<Double>, below bound: Double
  ) throws -> Found {
    let curve = try #require(model.curve)
    var (triangle, minimum) = (scrollfit_triangle(), scrollfit_minimum())
    withSegment(count, rates, [.nan, .nan, .nan]) {
      scrollfit_linearize_best(
        path, curve, model.coefficientCount, model.rateCount, $0, bound, $1, &triangle, &minimum)
    }
    return Found(minimum)
  }

  @Test(
    "One pass gives what two passes give, on every instruction set", arguments: [6, 8, 13, 41, 128, 512, 551])
  func onePass(count: Int) throws {
    for path in Self.paths {
      for (model, rates) in Self.models where count > model.parameterCount {
        let plain = try Self.linearized(path, model, count, rates, slopes: nil)
        let expected = try Self.linearized(path, model, count, rates, slopes: plain.best)
        #expect(try Self.best(path, model, count, rates, below: .infinity) == expected, "\(model)")
        // Where it does not lead lower, there are no derivatives.
        let known = try Self.best(path, model, count, rates, below: plain.squares[0])
        #expect(known == plain, "\(model)")
        #expect(known.squares[1] > expected.squares[1])
      }
    }
  }

  @Test("A search that says that no step leads lower ends where it began when it is repeated")
  func repeatedSearch() {
    let motion = Motion(times: Self.times, offsets: Self.offsets, grid: 1)
    let fitter = SegmentFitter(motion)
    var stuck = 0
    for model in [SegmentModel.criticalSpring, .spring] {
      for start in stride(from: 0, to: 120, by: 5) {
        let range = start..<(start + 24)
        var found = Linearization(model, rates: .zero, slopes: nil, origin: start)
        guard fitter.start(&found, range) else { continue }
        stuck += 1
        var again = found
        #expect(!fitter.improve(&again, range, steps: 3))
        #expect(again.rates == found.rates && again.chiSquared == found.chiSquared)
      }
    }
    #expect(stuck > 0)
  }
}
