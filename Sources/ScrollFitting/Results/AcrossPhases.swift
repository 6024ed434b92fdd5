import Recordings

/// A deceleration that meets an edge and the bounce that follows: the articles let the bounce begin with the velocity that the
/// deceleration has at the edge, C/v₀ = 1.
package struct EdgeCrossing: Equatable, Sendable {
  package let source: String
  package let series: String?
  package let axis: Axis
  /// The time at which the bounce's curve passes the edge, s since the recording's first sample.
  package let time: Double
  /// The offset of the edge, in the recording's unit.
  package let offset: Double
  /// v₀ + k (x₀ − edge): of the deceleration at the edge.
  package let arrival: Estimate
  /// C: of the bounce at the edge.
  package let departure: Estimate
  /// C/v₀, its error from those of both fits, whose samples are not the same.
  package let ratio: Estimate

  package init(
    source: String, series: String?, axis: Axis, time: Double, offset: Double, arrival: Estimate,
    departure: Estimate,
    ratio: Estimate
  ) {
    self.source = source
    self.series = series
    self.axis = axis
    self.time = time
    self.offset = offset
    self.arrival = arrival
    self.departure = departure
    self.ratio = ratio
  }
}

/// One constant of the same phase on both axes, which are fitted apart.
package struct AxisComparison: Equatable, Sendable {
  package let source: String
  package let series: String?
  /// The kind of both phases, and when both go on, s.
  package let phase: String
  package let from: Double
  package let to: Double
  package let x: Estimate
  package let y: Estimate
  /// x − y, with its error and interval.
  package let difference: Estimate

  package init(
    source: String, series: String?, phase: String, from: Double, to: Double, x: Estimate, y: Estimate,
    difference: Estimate
  ) {
    self.source = source
    self.series = series
    self.phase = phase
    self.from = from
    self.to = to
    self.x = x
    self.y = y
    self.difference = difference
  }
}
