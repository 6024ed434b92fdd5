import LeastSquares

/// A constant whose values form groups by a key that the report is not grouped by.
package struct ConstantMixture: Equatable, Sendable {
  package let constant: BatchCollection.ConstantName
  package let key: String
  package let groupCount: Int
  /// The standard deviation between recordings of all.
  package let betweenDeviation: Double
  /// The median of the groups' own standard deviations.
  package let withinGroups: Double
  /// The p-value of group means this unlike where none differs.
  package let pValue: Double

  /// The significance from which on values of one constant count as several.
  private static let significance = 0.001

  /// Nil unless recordings differ significantly, the groups of a key do for the number of keys, and within most groups the
  /// standard deviation between recordings is less than half of that of all. Of several keys the one with the most uniform
  /// groups, of equal ones the one with the fewest, is taken.
  init?(
    _ constant: BatchCollection.Constant, all: ConstantDistribution.Summary, in collection: BatchCollection
  ) {
    guard constant.name.isOfEngine, let total = all.betweenDeviation, total > 0,
      let pValue = all.pValue, pValue < Self.significance
    else { return nil }
    let found = collection.candidateKeys.compactMap { key -> ConstantMixture? in
      guard
        let grouping = ConstantDistribution.Grouping(
          key, constant, in: collection, histogram: nil, joint: JointValues()),
        let ofMeans = grouping.pValue,
        let ofValues = Self.analysisOfVariance(constant, by: key, in: collection),
        // The means' errors of groups of two or three are too uncertain for a test of their own.
        case let p = max(ofMeans, ofValues), p * Double(collection.candidateKeys.count) < Self.significance,
        grouping.groups.allSatisfy({ $0.summary.count > 1 })
      else { return nil }
      let deviations = grouping.groups.map { $0.summary.betweenDeviation ?? 0 }.sorted()
      let within = deviations[deviations.count / 2]
      guard within < total / 2 else { return nil }
      return ConstantMixture(
        constant: constant.name, key: key, groupCount: grouping.groups.count, betweenDeviation: total,
        withinGroups: within, pValue: p)
    }
    let nearest = found.min {
      ($0.withinGroups, Double($0.groupCount)) < ($1.withinGroups, Double($1.groupCount))
    }
    guard let nearest else { return nil }
    self = nearest
  }

  /// The p-value of one-way analysis of variance: of groups whose means are this unlike where the values are one sample. Nil where
  /// no group has two values.
  private static func analysisOfVariance(
    _ constant: BatchCollection.Constant, by key: String, in collection: BatchCollection
  ) -> Double? {
    var groups: [String: [Double]] = [:]
    for observation in constant.observations {
      guard let group = collection.recordings[observation.recording].groups[key] else { continue }
      groups[group, default: []].append(observation.value)
    }
    let values = groups.values.flatMap(\.self)
    guard groups.count > 1, values.count > groups.count else { return nil }
    func squares(_ values: [Double]) -> Double {
      let mean = values.reduce(0, +) / Double(values.count)
      return values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
    }
    // The order of a dictionary is another each time: sorted sums are not.
    let within = groups.values.map(squares).sorted().reduce(0, +)
    let between = max(squares(values.sorted()) - within, 0)
    guard within > 0 else { return between > 0 ? 0 : 1 }
    let numerator = Double(groups.count - 1), denominator = Double(values.count - groups.count)
    return FisherF(numerator: numerator, denominator: denominator)
      .upperTail(between / numerator / (within / denominator))
  }

  private init(
    constant: BatchCollection.ConstantName, key: String, groupCount: Int, betweenDeviation: Double,
    withinGroups: Double, pValue: Double
  ) {
    self.constant = constant
    self.key = key
    self.groupCount = groupCount
    self.betweenDeviation = betweenDeviation
    self.withinGroups = withinGroups
    self.pValue = pValue
  }
}
