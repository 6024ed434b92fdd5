/// The least t, 0 ≤ t ≤ `limit`, from which on a condition holds, to the last bit, by bisection; `limit` where it holds
/// nowhere before.
///
/// - Parameter holds: once true, true ever after.
func firstTime(until limit: Double, _ holds: (Double) -> Bool) -> Double {
  if holds(0) { return 0 }
  var (before, after) = (0.0, limit)
  while true {
    let middle = before + (after - before) / 2
    guard middle > before, middle < after else { return after }
    if holds(middle) { after = middle } else { before = middle }
  }
}
