/// A grid of any size that offsets were rounded to: device pixels of a screen whose scale is none of ``PixelGrid``'s, or any unit that a program
/// counts in.
package enum StepGrid {
  /// The grid that the steps from sample to sample show; nil where they show none.
  ///
  /// On a grid every step is a multiple of one size, and slow motion shows few of it: the grid is the smallest step, or an eighth to a
  /// half of it, where the steps of up to 32 grid steps are multiples of it, of at least four kinds, all but one in twenty to
  /// within a tenth. Steps of a motion that was not rounded are not.
  ///
  /// - Complexity: O(n).
  package static func detect(_ offsets: [Double]) -> Double? {
    let largest = offsets.reduce(0) { max($0, abs($1)) }
    // Below this a step is what arithmetic leaves of none.
    let steps = zip(offsets.dropFirst(), offsets).map { abs($0 - $1) }.filter { $0 > 1e-7 * largest }
    guard let smallest = steps.min() else { return nil }
    // The slowest frame may still go several grid steps.
    return (1...8).lazy.compactMap { size(of: steps, near: smallest / Double($0)) }.first
  }

  /// The size that steps are multiples of, near to a guess; nil where they are not.
  private static func size(of steps: [Double], near guess: Double) -> Double? {
    let near = steps.filter { $0 < 32.5 * guess }
    let multiples = near.map { ($0 / guess).rounded() }
    guard near.count >= 20, Set(multiples).count >= 4 else { return nil }
    let deviations = zip(near, multiples).count { abs($0 / guess - $1) > 0.1 }
    guard deviations * 20 <= near.count else { return nil }
    let sizes = zip(near, multiples).map { $0 / $1 }.sorted()
    return sizes[sizes.count / 2]
  }
}
