/// A direct search for the least value of a function with kinks, such as the maximum of residuals.
///
/// From each point the search polls the directions of rotated orthonormal bases, both ways, at one distance; it moves to the
/// first lower value and doubles the distance, and halves it when no direction descends. The rotations make a dense set, so
/// that the limit is a stationary point also where the function has a kink (C. Audet and J. Dennis, *Mesh adaptive direct
/// search algorithms for constrained optimization*, 2006). The sequence is fixed: the same start gives the same end.
package struct MinimaxSearch: Sendable {
  /// Rotations that are polled before the distance is halved; one suffices for one variable.
  private static let rotations = 16

  /// Distance of the first polls, in units of the variables.
  package var initialStep = 0.1
  /// Stop when the distance is at most this.
  package var stepTolerance = 1e-10
  package var evaluationLimit = 40_000

  package init() {}

  /// The end of a search.
  package struct Result: Equatable, Sendable {
    package let point: [Double]
    package let value: Double
    package let evaluations: Int
    /// True if no polled direction descends at the smallest distance; false where the evaluations were used up.
    package let converged: Bool
  }

  /// - Parameter function: not finite outside its domain.
  package func minimize(from start: [Double], _ function: ([Double]) -> Double) -> Result {
    var point = start
    var value = function(start)
    var evaluations = 1
    var step = initialStep
    let rotations = start.count > 1 ? Self.rotations : 1
    let bases = (0..<rotations).map { Self.basis($0, size: start.count) }
    while step > stepTolerance, evaluations < evaluationLimit {
      var isLower = false
      poll: for basis in bases {
        for direction in basis + basis.map({ $0.map(-) }) {
          let trial = zip(point, direction).map { $0 + step * $1 }
          let cost = function(trial)
          evaluations += 1
          guard cost < value || !value.isFinite && cost.isFinite else { continue }
          (point, value, isLower) = (trial, cost, true)
          break poll
        }
      }
      step *= isLower ? 2 : 0.5
    }
    return Result(
      point: point, value: value, evaluations: evaluations, converged: step <= stepTolerance && value.isFinite
    )
  }

  /// The columns of Householder's reflection of a quasi-random vector (multiples of the roots of primes, modulo 1).
  private static func basis(_ index: Int, size: Int) -> [[Double]] {
    let primes = [2.0, 3, 5, 7, 11, 13, 17, 19]
    let vector = (0..<size).map { position -> Double in
      let multiple = Double(index) * primes[position % primes.count].squareRoot()
      return 2 * (multiple - multiple.rounded(.down)) - 1
    }
    let length = vector.reduce(0) { $0 + $1 * $1 }
    return (0..<size).map { column in
      (0..<size).map { row in (row == column ? 1 : 0) - 2 * vector[row] * vector[column] / length }
    }
  }
}
