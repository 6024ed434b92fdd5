/// The way from an estimate to one side, until the profile's height, √((S − S_min)/rise), is 1.
struct ProfileSearch {
  let estimate: Double
  /// Signed; not 0.
  let step: Double
  /// The end of the domain on this side.
  let edge: Double

  /// Heights this near to 1 are 1.
  private static let resolution = 1e-10
  /// In first steps.
  private static let horizon = 1e6
  private static let expansionLimit = 60

  /// - Parameter height: nil where the profile has none.
  func side(_ height: (Double) -> Double?) -> ProfileInterval.Side {
    var inside = (value: estimate, height: 0.0)
    var previous = inside
    // The nearest value known to have no height.
    var barrier: Double?
    for _ in 0..<Self.expansionLimit {
      if inside.value == edge { return .unbounded(.domainEdge, farthest: edge) }
      if distance(inside.value) >= Self.horizon * abs(step) {
        return .unbounded(.flat, farthest: inside.value)
      }
      if let barrier, abs(barrier - inside.value) <= 1e-6 * max(abs(step), distance(inside.value)) {
        break
      }
      let value = barrier.map { inside.value / 2 + $0 / 2 } ?? next(after: inside, previous)
      guard value != inside.value else { break }
      guard let reached = height(value) else {
        barrier = value
        continue
      }
      if abs(reached - 1) <= Self.resolution { return .bounded(value) }
      guard reached < 1 else { return end(between: inside, and: (value, reached), height) }
      (previous, inside) = (inside, (value, reached))
    }
    return .unbounded(barrier == nil ? .flat : .undefined, farthest: inside.value)
  }

  private func distance(_ value: Double) -> Double { abs(value - estimate) }

  /// A little beyond where the line through the last two has the height 1, but no more than twice as far.
  private func next(
    after inside: (value: Double, height: Double), _ previous: (value: Double, height: Double)
  ) -> Double {
    let reach = inside.value - estimate
    let rise = inside.height - previous.height
    let missing = rise > 0 ? (1.1 - inside.height) / rise * (inside.value - previous.value) / reach : 1
    let value = reach == 0 ? estimate + step : estimate + (1 + max(0.2, min(1, missing))) * reach
    return step > 0 ? min(value, edge) : max(value, edge)
  }

  private func end(
    between inside: (value: Double, height: Double), and outside: (value: Double, height: Double),
    _ height: (Double) -> Double?
  ) -> ProfileInterval.Side {
    let root = bracketedRoot(
      from: (inside.value, inside.height - 1), to: (outside.value, outside.height - 1),
      resolution: Self.resolution
    ) { value in height(value).map { $0 - 1 } }
    return root.map { .bounded($0) } ?? .unbounded(.undefined, farthest: inside.value)
  }
}
