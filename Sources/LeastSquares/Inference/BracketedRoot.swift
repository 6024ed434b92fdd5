/// Returns the zero of a continuous function between two abscissas at which its signs differ.
///
/// Chandrupatla's method: inverse quadratic interpolation where the last three points allow it, else halving.
/// An infinite value has a sign and no size: beside it the bracket is halved.
///
/// (T. Chandrupatla, *A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function
/// without using derivatives*, Advances in Engineering Software 28, 1997.)
///
/// - Parameters:
///   - first: an end of the bracket, with its value.
///   - second: the other end.
///   - resolution: values of at most this size are zero.
/// - Returns: the root, to 2ε of its size or to `resolution`; nil where the function has no value on the way.
func bracketedRoot(
  from first: (x: Double, value: Double), to second: (x: Double, value: Double), resolution: Double,
  of function: (Double) -> Double?
) -> Double? {
  var (newest, opposite, previous) = (first, second, second)
  let line = newest.value / (newest.value - opposite.value)
  var fraction = line > 0 && line < 1 ? line : 0.5
  for _ in 0..<200 {
    let best = abs(newest.value) < abs(opposite.value) ? newest : opposite
    let width = abs(opposite.x - newest.x)
    let least = 2 * Double.ulpOfOne * abs(best.x) / width
    guard abs(best.value) > resolution, least < 0.5 else { return best.x }
    let x = newest.x + max(least, min(1 - least, fraction)) * (opposite.x - newest.x)
    guard let value = function(x), !value.isNaN else { return nil }
    if (value > 0) == (newest.value > 0) {
      previous = newest
    } else {
      (previous, opposite) = (opposite, newest)
    }
    newest = (x, value)
    fraction = interpolated(newest, opposite, previous) ?? 0.5
  }
  return abs(newest.value) < abs(opposite.value) ? newest.x : opposite.x
}

/// Returns the distance from `a` to `b` at which the inverse parabola through three points has its zero; nil where it is not
/// monotone there.
private func interpolated(
  _ a: (x: Double, value: Double), _ b: (x: Double, value: Double), _ c: (x: Double, value: Double)
) -> Double? {
  let position = (a.x - b.x) / (c.x - b.x)
  let height = (a.value - b.value) / (c.value - b.value)
  guard height * height < position, (1 - height) * (1 - height) < 1 - position else { return nil }
  let line = a.value / (b.value - a.value) * c.value / (b.value - c.value)
  let bend = a.value / (c.value - a.value) * b.value / (c.value - b.value)
  let fraction = line + (c.x - a.x) / (b.x - a.x) * bend
  return fraction.isFinite ? fraction : nil
}
