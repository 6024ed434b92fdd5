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
    (.spring, SIMD2(10, 40)), (.spring, SIMD2(4, -150)), (.fingerStop, SIMD2(2.1, 1.5)),
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

  /// Samples that are taken in one by one.
  private static func grown(
    _ path: scrollfit_path, _ model: SegmentModel, _ count: Int, _ rates: SIMD2<Double>, slopes: [Double]?
  ) throws -> Found {
    let curve = try #require(model.curve)
    var (triangle, minimum) = (scrollfit_triangle(), scrollfit_minimum())
    scrollfit_triangle_clear(&triangle)
    withSegment(count, rates, slopes ?? [0, 0, 0]) { segment, _ in
      scrollfit_grow(
        path, curve, model.coefficientCount, slopes == nil ? 0 : model.rateCount, segment, 0, &triangle, nil,
        &minimum)
    }
    return Found(minimum)
  }

  /// The result below a bound; nil where there is none, and nothing has changed.
  private static func found(
    _ path: scrollfit_path, _ model: SegmentModel, _ count: Int, _ rates: SIMD2<Double>, slopes: [Double]?,
    below bound: Double
  ) throws -> Found? {
    let curve = try #require(model.curve)
    var (triangle, minimum) = (scrollfit_triangle(), scrollfit_minimum())
    scrollfit_triangle_clear(&triangle)
    let (empty, untouched) = (triangle.inverse.0, Found(minimum))
    var least = Double.nan
    withSegment(count, rates, slopes ?? [.nan, .nan, .nan]) {
      least = scrollfit_linearize_below(
        path, curve, model.coefficientCount, model.rateCount, $0, slopes == nil ? 1 : 0, bound, $1,
        &triangle, &minimum)
    }
    let isBelow = least < bound
    if isBelow { #expect(minimum.squares_of_first == least) }
    if !isBelow { #expect(Found(minimum) == untouched && triangle.inverse.0 == empty) }
    return isBelow ? Found(minimum) : nil
  }

  @Test(
    "One pass gives what two passes give, on every instruction set",
    arguments: [6, 8, 11, 12, 13, 41, 128, 512, 551])
  func onePass(count: Int) throws {
    let plainly = count < Int(SCROLLFIT_FEWEST_AT_ONCE) ? Self.grown : Self.linearized
    for path in Self.paths {
      for (model, rates) in Self.models where count > model.parameterCount {
        let plain = try plainly(path, model, count, rates, nil)
        let expected = try plainly(path, model, count, rates, plain.best)
        for slopes in [nil, plain.best] {
          func found(below bound: Double) throws -> Found? {
            try Self.found(path, model, count, rates, slopes: slopes, below: bound)
          }
          #expect(try found(below: .infinity) == expected, "\(model)")
          // A bound is not below itself.
          #expect(try found(below: expected.squares[0]) == nil, "\(model)")
          #expect(try found(below: expected.squares[0] * (1 + 1e-9)) == expected, "\(model)")
        }
      }
    }
  }

  @Test(
    "The best of several starts is the one that they lead to one after the other, on every instruction set",
    arguments: [6, 8, 11, 12, 41, 551])
  func severalStarts(count: Int) throws {
    let starts = [SIMD2(1.0, 0), SIMD2(12, 0), SIMD2(5, -20), SIMD2(3, 4)]
    for path in Self.paths {
      for (model, _) in Self.models where count > model.parameterCount {
        let curve = try #require(model.curve)
        for number in 1...starts.count {
          let all = try starts[..<number].map { rates in
            try Self.found(path, model, count, rates, slopes: nil, below: .infinity)
          }
          let least = all.indices.min {
            (all[$0]?.squares[0] ?? .infinity) < (all[$1]?.squares[0] ?? .infinity)
          }
          var (triangle, minimum, best) = (scrollfit_triangle(), scrollfit_minimum(), -1)
          Self.withSegment(count, .zero, [.nan, .nan, .nan]) {
            best = scrollfit_linearize_best(
              path, curve, model.coefficientCount, model.rateCount, $0, starts.flatMap { [$0.x, $0.y] },
              number,
              $1, &triangle, &minimum)
          }
          #expect(best == least && Found(minimum) == all[best], "\(model), \(number)")
        }
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
