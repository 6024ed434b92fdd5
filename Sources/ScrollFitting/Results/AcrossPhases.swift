public import Recordings

/// A deceleration that meets an edge and the bounce that follows: the articles let the bounce begin with the velocity that the
/// deceleration has at the edge, C/v₀ = 1.
public struct EdgeCrossing: Equatable, Sendable {
  public let source: String
  public let series: String?
  public let axis: Axis
  /// The time at which the bounce's curve passes the edge, s since the recording's first sample.
  public let time: Double
  /// The offset of the edge, in the recording's unit.
  public let offset: Double
  /// v₀ + k (x₀ − edge): of the deceleration at the edge.
  public let arrival: Estimate
  /// C: of the bounce at the edge.
  public let departure: Estimate
  /// C/v₀, its error from those of both fits, whose samples are not the same.
  public let ratio: Estimate

  public init(
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
public struct AxisComparison: Equatable, Sendable {
  public let source: String
  public let series: String?
  /// The kind of both phases, and when both go on, s.
  public let phase: String
  public let from: Double
  public let to: Double
  public let x: Estimate
  public let y: Estimate
  /// x − y, with its error and interval.
  public let difference: Estimate

  public init(
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
