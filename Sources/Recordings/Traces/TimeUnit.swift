/// The unit of times whose column names none.
enum TimeUnit: Double, CaseIterable {
  case seconds = 1
  case milliseconds = 1e3
  case microseconds = 1e6
  case nanoseconds = 1e9

  var name: String { "\(self)" }

  /// Sets how many of the numbers are a second, and reports what was taken where the file does not name it.
  ///
  /// - Parameters:
  ///   - origin: what was subtracted from the times.
  ///   - forced: the unit that the user gives.
  static func apply(to roles: inout ColumnRoles, times: [Double], origin: Int64?, forced: Double?) {
    if let forced {
      roles.unitsPerSecond = forced
      if let step = medianStep(times), !(0.0005...2).contains(step / forced) {
        roles.notices.append(
          Notice(
            .unlikelyTimeUnit,
            "the given unit of the times makes the usual step from sample to sample \(rounded(step / forced)) s: is that the unit?"
          )
        )
      }
      return
    }
    guard roles.isTimeUnitUnknown else { return }
    let date = unit(ofDate: Double(origin ?? 0) + (times.first ?? 0))
    // Nearly all times without a unit are in seconds: a count of the steps shows it without their median.
    guard date != .seconds, date != nil || !isMedianStep(times, below: secondsLimit),
      let step = medianStep(times)
    else { return }
    let unit = date ?? unit(ofStep: step)
    roles.unitsPerSecond = unit.rawValue
    roles.notices.append(
      Notice(
        .assumedTimeUnit,
        "the times have no unit: a usual step of \(rounded(step)) is taken as \(unit.name), as no unit was given"
      )
    )
  }

  /// The unit in which a first stamp is a date of this century, from 2001 to 2286; nil for none.
  private static func unit(ofDate first: Double) -> TimeUnit? {
    allCases.first { (1e9..<1e10).contains(first / $0.rawValue) }
  }

  /// Frames are 4 to 50 ms apart, so that steps of two units hardly overlap; a step of up to 4 may be seconds.
  private static func unit(ofStep step: Double) -> TimeUnit {
    switch step {
    case ..<secondsLimit: .seconds
    case ..<2000: .milliseconds
    case ..<2e6: .microseconds
    default: .nanoseconds
    }
  }

  /// The median step of times in seconds is below this.
  private static let secondsLimit = 4.0

  /// Calls a function with the steps that go forward: some thousand, evenly spread, where there are more.
  private static func forEachStep(_ times: [Double], _ body: (Double) -> Void) {
    for i in stride(from: 1, to: times.count, by: 1 + times.count / 5000) where times[i] > times[i - 1] {
      body(times[i] - times[i - 1])
    }
  }

  /// Returns true if more than half of the steps that go forward are below a limit; true without such a step.
  private static func isMedianStep(_ times: [Double], below limit: Double) -> Bool {
    var (count, below) = (0, 0)
    forEachStep(times) {
      count += 1
      if $0 < limit { below += 1 }
    }
    return count == 0 || below > count / 2
  }

  /// The median of the steps that go forward; nil without one.
  private static func medianStep(_ times: [Double]) -> Double? {
    var steps: [Double] = []
    forEachStep(times) { steps.append($0) }
    return steps.isEmpty ? nil : steps.orderStatistic(steps.count / 2)
  }

  /// Three digits are enough to know a step by.
  private static func rounded(_ value: Double) -> String {
    var scale = 1.0
    while value * scale < 100, scale < 1e18 { scale *= 10 }
    let shown = (value * scale).rounded() / scale
    return JSONValue.decimal(shown).json
  }
}

/// The usual time between two samples, by which times in a wrong unit are recognized.
package enum FrameStep {
  /// The steps of displays and recorders, 1 to 250 ms, with a tenth more on either side for jitter and rounding.
  private static let possible = 0.9e-3...0.275
  /// The smallest number of steps that is judged by itself: fewer may be a table made by hand.
  private static let minimumSteps = 8
  /// Frames of screens, 20 to 165 Hz.
  private static let ofScreens = 0.006...0.05

  /// The median step, s, where more than half of the steps are too short or too long for a recorder; otherwise nil.
  ///
  /// Two to seven steps are refused only where all are frames of a screen in another unit.
  package static func impossible(_ times: [Double]) -> Double? {
    let count = times.count - 1
    guard count >= 2 else { return nil }
    var steps: [Double] { (0..<count).map { times[$0 + 1] - times[$0] } }
    if count < minimumSteps {
      let sorted = steps.sorted()
      guard let unit = units.first(where: { ofScreens.contains(sorted[0] * $0.factor) }),
        sorted.allSatisfy({ !possible.contains($0) && ofScreens.contains($0 * unit.factor) })
      else { return nil }
      return sorted[count / 2]
    }
    let impossible = times.withUnsafeBufferPointer { times in
      (0..<count).count { !possible.contains(times[$0 + 1] - times[$0]) }
    }
    guard 2 * impossible > count else { return nil }
    var all = steps
    return all.orderStatistic(count / 2)
  }

  /// The first sample after which the steps are a thousand times as long or as short (or the square or the cube of that) to the end of
  /// the recording: two clocks of other units wrote it. Nil where there is none.
  ///
  /// - Complexity: O(1) for steps that stay below a hundredfold, else O(n).
  static func unitChange(_ times: [Double]) -> (sample: Int, isLonger: Bool)? {
    let count = minimumSteps
    guard let end = times.last, times.count > 2 * count else { return nil }
    let ends = (first: times[count] - times[0], last: end - times[times.count - 1 - count])
    guard ends.first > 0, ends.last > 0, !(0.01...100).contains(ends.last / ends.first) else { return nil }
    func median(_ steps: Range<Int>) -> Double { steps.map { times[$0 + 1] - times[$0] }.sorted()[count / 2] }
    let first = median(0..<count), last = median(times.count - 1 - count..<times.count - 1)
    guard first > 0, last > 0 else { return nil }
    let isLonger = last > first
    let ratio = isLonger ? last / first : first / last
    let between = (first * last).squareRoot()
    guard [1e3, 1e6, 1e9].contains(where: { abs(ratio / $0 - 1) < 0.2 }),
      let change = (1..<times.count).first(where: { (times[$0] - times[$0 - 1] > between) == isLonger })
    else { return nil }
    return (change, isLonger)
  }

  /// The unit, as `--time-unit` names it, in which the step of a recorder is this number; nil for none.
  ///
  /// - Parameter step: s, by the unit that the times were read in.
  static func likelyUnit(_ step: Double) -> String? {
    units.first { possible.contains(step * $0.factor) }?.name
  }

  /// s times a factor: times in the unit that were read as seconds, and seconds that were read as milliseconds.
  private static let units: [(name: String, factor: Double)] = [
    ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9), ("s", 1e3),
  ]
}
