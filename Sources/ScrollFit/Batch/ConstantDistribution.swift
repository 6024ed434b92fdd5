import LeastSquares

/// One constant over many recordings.
public struct ConstantDistribution: Equatable, Sendable {
  public let constant: BatchReport.ConstantName
  public let all: Summary
  /// By key, where recordings have two values of it or more.
  public let groups: [Grouping]
  /// The change from one recording of the input to the next; nil for fewer than three.
  public let drift: Drift?
  /// Those that lie out, the furthest first.
  public let outliers: [Outlier]
  /// Every value by its position in the input.
  public let values: [(position: Int, value: Double)]

  public struct Summary: Equatable, Sendable {
    public let count: Int
    /// 0.05, 0.25, 0.5, 0.75, 0.95.
    public let quantiles: [Double]
    /// Random-effects mean over the recordings, its error, the spread τ of their true values and the p-value of
    /// values this unlike for τ = 0.
    public let mean: Double
    public let standardError: Double
    public let spread: Double?
    public let pValue: Double?
  }

  public struct Grouping: Equatable, Sendable {
    public let key: String
    /// Sorted by their text.
    public let groups: [(value: String, summary: Summary)]
    /// Of the groups' means: the spread between them, and the p-value of means this unlike where none differs.
    public let spread: Double
    public let pValue: Double?

    public static func == (a: Grouping, b: Grouping) -> Bool {
      a.key == b.key && a.spread == b.spread && a.pValue == b.pValue
        && a.groups.elementsEqual(b.groups) { $0 == $1 }
    }
  }

  /// A straight line through the values over the input's order, weighed by 1/(s² + τ²).
  public struct Drift: Equatable, Sendable {
    /// In the constant's unit, a recording.
    public let slope: Double
    public let standardError: Double
    /// Two-sided, of a slope this large where there is none; assumes independent, normal values.
    public let pValue: Double
  }

  public struct Outlier: Equatable, Sendable {
    public let recording: String
    public let value: Double
    /// 0.6745 |value − median| / MAD.
    public let score: Double
  }

  /// From which modified z-score on a value lies out: B. Iglewicz and D. Hoaglin, *How to Detect and Handle Outliers*,
  /// ASQC Quality Press 1993.
  static let outlying = 3.5

  init?(_ constant: BatchReport.ConstantName, _ observations: [BatchReport.Observation], keys: [String]) {
    guard let all = Summary(observations) else { return nil }
    self.constant = constant
    self.all = all
    groups = keys.compactMap { Grouping($0, observations) }
    drift = Drift(observations, spread: all.spread ?? 0)
    outliers = Self.outliers(observations, median: all.quantiles[2])
    values = observations.map { ($0.position, $0.value) }
  }

  public static func == (a: ConstantDistribution, b: ConstantDistribution) -> Bool {
    a.constant == b.constant && a.all == b.all && a.groups == b.groups && a.drift == b.drift
      && a.outliers == b.outliers && a.values.elementsEqual(b.values, by: ==)
  }

  /// Where more than half of the values are equal there is no measure of what is far.
  private static func outliers(_ observations: [BatchReport.Observation], median: Double) -> [Outlier] {
    let deviation = Summary.quantile(0.5, of: observations.map { abs($0.value - median) }.sorted())
    guard deviation > 0 else { return [] }
    return observations.map {
      Outlier(
        recording: $0.recording, value: $0.value, score: 0.6745 * abs($0.value - median) / deviation)
    }.filter { $0.score > outlying }.sorted { $0.score > $1.score }
  }
}

extension ConstantDistribution.Summary {
  /// Nil where there is no value.
  init?(_ observations: [BatchReport.Observation]) {
    let values = observations.map(\.value)
    guard let effects = RandomEffects(values: values, standardErrors: observations.map(\.standardError))
    else {
      return nil
    }
    let sorted = values.sorted()
    self.init(
      count: values.count, quantiles: [0.05, 0.25, 0.5, 0.75, 0.95].map { Self.quantile($0, of: sorted) },
      mean: effects.mean, standardError: effects.standardError, spread: effects.spread, pValue: effects.pValue
    )
  }

  /// Linear between order statistics, the first at 0 and the last at 1 (type 7 of R. Hyndman and Y. Fan, Am. Stat. 50,
  /// 1996).
  static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let below = Int(place), above = min(below + 1, sorted.count - 1)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }
}

extension ConstantDistribution.Grouping {
  /// Nil where the recordings have fewer than two values of the key.
  init?(_ key: String, _ observations: [BatchReport.Observation]) {
    let byValue = Dictionary(grouping: observations.filter { $0.groups[key] != nil }) { $0.groups[key] ?? "" }
    let groups = byValue.sorted { $0.key < $1.key }.compactMap { value, members in
      ConstantDistribution.Summary(members).map { (value: value, summary: $0) }
    }
    guard groups.count > 1,
      let effects = RandomEffects(
        values: groups.map(\.summary.mean), standardErrors: groups.map(\.summary.standardError))
    else { return nil }
    self.init(key: key, groups: groups, spread: effects.spread ?? 0, pValue: effects.pValue)
  }
}

extension ConstantDistribution.Drift {
  /// Nil for fewer than three recordings, or where all errors and the spread are 0.
  init?(_ observations: [BatchReport.Observation], spread: Double) {
    let weights = observations.map { 1 / ($0.standardError * $0.standardError + spread * spread) }
    guard observations.count > 2, weights.allSatisfy(\.isFinite) else { return nil }
    let total = weights.reduce(0, +)
    func mean(_ values: [Double]) -> Double { zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / total }
    let positions = observations.map { Double($0.position) }
    let (centre, level) = (mean(positions), mean(observations.map(\.value)))
    var squares = 0.0, products = 0.0
    for (weight, (position, observation)) in zip(weights, zip(positions, observations)) {
      squares += weight * (position - centre) * (position - centre)
      products += weight * (position - centre) * (observation.value - level)
    }
    guard squares > 0 else { return nil }
    let slope = products / squares
    var rest = 0.0
    for (weight, (position, observation)) in zip(weights, zip(positions, observations)) {
      let residual = observation.value - level - slope * (position - centre)
      rest += weight * residual * residual
    }
    let freedom = Double(observations.count - 2)
    let error = (rest / freedom / squares).squareRoot()
    self.init(
      slope: slope, standardError: error,
      pValue: error > 0 ? 2 * StudentT(degreesOfFreedom: freedom).upperTail(abs(slope / error)) : 0)
  }
}
