import CKernels
import Testing

@testable import ScrollSegmentation

/// Factors that samples are taken into one by one, on every instruction set of the processor and against textbook formulas.
struct GrowingFactorTests {
  static let paths = [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512].filter {
    $0.rawValue <= scrollfit_fastest_path().rawValue
  }

  static let times = (0..<41).map { index -> Double in
    3 + 0.016 * Double(index) + 0.002 * Double(index % 3)
  }
  static let offsets = times.map { time -> Double in
    let smooth: Double = 40 + (300 - 25 * time) * time
    return smooth + Double(Int(1e4 * time) % 7)
  }
  static let precisions = (0..<41).map { index -> Double in 1 + 0.25 * Double(index % 4) }

  /// The results of one instruction set.
  struct Found: Equatable {
    var remainders: [Double]
    var coefficients: [Double]
  }

  static func parabola(_ path: scrollfit_path, _ range: Range<Int>, isBackward: Bool) -> Found {
    var triangle = scrollfit_triangle()
    scrollfit_triangle_clear(&triangle)
    var minimum = scrollfit_minimum()
    var found = Found(remainders: [Double](repeating: .nan, count: range.count), coefficients: [])
    withSegment(range, offsets, precisions) {
      scrollfit_grow(
        path, SCROLLFIT_POLYNOMIAL, 3, 0, $0, isBackward ? 1 : 0, &triangle, &found.remainders, &minimum)
    }
    let solution = minimum.coefficients_of_first
    found.coefficients = [solution.0, solution.1, solution.2]
    return found
  }

  static func withSegment(
    _ range: Range<Int>, _ offsets: [Double], _ precisions: [Double], rates: (Double, Double) = (0, 0),
    _ body: (UnsafePointer<scrollfit_segment>) -> Void
  ) {
    times.withUnsafeBufferPointer { times in
      offsets.withUnsafeBufferPointer { offsets in
        precisions.withUnsafeBufferPointer { precisions in
          var segment = scrollfit_segment(
            times: times.baseAddress?.advanced(by: range.lowerBound),
            offsets: offsets.baseAddress?.advanced(by: range.lowerBound),
            precisions: precisions.baseAddress?.advanced(by: range.lowerBound), count: range.count,
            readable: times.count - range.lowerBound, start: times[range.lowerBound],
            level: offsets[range.lowerBound], rates: rates, slopes: (0, 9, -70))
          body(&segment)
        }
      }
    }
  }

  @Test(
    "Rows have the same last digits on every instruction set", arguments: [0..<41, 2..<9, 5..<37, 40..<41])
  func instructionSets(range: Range<Int>) throws {
    for isBackward in [false, true] {
      let found = Self.paths.map { Self.parabola($0, range, isBackward: isBackward) }
      let first = try #require(found.first)
      #expect(found.allSatisfy { $0 == first })
      #expect(first.remainders.allSatisfy { $0.isFinite && $0 >= 0 })
    }
  }

  /// A curve with its numbers of coefficients and of derivatives.
  static let curves: [(curve: scrollfit_curve, coefficients: Int, derivatives: Int)] = [
    (SCROLLFIT_POLYNOMIAL, 1, 0), (SCROLLFIT_POLYNOMIAL, 2, 0), (SCROLLFIT_POLYNOMIAL, 3, 0),
    (SCROLLFIT_DECAY, 2, 0), (SCROLLFIT_DECAY, 2, 1), (SCROLLFIT_DECAY, 3, 0), (SCROLLFIT_DECAY, 3, 1),
    (SCROLLFIT_CRITICAL_SPRING, 3, 0), (SCROLLFIT_CRITICAL_SPRING, 3, 1),
    (SCROLLFIT_SPRING, 3, 0), (SCROLLFIT_SPRING, 3, 2), (SCROLLFIT_FINGER_STOP, 2, 0),
    (SCROLLFIT_FINGER_STOP, 2, 1),
  ]

