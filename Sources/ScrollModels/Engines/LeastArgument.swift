/// The least x, 0 ≤ x ≤ `limit`, from which on a condition holds, to the last bit, by bisection; `limit` where it holds
/// nowhere before.
///
/// - Parameter holds: once true, true ever after.
func leastArgument(upTo limit: Double, _ holds: (Double) -> Bool) -> Double {
  if holds(0) { return 0 }
  var (before, after) = (0.0, limit)
  while true {
    let middle = before + (after - before) / 2
    guard middle > before, middle < after else { return after }
    if holds(middle) { after = middle } else { before = middle }
  }
}

extension EngineMotion {
  package func time(toReach offset: Double) -> Double? {
    let start = value(at: 0)
    if start == offset { return 0 }
    let isThere = { (time: Double) in
      start < offset ? value(at: time) >= offset : value(at: time) <= offset
    }
    guard duration.isFinite, isThere(duration) else { return nil }
    return leastArgument(upTo: duration, isThere)
  }
}
