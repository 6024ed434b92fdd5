import Elementary
import Recordings

/// The imperfections of a recorder's offsets and times.
///
/// The recorded offset differs from the motion's by rounding and, where the content moves, by velocity × timestamp jitter:
/// σᵢ² = q²/12 + dᵢ² + (vᵢ σ_t)², q the quantization step, dᵢ the standard deviation that the recorder gives a sample, where it does. A frame that repeats the offset before it, or was read early or late,
/// is off by as much as the content moves in a frame.
package struct RecorderNoise {
  /// The kind of clock that recorded the times.
  enum Clock: Equatable {
    /// Every time is on the grid of the display's frames.
    case frameGrid
    /// Every time is a whole number of milliseconds.
    case wholeMilliseconds
    /// Times scatter.
    case scattered
  }

  /// The standard deviation of an offset at rest: q/√12, or what the samples show where they have no grid.
  let offsetNoise: Double
  /// σ_t, s.
  let timestampJitter: Double
  /// dᵢ; nil where none is recorded.
  let deviations: [Double]?
  let clock: Clock
  /// True for the samples that were read too early or too late: repeated frames, and times of a busy device.
  let isMisread: [Bool]

  /// Recorders' jitter is below this, s; what scatters more is no clock's doing.
  package static let maximumJitter = 5e-3

  init(
    times: [Double], offsets: [Double], interval: Double, resolution: Double, hasGrid: Bool,
    deviations: [Double]? = nil
  ) {
    self.deviations = deviations
    let windows = LocalResiduals(times: times, offsets: offsets, interval: interval)
    let rounding = resolution / 12.0.squareRoot()
    offsetNoise = hasGrid ? rounding : max(rounding, windows.offsetNoise)
    var isMisread = [Bool](repeating: false, count: times.count)
    for sample in RepeatedFrames.misread(offsets, grid: resolution) { isMisread[sample] = true }
    clock = Self.clock(times)
    let jitter = windows.timestampJitter(offsetNoise: offsetNoise, ignoring: isMisread)
    // Whole milliseconds scatter by 1/√12 ms at least.
    let least = clock == .wholeMilliseconds ? 1e-3 / 12.0.squareRoot() : 0
    timestampJitter = min(max(jitter, least), Self.maximumJitter)
    let late = LateSamples(
      times: times, offsets: offsets, interval: interval, offsetNoise: offsetNoise,
      timestampJitter: timestampJitter)
    for sample in late.samples { isMisread[sample] = true }
    self.isMisread = isMisread
  }

  /// 1/σᵢ of each sample, with σ_t at least `minimumJitter`, s.
  func precisions(times: [Double], offsets: [Double], interval: Double, minimumJitter: Double) -> [Double] {
    let jitter = max(timestampJitter, minimumJitter)
    return times.indices.map { index in
      let before = max(index - 1, 0)
      let after = min(index + 1, times.count - 1)
      let speed =
        before == after ? 0 : abs((offsets[after] - offsets[before]) / (times[after] - times[before]))
      let error = speed * (isMisread[index] ? max(jitter, interval) : jitter)
      let own = deviations?[index] ?? 0
      return 1 / (offsetNoise * offsetNoise + own * own + error * error).squareRoot()
    }
  }

  private static func clock(_ times: [Double]) -> Clock {
    guard times.count > 2 else { return .scattered }
    if times.allSatisfy({ abs($0 * 1e3 - ($0 * 1e3).rounded()) < 1e-6 }) { return .wholeMilliseconds }
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    guard let smallest = steps.min(), smallest > 0 else { return .scattered }
    let isOnGrid = steps.allSatisfy { step in
      let frames = (step / smallest).rounded()
      return abs(step - frames * smallest) <= 1e-4 * smallest * frames
    }
    return isOnGrid ? .frameGrid : .scattered
  }
}

/// The distances of the samples of short windows from a cubic: noise, whatever moves the content.
struct LocalResiduals {
  private struct Window {
    /// The residual sum of squares of a cubic.
    let squares: Double
    /// The mean of v² over the window.
    let squareSpeed: Double
    let center: Int
  }

  /// Samples in a window: five or seven, so that even a spring is a cubic over it.
  private let width: Int
  private let windows: [Window]
  /// The number of windows of equal offsets, which have no residuals and are not among the others.
  private let stillWindows: Int
  /// Fewer moving windows than this are a short recording.
  private static let fewWindows = 60
  /// The longest window of seven, s.
  private static let maximumDuration = 0.07

  init(times: [Double], offsets: [Double], interval: Double) {
    let width = 6 * interval <= Self.maximumDuration ? 7 : 5
    self.width = width
    let cubics = LocalCubics(times: times, offsets: offsets, width: width, interval: interval)
    var windows: [Window] = []
    var stillWindows = 0
    var equal = 0
    for last in times.indices {
      equal = last > 0 && offsets[last] == offsets[last - 1] ? equal + 1 : 1
      let start = last + 1 - width
      // A window over a pause shows no noise.
      guard start >= 0, times[last] - times[start] < 3 * Double(width) * interval else { continue }
      if equal >= width {
        stillWindows += 1
      } else {
        let span = times[last] - times[start]
        let slope = span > 0 ? (offsets[last] - offsets[start]) / span : 0
        windows.append(
          Window(squares: cubics.squares[start], squareSpeed: slope * slope, center: start + width / 2))
      }
    }
    self.windows = windows
    self.stillWindows = stillWindows
  }

  /// The noise of offsets at rest or not, from the 10 % quantile of χ² with as many degrees of freedom as a window has.
  var offsetNoise: Double {
    let count = stillWindows + windows.count
    guard count >= 20, count / 10 >= stillWindows else { return 0 }
    let sorted = windows.map(\.squares).sorted()
    return (sorted[count / 10 - stillWindows] / (width == 7 ? 0.584 : 0.01579)).squareRoot()
  }

  /// σ_t, s: the value at which half of the windows that can show it lie below the median of χ².
  ///
  /// A window shows σ_t where the content moves so fast that its rounding is small beside v σ_t. At every σ_t the windows
  /// count with the share of their variance that σ_t makes. Fingers, changes of regime and hitches only raise residuals,
  /// so the median is matched, not the mean.
  ///
  /// - Complexity: O(samples log samples).
  func timestampJitter(offsetNoise: Double, ignoring isMisread: [Bool]) -> Double {
    let moving = windows.filter { window in
      window.squareSpeed > 0
        && !isMisread[window.center - width / 2...window.center + width / 2].contains(true)
    }
    guard moving.count >= 8 else { return 0 }
    let floor = offsetNoise * offsetNoise
    // Of few windows many stand over a change of regime: a lower quantile of χ², with three degrees of freedom or one.
    let isShort = moving.count < Self.fewWindows
    let share = isShort ? 0.3 : 0.5
    let quantile = width == 7 ? (isShort ? 1.424 : 2.366) : (isShort ? 0.1485 : 0.4549)
    func shareBelow(_ jitter: Double) -> Double {
      var below = 0.0
      var sum = 0.0
      for window in moving {
        let timing = window.squareSpeed * jitter * jitter
        let weight = timing / (timing + floor)
        sum += weight
        if window.squares <= quantile * (timing + floor) { below += weight }
      }
      return sum > 0 ? below / sum : 1
    }
    var low = 1e-6
    var high = RecorderNoise.maximumJitter
    guard shareBelow(low) < share else { return 0 }
    for _ in 0..<30 {
      let middle = (low * high).squareRoot()
      if shareBelow(middle) < share { low = middle } else { high = middle }
    }
    return (low * high).squareRoot()
  }
}
