import CKernels
import Testing

@testable import Recordings

/// The likeliest ticks of a few samples against all sequences of ticks, on every instruction set of the processor.
struct FrameSequenceTests {
  private static let paths = [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512].filter {
    $0.rawValue <= scrollfit_fastest_path().rawValue
  }
  private static let offsets = [0, 3, 9, 21, 33, 34, 34.0]
  /// In ticks, late by up to two of them.
  private static let times = [0.2, 2.1, 5.9, 6.2, 9.4, 10.1, 13.8]

  private static func frames(_ shortest: Double, usesOffsets: Bool) -> scrollfit_frame_times {
    var frames = scrollfit_frame_times()
    (frames.count, frames.tick, frames.late, frames.early) = (times.count, 1, 0.4, 0.07)
    (frames.maximum_lateness, frames.maximum_earliness, frames.grid) = (30, 0.75, 1)
    (frames.shortest_frame, frames.too_short, frames.doubled, frames.changed) = (shortest, 4, 2, 3)
    (frames.usual_acceleration, frames.maximum_acceleration) = (0.12, usesOffsets ? 8 : 0)
    return frames
  }

  /// The cost of a sequence as ``FrameSequence`` describes it.
  private static func cost(_ ticks: [Double], _ frames: scrollfit_frame_times) -> Double {
    var sum = 0.0
    for (time, tick) in zip(times, ticks) {
      sum += min(time >= tick ? (time - tick) / frames.late : (tick - time) / frames.early, 30)
    }
    let durations = zip(ticks.dropFirst(), ticks).map(-)
    let distances = zip(offsets.dropFirst(), offsets).map(-)
    for duration in durations {
      guard duration > 0 else { return .infinity }
      if duration < frames.shortest_frame { sum += 4 }
    }
    for i in 1..<durations.count {
      let (first, second) = (durations[i - 1], durations[i])
      if first != second { sum += first == 2 * second || second == 2 * first ? 2 : 3 }
      let (before, after) = (distances[i - 1] / first, distances[i] / second)
      let usual = 0.12 * max(abs(before), abs(after)) + 1 / min(first, second)
      sum += min(abs(after - before) / usual, frames.maximum_acceleration)
    }
    return sum
  }

  @Test(arguments: [1.0, 2.0], [false, true])
  func costsLeastOfAllSequences(shortest: Double, usesOffsets: Bool) throws {
    var frames = Self.frames(shortest, usesOffsets: usesOffsets)
    let latest = Self.times.map { ($0 + 0.75).rounded(.down) }
    var least = Double.infinity
    for number in 0..<(1 << (2 * latest.count)) {
      let ticks = latest.indices.map { latest[$0] - Double(number >> (2 * $0) & 3) }
      least = min(least, Self.cost(ticks, frames))
    }
    for path in Self.paths {
      var ticks = [Double](repeating: 0, count: latest.count)
      let cost = withUnsafeTemporaryAllocation(byteCount: 16 * latest.count, alignment: 16) { origins in
        Self.times.withUnsafeBufferPointer { times in
          Self.offsets.withUnsafeBufferPointer { offsets in
            (frames.times, frames.offsets) = (times.baseAddress, offsets.baseAddress)
            return scrollfit_frame_ticks(path, &frames, origins.baseAddress, &ticks)
          }
        }
      }
      #expect(abs(cost - least) < 1e-12 * least, "\(path)")
      #expect(abs(Self.cost(ticks, frames) - least) < 1e-12 * least, "\(path)")
    }
  }

  /// Every time shows the tick at which it costs least; the sum has the same digits on every instruction set.
  @Test func eachTimeShowsItsNearestTick() throws {
    var times: [Double] = []
    for number in 0..<21 {
      let scatter = 0.3 * Double(number * number % 5)
      times.append(0.9 * Double(number) + scatter)
    }
    let lateness = Lateness(origin: -0.1, tick: 0.7, late: 0.25, early: 0.125)
    var expected = 0.0
    for time in times {
      let costs: [Double] = (-1...40).map { lateness.cost(of: time, at: Double($0)) }
      expected += costs.min() ?? .nan
    }
    #expect(abs(FrameSequence.cost(ofEach: times[...], lateness) - expected) < 1e-9)
    var frames = Self.frames(1, usesOffsets: false)
    (frames.origin, frames.tick, frames.late, frames.early) = (-0.1, 0.7, 0.25, 0.125)
    let costs = times.withUnsafeBufferPointer { times in
      (frames.times, frames.count) = (times.baseAddress, times.count)
      return Self.paths.map { scrollfit_lateness($0, &frames) }
    }
    #expect(Set(costs).count == 1)
  }
}

/// The likeliest lateness of times at known ticks.
struct LatenessSearchTests {
  private let ticks: [Double] = (0..<40).map { Double($0) }
  private let times: [Double] = (0..<40).map { number in
    let late = 0.004 * Double(number * number % 7) / 7
    return 0.016 * Double(number) + late
  }

