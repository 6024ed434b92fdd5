/// A line through points of a plane, to be drawn.
public struct PlaneCurve: Equatable, Sendable {
  public let x: [Double]
  /// As many as ``x``.
  public let y: [Double]

  public init(x: [Double], y: [Double]) {
    self.x = x
    self.y = y
  }
}
