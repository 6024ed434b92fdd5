import Elementary
import LeastSquares

/// One constant over many recordings.
package struct ConstantDistribution: Equatable, Sendable {
  package let constant: BatchCollection.ConstantName
  package let all: Summary
  /// By key, where recordings have two values of it or more.
  package let groups: [Grouping]
  /// Nil for fewer than three values.
  package let drift: ConstantDrift?
  /// Nil where half of the values are equal.
  package let histogram: ConstantHistogram?
  /// Those that lie out, the furthest first.
  package let outliers: [Outlier]
  /// Every value with its error, in the order of the input.
  package let estimates: [RecordingEstimate]
  /// Every value over what ``drift`` is over, or its input's position where there is none; without those that have no time
  /// where that counts.
  package let points: [Point]

  package struct Point: Equatable, Sendable {
    package let x: Double
    package let value: Double
  }

  package struct Summary: Equatable, Sendable {
    package let count: Int
    /// 0.05, 0.25, 0.5, 0.75, 0.95.
    package let quantiles: [Double]
    /// Random-effects mean over the recordings, its error, the spread τ of their true values and the p-value of
    /// values this unlike for τ = 0.
    package let mean: Double
    package let standardError: Double
    package let betweenDeviation: Double?
    package let pValue: Double?
    /// One value for all; nil for a constant of the gesture's own, and for a single fit.
    package let joint: JointValue?
  }

  package struct Grouping: Equatable, Sendable {
    package let key: String
    /// Sorted by their text.
    package let groups: [Group]
    /// The standard deviation between the groups' means, and the p-value of means this unlike where none differs.
    package let betweenDeviation: Double
    package let pValue: Double?
  }

  package struct Group: Equatable, Sendable {
    package let value: String
    package let summary: Summary
    /// The number of values in each bin of ``ConstantDistribution/histogram``.
    package let counts: [Int]
  }

  package struct Outlier: Equatable, Sendable {
    package let reference: BatchCollection.FitIdentity
    /// In ``ConstantDistribution/points``; nil where it is not among them.
    package let x: Double?
    package let value: Double
    /// 0.6745 |value − median| / MAD.
    package let score: Double
  }

  /// From which modified z-score on a value lies out: B. Iglewicz and D. Hoaglin, *How to Detect and Handle Outliers*,
  /// ASQC Quality Press 1993.
  static let outlying = 3.5

  /// Nil where there is no value.
  init?(_ constant: BatchCollection.Constant, in collection: BatchCollection, joint: JointValues) {
    let observations = constant.observations
    guard let all = Summary(observations, joint: joint.value(of: constant, group: nil, observations)) else {
      return nil
    }
    self.constant = constant.name
    self.all = all
    let histogram = ConstantHistogram(observations.map(\.value), quantiles: all.quantiles)
    self.histogram = histogram
    groups = collection.keys.compactMap { key in
      Grouping(key, constant, in: collection, histogram: histogram, joint: joint)
    }
    let recordings = observations.map { collection.recordings[$0.recording] }
    let drift = ConstantDrift(observations, of: recordings, betweenDeviation: all.betweenDeviation ?? 0)
    self.drift = drift
    let abscissas = recordings.map { recording in
      drift.map { $0.abscissa(recording) } ?? Double(recording.position)
    }
    points = zip(abscissas, observations).compactMap { x, observation in
      x.map { Point(x: $0, value: observation.value) }
    }
    let estimates = observations.map {
      RecordingEstimate(
        reference: collection.reference(of: $0), value: $0.value, standardError: $0.standardError)
    }
    self.estimates = estimates
    let scores = Self.scores(observations.map(\.value), median: all.quantiles[2])
    outliers = scores.indices.filter { scores[$0] > Self.outlying }.map { index in
      Outlier(
        reference: estimates[index].reference, x: abscissas[index],
        value: observations[index].value, score: scores[index])
    }.sorted { $0.score > $1.score }
  }

  /// With more than half of the values equal there is no measure of what is far.
  private static func scores(_ values: [Double], median: Double) -> [Double] {
    let deviation = Summary.quantile(0.5, of: values.map { abs($0 - median) }.sorted())
    return deviation > 0 ? values.map { 0.6745 * abs($0 - median) / deviation } : []
  }
}

extension ConstantDistribution.Summary {
  /// Nil where there is no value.
  init?(_ observations: [BatchCollection.Observation], joint: JointValue?) {
    let values = observations.map(\.value)
    guard let effects = RandomEffects(values: values, standardErrors: observations.map(\.standardError))
    else { return nil }
    let sorted = values.sorted()
    self.init(
      count: values.count, quantiles: [0.05, 0.25, 0.5, 0.75, 0.95].map { Self.quantile($0, of: sorted) },
      mean: effects.mean, standardError: effects.standardError, betweenDeviation: effects.betweenDeviation,
      pValue: effects.pValue, joint: joint)
  }

  /// Linear between order statistics, the first at 0 and the last at 1 (type 7 of R. Hyndman and Y. Fan, Am. Stat. 50,
  /// 1996).
  static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let reference = share * Double(sorted.count - 1)
    let below = Int(reference), above = min(below + 1, sorted.count - 1)
    return sorted[below] + (reference - Double(below)) * (sorted[above] - sorted[below])
  }
}

