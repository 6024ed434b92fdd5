/// The usual time between two samples, by which times in a wrong unit are recognized.
enum FrameStep {
  /// The steps of displays and recorders, 1 to 250 ms, with a tenth more on either side for jitter and rounding.
  private static let possible = 0.9e-3...0.275
  /// The smallest number of steps that is judged: fewer may be a table made by hand.
  private static let minimumSteps = 8

  /// The median step, s, where more than half of the steps are too short or too long for a recorder; otherwise nil.
  static func impossible(_ times: [Double]) -> Double? {
    let count = times.count - 1
    guard count >= minimumSteps else { return nil }
    let outside = (0..<count).count { !possible.contains(times[$0 + 1] - times[$0]) }
    guard 2 * outside > count else { return nil }
    let steps = (0..<count).map { times[$0 + 1] - times[$0] }.sorted()
    return steps[count / 2]
  }

  /// The unit, as `--time-unit` names it, in which the step of a recorder is this number; nil for none.
  ///
  /// - Parameter step: s, by the unit that the times were read in.
  static func likelyUnit(_ step: Double) -> String? {
    let units: [(name: String, factor: Double)] = [("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9), ("s", 1e3)]
    return units.first { possible.contains(step * $0.factor) }?.name
  }
}
