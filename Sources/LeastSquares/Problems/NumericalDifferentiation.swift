/// The gradient of a smooth function by central differences with steps of ε^(1/3) of each variable's size.
///
/// Good to about ten digits: what the delta method needs, and what a hand-written derivative is checked against.
/// - Parameter sizes: what a variable's size is taken for where it is smaller than this, in its own unit.
package func numericalGradient(
  at point: [Double], sizes: [Double], of function: (_ point: [Double]) -> Double
) -> [Double] {
  point.indices.map { j in
    let step = 6e-6 * max(abs(point[j]), sizes[j])
    var ahead = point
    var behind = point
    ahead[j] += step
    behind[j] -= step
    return (function(ahead) - function(behind)) / (ahead[j] - behind[j])
  }
}