  /// No origin is likelier than the one found, whatever duration was looked at before.
  @Test func isLikeliestForEveryDuration() throws {
    var search = LatenessSearch(times[...])
    search.ticks = ticks
    for tick in [0.0161, 0.0158, 0.016, 0.01605, 0.015] {
      let found = search.lateness(tick: tick)
      var best = (width: Double.infinity, late: 0.0, early: 0.0)
      let residuals = zip(times, ticks).map { $0 - tick * $1 }
      for origin in residuals {
        let late: Double = residuals.reduce(0) { sum, residual in sum + max(0, residual - origin) } / 40
        let early: Double = residuals.reduce(0) { sum, residual in sum + max(0, origin - residual) } / 40
        let width = late.squareRoot() + early.squareRoot()
        if width < best.width { best = (width, late.squareRoot(), early.squareRoot()) }
      }
      let expected = Lateness(
        origin: 0, tick: tick, late: best.late * best.width, early: best.early * best.width)
      #expect(abs(found.late - expected.late) < 1e-9 && abs(found.early - expected.early) < 1e-9, "\(tick)")
      #expect(residuals.contains(found.origin))
    }
  }

  /// The line near which the times are only late is found from a wrong one.
  @Test func findsTheEarliestTimes() throws {
    var search = LatenessSearch(times[...])
    search.ticks = ticks
    let line = Lateness.Line(times[...], ticks, nominal: 0.01601, rateDeviation: 5e-4)
    let found = search.lateness(near: line)
    #expect(abs(found.tick - 0.016) < 2e-6)
  }
}

/// The residual with the least sum of the roots of the lateness above and below it.
struct NarrowestResidualTests {
  private static let paths = [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512].filter {
    $0.rawValue <= scrollfit_fastest_path().rawValue
  }

  @Test("It is the least of all, from any guess, on every instruction set")
  func isLeastOfAll() {
    for count in [1, 2, 7, 8, 9, 40, 131] {
      let residuals = (0..<count).map { number -> Double in
        let (coarse, fine) = (Double(number * number % 17), Double(number % 5))
        return 5 + 0.004 * coarse + 0.0003 * fine
      }.sorted()
      let widths = residuals.map { origin -> Double in
        let late: Double = residuals.reduce(0) { sum, residual in sum + max(0, residual - origin) }
        let early: Double = residuals.reduce(0) { sum, residual in sum + max(0, origin - residual) }
        return late.squareRoot() + early.squareRoot()
      }
      for path in Self.paths {
        for guess in [0, count / 2, count - 1] {
          var sums = [Double](repeating: .nan, count: count)
          let narrowest = scrollfit_narrowest(path, residuals, &sums, count, guess)
          let found = narrowest.position
          guard Set(residuals).count > 1 else {
            #expect(found == -1, "\(count)")
            continue
          }
          #expect(widths.indices.contains(found) && widths[found] <= (widths.min() ?? 0) + 1e-9, "\(count)")
          let width = (narrowest.late + narrowest.early) * Double(count).squareRoot()
          #expect(abs(width - widths[found]) < 1e-9, "\(count)")
          let last: Double = residuals.reduce(0) { sum, residual in sum + (residual - residuals[0]) }
          #expect(abs(sums[count - 1] - last) < 1e-9)
        }
      }
    }
  }
}

/// Numbers in ascending order.
struct SortingTests {
  private static let paths = [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512].filter {
    $0.rawValue <= scrollfit_fastest_path().rawValue
  }

  @Test("Any count of numbers, equal ones too, is sorted on every instruction set")
  func isSorted() {
    var state = UInt64(3)
    for count in Array(0...70) + [127, 300, 333, 512, 1000] {
      let numbers = (0..<count).map { _ -> Double in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 50) / 64 - 100
      }
      for path in Self.paths {
        var sorted = numbers + [Double](repeating: .nan, count: (count + 7) / 8 * 8 - count)
        scrollfit_sort(path, &sorted, count)
        #expect(Array(sorted[..<count]) == numbers.sorted(), "\(count)")
      }
    }
  }
}

/// The distance of five samples from a cubic.
struct CubicDistanceTests {
  private let x = [0.0, 0.7, 1.9, 3.2, 3.9]

  private func distance(_ y: [Double]) -> Double {
    CubicDistance.squared(0, x: { x[$0] }, y: { y[$0] }).squareRoot()
  }

  /// Against the fourth divided difference by its definition.
  @Test func isTheFourthDividedDifference() throws {
    let y = [2, -1, 4, 4, 11.0]
    var (difference, squares) = (0.0, 0.0)
    for i in 0..<5 {
      var product = 1.0
      for j in 0..<5 where j != i { product *= x[i] - x[j] }
      let weight = 1 / product
      difference += weight * y[i]
      squares += weight * weight
    }
    #expect(abs(distance(y) - abs(difference) / squares.squareRoot()) < 1e-12)
    #expect(distance(x.map { (x: Double) -> Double in 3 - x * (x - 2) * (x + 1) }) < 1e-12)
  }

  /// On vectors of eight, with 0 to 7 windows behind the last whole one.
  @Test(arguments: 0..<30) func countsWindowsAsOneByOne(count: Int) {
    var generator = SeededGenerator(state: UInt64(count))
    var time = 0.0
    let x = (0..<count).map { _ in
      time += Double.random(in: 0.01...0.03, using: &generator)
      return time
    }
    let y = x.map { (100 * $0 * $0 + Double.random(in: 0...1, using: &generator)).rounded() }
    let squares = x.indices.dropLast(4).map { first in
      CubicDistance.squared(first, x: { x[$0] }, y: { y[$0] })
    }
    for square in squares + [0, 0.1] {
      #expect(CubicDistance.count(x, y, above: square) == squares.count { $0 > square })
    }
  }

  /// Content at rest is on every cubic, to the last digit.
  @Test func restIsAtNoDistance() throws {
    #expect(distance([Double](repeating: 7356.833333333333, count: 5)) == 0)
  }
}
