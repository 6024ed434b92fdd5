import LeastSquares

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
