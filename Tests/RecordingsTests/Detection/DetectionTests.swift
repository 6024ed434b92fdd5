import Foundation
import Recordings
import Testing

struct DetectionTests {
  @Test(
    arguments: [
      ([1, 2, -3], 1), ([0.5, 2, 7], 0.5), ([1244.67, 31.3333, 123.6666, 99.33333], 1.0 / 3),
      ([0.3333333333333333, 2 / 3.0, 1e6 + 1 / 3.0], 1.0 / 3), ([0.3, 1.7, 12.0], 1.0 / 3),
      ([1 / 3.0, 0.5], nil),
      ([0.25], nil), ([1244.64], nil), ([0.1, 0.2], nil), ([1e300], 1), ([-0.0, 0], 1), ([], nil),
      ([.nan], nil),
      ([Double(Float(1244.0 + 1 / 3.0)), Double(Float(7 / 3.0))], 1.0 / 3), ([1437.936279296875], nil),
    ] as [([Double], Double?)])
  func findsTheGrid(offsets: [Double], grid: Double?) {
    #expect(PixelGrid.detect(offsets) == grid)
  }

  @Test(
    arguments: [
      ([1, 20], 1), ([1.5, 2.25], 0.01), ([123.6666], 1e-4), ([], 1), ([1000, 1437.936279296875], 1e-12),
      ([1e-9, 1], 1e-9),
    ] as [([Double], Double)])
  func findsTheLastDecimal(offsets: [Double], unit: Double) {
    #expect(PixelGrid.lastDecimal(offsets) == unit)
  }

  @Test(
    "Grids of Android's densities are found from eight different offsets on",
    arguments: [2.625, 2.75, 3.5, 4])
  func androidGrid(density: Double) {
    let offsets = (0..<40).map { Double(17 * $0 + 3) / density }
    #expect(PixelGrid.detect(offsets) == 1 / density)
    #expect(PixelGrid.detect(offsets.map { (100 * $0).rounded() / 100 }) == 1 / density)
    #expect(PixelGrid.detect(Array(offsets.prefix(7))) == nil)
    // A hundredth of a pixel off, they are on none.
    #expect(PixelGrid.detect(offsets.map { $0 + 0.01 / density }) == nil)
  }

  /// Offsets without a grid, written with one to five decimals, have none; rounded or cut to thirds, they
  /// have it.
  @Test(arguments: 1...5)
  func decimalsAreNoGrid(decimals: Int) {
    var generator = SeededGenerator(state: 5)
    let power = pow(10.0, Double(decimals))
    func written(_ value: Double) -> Double { (value * power).rounded() / power }
    let any = (0..<60).map { _ in written(Double(generator.next() % 1_000_000) / 999) }
    #expect(PixelGrid.detect(any) == nil)
    let thirds = (0..<60).map { _ in Double(generator.next() % 10_000) / 3 }
    #expect(PixelGrid.detect(thirds.map(written)) == 1.0 / 3)
    if decimals > 1 {
      #expect(PixelGrid.detect(thirds.map { ($0 * power).rounded(.down) / power }) == 1.0 / 3)
    }
  }

  /// The grids of the shipped recordings: of the whole file, or of y from the first time on.
  @Test(
    arguments: [
      ("traces/chromium/elastic_fling_end.csv", 0, 1),
      ("traces/chromium/expcurve_fling_medium_forward.csv", 0, 1),
      ("traces/chromium/fling_fast_forward.csv", 0, 1), ("traces/chromium/smooth_scroll_to.csv", 0, 1),
      ("traces/firefox/fling_medium_forward.page.csv", 0, 1),
      ("traces/firefox/fling_medium_forward.csv", 0.19, nil),
      ("traces/firefox/fling_friction_0005.csv", 0.19, nil),
      ("traces/kivy/fling_medium_forward.csv", 0.25, nil),
      ("traces/gtk3/fling_medium_forward.csv", 0.234, nil), ("traces/gtk4/fling_caught.csv", 0.234, nil),
      ("data/ios265_sim_rubberband_drag.csv", 0, 1.0 / 3),
      ("data/flutter_velocity_tracker_touch.csv", 0, 1 / 3.5),
      // Drags of whole px at their beginning do not make a grid of what follows.
      ("traces/gtk3/fling_medium_forward.csv", 0, nil), ("traces/gtk4/fling_caught.csv", 0, nil),
      ("traces/kivy/edge_end.csv", 0, nil), ("traces/qtquick/flick_medium_forward.csv", 0, nil),
    ] as [(String, Double, Double?)])
  func gridsOfRecordings(file: String, from: Double, grid: Double?) throws {
    let trace = try #require(try RecordingReader().traces(at: fixtures + "/" + file).first)
    let offsets = try #require(trace.offsets[.y])
    let used = zip(trace.times, offsets).filter { $0.0 >= from }.map(\.1)
    #expect(PixelGrid.detect(used) == grid)
  }