extension ConstantDistribution.Grouping {
  /// Nil where the recordings have fewer than two values of the key.
  init?(
    _ key: String, _ constant: BatchCollection.Constant, in collection: BatchCollection,
    histogram: ConstantHistogram?, joint: JointValues
  ) {
    let groups = collection.members(of: constant, by: key).compactMap { group, members in
      ConstantDistribution.Summary(members, joint: joint.value(of: constant, group: group, members)).map {
        ConstantDistribution.Group(
          value: group.value, summary: $0, counts: histogram?.counts(of: members.map(\.value)) ?? [])
      }
    }
    guard groups.count > 1,
      let effects = RandomEffects(
        values: groups.map(\.summary.mean), standardErrors: groups.map(\.summary.standardError))
    else { return nil }
    self.init(
      key: key, groups: groups, betweenDeviation: effects.betweenDeviation ?? 0, pValue: effects.pValue)
  }
}

extension BatchCollection {
  /// Recordings that have one value of a key.
  package struct Group: Hashable, Sendable {
    package let key: String
    package let value: String
  }

  /// The values of a constant by their recordings' value of a key, sorted by its text; those without one are in no group.
  func members(of constant: Constant, by key: String) -> [(group: Group, observations: [Observation])] {
    let byValue = Dictionary(
      grouping: constant.observations.filter { recordings[$0.recording].groups[key] != nil }
    ) { recordings[$0.recording].groups[key] ?? "" }
    return byValue.sorted { $0.key < $1.key }.map { (Group(key: key, value: $0.key), $0.value) }
  }
}

/// One constant of one fit, with the recording that it is of.
package struct RecordingEstimate: Equatable, Sendable {
  package let reference: BatchCollection.FitIdentity
  package let value: Double
  package let standardError: Double

  /// The 95 % interval of the value, from its standard error.
  package var interval: ClosedRange<Double>? { Self.interval(value, standardError: standardError) }

  /// The 95 % interval of a normal estimate; nil for an error that is not finite.
  static func interval(_ value: Double, standardError: Double) -> ClosedRange<Double>? {
    let reach = Normal().quantile(upperTail: 0.025) * standardError
    guard reach >= 0, reach.isFinite else { return nil }
    return (value - reach)...(value + reach)
  }
}

extension ConstantDistribution.Summary {
  /// The 95 % interval of the mean over the recordings.
  package var interval: ClosedRange<Double>? {
    RecordingEstimate.interval(mean, standardError: standardError)
  }
}

extension ConstantDistribution {
  /// The estimates that a forest plot shows, in their order: all, or the ones furthest from the mean.
  package func estimates(atMost limit: Int) -> [RecordingEstimate] {
    guard estimates.count > limit else { return estimates }
    let furthest = estimates.indices.sorted { first, second in
      let (one, other) = (abs(estimates[first].value - all.mean), abs(estimates[second].value - all.mean))
      return one == other ? first < second : one > other
    }
    return furthest.prefix(limit).sorted().map { estimates[$0] }
  }
}

/// The number of values lie where: bins of equal width.
///
/// The width is 2 IQR n^(−1/3) (D. Freedman and P. Diaconis, Z. Wahrscheinlichkeitstheorie verw. Gebiete 57, 1981), with
/// log₂ n + 1 bins at least (H. A. Sturges, J. Am. Stat. Assoc. 21, 1926), since the quartiles of a mixture lie in different
/// parts of it, and ``maximumBins`` at most. The bins reach three IQRs beyond the quartiles at most: a single far value would press all
/// others into one bin.
package struct ConstantHistogram: Equatable, Sendable {
  /// The lower bound of the first bin.
  package let low: Double
  package let width: Double
  package let counts: [Int]
  /// The number of values in no bin.
  package let outside: Int

  package var range: ClosedRange<Double> { low...(low + width * Double(counts.count)) }

  private static let maximumBins = 40

  /// - Parameter quantiles: the quartiles are the second and the fourth.
  /// - Returns: nil where the quartiles are equal.
  init?(_ values: [Double], quantiles: [Double]) {
    let range = quantiles[3] - quantiles[1]
    guard range > 0, range.isFinite, let least = values.min(), let most = values.max() else { return nil }
    let low = max(least, quantiles[1] - 3 * range)
    let span = min(most, quantiles[3] + 3 * range) - low
    let bins = span / (2 * range) * power(Double(values.count), 1.0 / 3)
    let sturges = Int.bitWidth - (values.count - 1).leadingZeroBitCount + 1
    let count = min(Self.maximumBins, max(sturges, Int(bins.rounded(.up))))
    self.low = low
    width = span / Double(count)
    var counts = [Int](repeating: 0, count: count)
    for value in values { Self.count(value, low: low, width: width, into: &counts) }
    self.counts = counts
    outside = values.count - counts.reduce(0, +)
  }

  /// The counts of some of the values, in the same bins.
  func counts(of values: [Double]) -> [Int] {
    var some = [Int](repeating: 0, count: counts.count)
    for value in values { Self.count(value, low: low, width: width, into: &some) }
    return some
  }

  /// The last bin holds its upper end.
  private static func count(_ value: Double, low: Double, width: Double, into counts: inout [Int]) {
    let reference = (value - low) / width
    guard reference >= 0, reference <= Double(counts.count) * (1 + 1e-12) else { return }
    counts[min(Int(reference), counts.count - 1)] += 1
  }
}
