import CKernels
import Foundation
import LeastSquares
import Recordings
import Testing

@testable import ScrollSegmentation

/// Tests that noise is told from motion.
struct NoiseTests {
  private func segmentation(_ offsets: [Double]) throws -> AxisSegmentation {
    let times = offsets.indices.map { Double($0) / 120 }
    let trace = try Trace(source: "test", format: "csv", times: times, offsets: [.y: offsets])
    return try #require(Segmenter().segmentation(of: trace, axis: .y))
  }

  @Test("Independent values are noise; a walk, a line, a rest that trembles and a glide are not")
  func noise() throws {
    var random = SplitMix64(seed: 7)
    let values = (0..<200).map { _ in (200 * Double.random(in: 0..<1, using: &random)).rounded() }
    #expect(try segmentation(values).isNoise)
    var sum = 0.0
    let walk = values.map { value -> Double in
      sum += value - 100
      return sum
    }
    #expect(try !segmentation(walk).isNoise)
    #expect(try !segmentation((0..<200).map { Double($0) * 3 }).isNoise)
    #expect(try !segmentation((0..<200).map { Double($0 % 2) / 2 }).isNoise)
    #expect(try !segmentation((0..<200).map { (900 * (1 - exp(-Double($0) / 60))).rounded() }).isNoise)
  }

  @Test("A line of 3,200 samples is one motion at constant velocity")
  func line() throws {
    let found = try segmentation((0..<3200).map { Double($0) * 3 })
    #expect(found.phases.map(\.kind) == [.constantVelocity])
  }

  @Test(
    "A sample that was read 8 ms late is off by itself; a finger that turns is not", arguments: [60.0, 120])
  func lateSample(rate: Double) throws {
    var random = SplitMix64(seed: 11)
    let delays = (0..<100).map { $0 == 40 ? 0.008 : 3e-4 * random.normal() }
    func late(_ offset: (Double) -> Double) -> Set<Int> {
      let times = delays.indices.map { Double($0) / rate }
      return LateSamples(
        times: zip(times, delays).map { $0 + $1 }, offsets: times.map { (3 * offset($0)).rounded() / 3 },
        interval: 1 / rate, offsetNoise: 1 / 108.0.squareRoot(), timestampJitter: 3e-4
      ).samples
    }
    #expect(late { 900 * (1 - exp(-2 * $0)) } == [40])
    // The velocity turns from 1500 to −1500 pt/s at sample 70.
    #expect(late { 1500 * (70 / rate - abs($0 - 70 / rate)) }.isDisjoint(with: 66...74))
  }
}

/// Cubics over the windows of a recording, found eight at a time.
struct LocalCubicsTests {
  @Test(
    "A cubic is that of its samples taken in one by one, on every instruction set", arguments: [5, 7, 9])
  func cubics(width: Int) {
    var random = SplitMix64(seed: UInt64(width))
    var times = (0..<61).map { (Double($0) + 0.2 * random.normal()) / 120 }
    // Times that are next to one in which a cubic has too few.
    for index in 30..<36 { times[index] = times[29] + Double(index) * 1e-17 }
    var offsets = times.map { (900 * (1 - exp(-3 * $0)) * 4).rounded() / 4 }
    for index in 40..<52 { offsets[index] = offsets[40] }
    for path in [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512]
    where path.rawValue <= scrollfit_fastest_path().rawValue {
      for leavesOutCenter in [false, true] {
        let windows = times.count - width + 1
        var (squares, values) = (
          [Double](repeating: .nan, count: windows), [Double](repeating: .nan, count: windows)
        )
        scrollfit_cubics(
          path, times, offsets, times.count, width, leavesOutCenter ? 1 : 0, 1 / 120.0, &squares, &values)
        for first in 0..<windows {
          let center = first + width / 2
          var triangle = scrollfit_triangle()
          scrollfit_triangle_clear(&triangle)
          for index in first..<(first + width) where !(leavesOutCenter && index == center) {
            let t = (times[index] - times[center]) / (1 / 120.0)
            scrollfit_triangle_add(
              path, &triangle, [1, t, t * t, t * t * t, 0, 0, 0, offsets[index] - offsets[center]], 1)
          }
          var coefficients = [Double](repeating: 0, count: 8)
          scrollfit_triangle_solve(path, &triangle, 4, &coefficients)
          #expect(
            squares[first] == triangle.inverse.7 && values[first] == coefficients[0], "\(path), \(first)")
        }
      }
    }
  }
}

/// Recordings whose offsets err by half a point, without pixels.
struct NoisyOffsetTests {
  @Test("A fling in noise is one fling that ends in a rest", arguments: 1...8)
  func fling(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    // At rest for half a second, dragged for 0.18 s up to 2100 pt/s, then UIScrollView's deceleration to 10 pt/s.
    let (touch, release, decay) = (0.5, 0.68, 2.002)
    let stop = release + log(210) / decay
    func offset(_ time: Double) -> Double {
      let dragged = min(max(time - touch, 0), release - touch)
      let glide = min(max(time - release, 0), stop - release)
      return 2100 / (2 * (release - touch)) * dragged * dragged - 2100 / decay * expm1(-decay * glide)
    }
    let found = try phases((0..<300).map { offset(Double($0) / 60) + 0.5 * random.normal() }, rate: 60)
    #expect(found.map(\.kind) == [.rest, .drag, .deceleration, .rest])
    #expect(abs((found[2].fit?.rates[0] ?? 0) - decay) < 0.05)
  }
}