  @Test func gridsOfBounces() throws {
    var options = ReadingOptions()
    options.interval = 0.0167
    let traces = try RecordingReader(options: options).traces(at: fixtures + "/data/ios_bounce_levisonnn.csv")
    #expect(traces.map { PixelGrid.detect($0.offsets[.y] ?? []) } == [1.0 / 3, 0.5, 0.5])
    #expect(traces.map { PixelGrid.lastDecimal($0.offsets[.y] ?? []) } == [1e-5, 0.1, 0.1])
  }

  @Test func findsTheFrameClock() throws {
    let clock = try #require(FrameClock.detect([0, 0.25, 0.5, 1.25, 1.5, 2]))
    #expect(clock.interval == 0.25)
    #expect(clock.dropped == 3)
    let gaps = clock.gaps(in: [0, 0.25, 0.5, 1.25, 1.5, 2])
    #expect(gaps.map(\.range) == [0.5...1.25, 1.5...2] && gaps.map(\.frames) == [2, 1])
    // A jittering clock: the median, and no frame is missed.
    let jitter = try #require(FrameClock.detect([0, 0.016, 0.034, 0.05, 0.067]))
    #expect(abs(jitter.interval - 0.0165) < 1e-12)
    #expect(jitter.dropped == 0)
    #expect(jitter.gaps(in: [0, 0.016, 0.034, 0.05, 0.067]).isEmpty)
    #expect(abs(jitter.period - 0.067 / 4) < 1e-12)
    #expect(FrameClock.detect([0, 1]) == nil)
    #expect(FrameClock.detect([0, 1e-300, 2e-300, 1e300]) == nil)
  }

  @Test(arguments: [1, 5])
  func thePeriodHasNoRoundingOfTheTimes(_ dropsEvery: Int) throws {
    // 60 frames a second in whole milliseconds, some dropped: most gaps are 17 ms.
    let times = (0..<121).filter { dropsEvery == 1 || $0 % dropsEvery != 1 || $0 == 1 }
      .map { (Double($0) / 60 * 1000).rounded() / 1000 }
    let clock = try #require(FrameClock.detect(times))
    #expect(clock.interval > 0.0169 && abs(clock.period - 1.0 / 60) < 1e-5)
  }

  @Test(arguments: [1 / 2.625, 1 / 2.75, 0.8, 1 / 1.1, 4])
  func findsAGridOfAnySize(_ grid: Double) throws {
    func offsets(_ rounded: Bool) -> [Double] {
      (0..<200).map { i in
        let offset = 137.21 + 2400 * Double(i) / (60 + Double(i))
        return rounded ? (offset / grid).rounded() * grid : offset
      }
    }
    let found = try #require(Self.grid(of: offsets(true)))
    #expect(abs(found - grid) < 1e-3 * grid)
    // Written with four decimals it is still seen.
    let written = offsets(true).map { ($0 * 1e4).rounded() / 1e4 }
    #expect(abs((Self.grid(of: written) ?? 0) - grid) < 1e-2 * grid)
    #expect(Self.grid(of: offsets(false)) == nil)
  }

  private static func grid(of offsets: [Double]) -> Double? {
    StepGrid.detect(offsets, decimal: PixelGrid.lastDecimal(offsets))
  }

  @Test(
    "Pixels of any screen are seen through offsets of one or two decimals",
    arguments: [1.1, 1.6, 2.2, 2.55, 2.8125, 3.3, 3.5])
  func gridBehindFewDecimals(_ scale: Double) throws {
    // The first decimal is too coarse for the finest.
    for power in scale < 3 ? [10.0, 100] : [100] {
      let offsets = (0..<200).map { i in
        let pixels = ((137.21 + 2400 * Double(i) / (60 + Double(i))) * scale).rounded()
        return (pixels / scale * power).rounded() / power
      }
      let found = try #require(PixelGrid.detect(offsets) ?? Self.grid(of: offsets), "\(power)")
      #expect(abs(found * scale - 1) < 0.05, "\(power): \(found)")
    }
  }

  @Test("The last decimal of noise is no grid", arguments: [10.0, 100, 1000])
  func lastDecimalOfNoise(_ power: Double) {
    let offsets = (0..<300).map { i in
      let noise = (sin(Double(i) * 12.9898) * 43758.5453).truncatingRemainder(dividingBy: 0.5)
      return ((900 * (1 - exp(-Double(i) / 60)) + noise) * power).rounded() / power
    }
    #expect(PixelGrid.detect(offsets) == nil && Self.grid(of: offsets) == nil)
  }

  @Test func equalStepsAreNoGrid() {
    #expect(Self.grid(of: (0..<100).map { 7.3 * Double($0) }) == nil)
    #expect(Self.grid(of: [Double](repeating: 3, count: 50)) == nil)
    #expect(Self.grid(of: []) == nil)
  }
}
