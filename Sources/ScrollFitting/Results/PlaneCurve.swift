/// A line through points of a plane, to be drawn.
package struct PlaneCurve: Equatable, Sendable {
  package let x: [Double]
  /// As many as ``x``.
  package let y: [Double]

  package init(x: [Double], y: [Double]) {
    self.x = x
    self.y = y
  }
}