  @Test("The rows of each curve leave what they leave one by one in eight lanes", arguments: [false, true])
  func rows(isBackward: Bool) {
    // Equal offsets first, and a sample without weight.
    var (offsets, precisions) = (Self.offsets, Self.precisions)
    for i in 1..<5 { offsets[i] = offsets[1] }
    precisions[20] = 0
    let range = 1..<38
    let stride = 40
    for path in Self.paths {
      for (curve, coefficients, derivatives) in Self.curves {
        var (grown, expected) = (scrollfit_triangle(), scrollfit_triangle())
        scrollfit_triangle_clear(&grown)
        scrollfit_triangle_clear(&expected)
        var remainders = [Double](repeating: .nan, count: range.count)
        var columns = [Double](repeating: .nan, count: 6 * stride)
        Self.withSegment(range, offsets, precisions, rates: (6, -15)) { segment in
          scrollfit_grow(
            path, curve, coefficients, derivatives, segment, isBackward ? 1 : 0, &grown, &remainders, nil)
          scrollfit_curve_columns(path, curve, coefficients, derivatives, segment, &columns, stride)
        }
        for (taken, sample) in (isBackward ? range.indices.reversed() : Array(range.indices)).enumerated() {
          var row = [Double](repeating: 0, count: 8)
          for j in 0..<coefficients + derivatives {
            row[j < coefficients ? j : j - coefficients + 3] = columns[j * stride + sample - range.lowerBound]
          }
          row[7] = columns[(coefficients + derivatives) * stride + sample - range.lowerBound]
          scrollfit_triangle_add(path, &expected, row, 1)
          #expect(remainders[taken] == expected.inverse.7)
        }
        for count in 1...5 {
          var (own, other) = ([Double](repeating: 0, count: 8), [Double](repeating: 0, count: 8))
          scrollfit_triangle_solve(path, &grown, count, &own)
          scrollfit_triangle_solve(path, &expected, count, &other)
          #expect(own == other, "\(curve), \(coefficients), \(derivatives)")
        }
      }
    }
  }

  @Test("Parabolas that are grown at once leave what each leaves by itself, on every instruction set")
  func parabolasAtOnce() {
    // A pause, so that a parabola begins with equal offsets and one with weights of which squares vanish.
    var (offsets, precisions) = (Self.offsets, Self.precisions)
    for i in 9..<14 { offsets[i] = offsets[9] }
    precisions[21] = 1e-170
    let longest = 17
    for path in Self.paths {
      for first in [0, 3, offsets.count - 11] {
        var squares = [Double](repeating: .nan, count: longest * Int(SCROLLFIT_PARABOLAS))
        Self.withSegment(first..<offsets.count, offsets, precisions) {
          scrollfit_parabolas(path, $0, longest, &squares)
        }
        for place in 0..<Int(SCROLLFIT_PARABOLAS) {
          let range = (first + place)..<min(first + place + longest, offsets.count)
          var triangle = scrollfit_triangle()
          scrollfit_triangle_clear(&triangle)
          var expected = [Double](repeating: .nan, count: range.count)
          Self.withSegment(range, offsets, precisions) {
            scrollfit_grow(path, SCROLLFIT_POLYNOMIAL, 3, 0, $0, 0, &triangle, &expected, nil)
          }
          let found = range.indices.map {
            squares[($0 - range.lowerBound) * Int(SCROLLFIT_PARABOLAS) + place]
          }
          #expect(found == expected)
        }
      }
    }
  }

  @Test("Backward, the last remainder is that of the same samples forward")
  func backward() throws {
    let forward = try #require(
      Self.parabola(scrollfit_fastest_path(), 3..<39, isBackward: false).remainders.last)
    let backward = try #require(
      Self.parabola(scrollfit_fastest_path(), 3..<39, isBackward: true).remainders.last)
    #expect(abs(forward - backward) < 1e-10 * forward)
  }
}
