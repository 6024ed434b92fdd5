internal import CKernels

/// The grid of device pixels that offsets were rounded to, found from the offsets alone.
package enum PixelGrid {
  /// The grids of screens with scale 1, 2 and 3, coarsest first.
  private static let usual: [Double] = [1, 1.0 / 2, 1.0 / 3]
  /// Those of Android's screens of 420, 440, 560 and 640 dpi, coarsest first; at 160, 320 and 480 they are the usual ones.
  private static let unusual: [Double] = [1 / 2.625, 1 / 2.75, 1 / 3.5, 1.0 / 4]
  /// The fewest different offsets that show one of these: each offset of another grid lies on it by chance in one case of four.
  private static let shownBy = 8
  /// The number of offsets that are looked at together.
  private static let vectorLength = 8
  private static var path: scrollfit_path { scrollfit_fastest_path() }

  /// The coarsest of 1, 1/2 and 1/3 that holds every offset, else the coarsest of 1/2.625, 1/2.75, 1/3.5 and 1/4 that holds eight
  /// or more different ones; nil where none does, or there are no offsets.
  ///
  /// An offset lies on a grid when |offset − its nearest multiple| is at most one unit of the last decimal it
  /// was written with (it may have been cut off: 123.6666), and at most an eighth of the grid: a decimal that
  /// is coarser than that shows too little. One that was a 32-bit float may be off by a unit of that.
  ///
  /// - Complexity: O(`offsets.count`).
  package static func detect(_ offsets: [Double]) -> Double? {
    guard !offsets.isEmpty, offsets.areFinite else { return nil }
    // The decimals of the offset before, which the next one mostly has too.
    var decimals = 0
    func holdsAll(_ grid: Double) -> Bool {
      guard offsets.prefix(vectorLength).allSatisfy({ holds($0, grid, &decimals) }) else { return false }
      if offsets.count >= vectorLength,
        scrollfit_lie_on_grid(path, offsets, offsets.count, grid, PowersOfTen.doubles[decimals]) != 0
      {
        return true
      }
      return offsets.dropFirst(vectorLength).allSatisfy { holds($0, grid, &decimals) }
    }
    if let grid = usual.first(where: holdsAll) { return grid }
    guard let grid = unusual.first(where: holdsAll) else { return nil }
    var different: Set<Double> = []
    return offsets.contains { different.insert($0).inserted && different.count == shownBy } ? grid : nil
  }

  private static func holds(_ offset: Double, _ grid: Double, _ decimals: inout Int) -> Bool {
    // The products and the decimal itself are rounded: one part in 2^50 of the offset is not distance.
    let distance = abs(offset - nearestInteger(offset / grid) * grid) - abs(offset) * 0x1p-50
    if distance <= 0 { return true }
    guard distance <= grid / 8 else { return false }
    // Where it may have been written with fewer decimals too, its unit is only larger.
    if let unit = WrittenDecimals.unit(offset, decimals: decimals), distance <= unit { return true }
    let written = WrittenDecimals.count(offset)
    decimals = written ?? decimals
    // One unit of its last decimal, or of a 32-bit float.
    let float = Float(offset)
    let unit = written.map { 1 / PowersOfTen.doubles[$0] } ?? offset.ulp
    return distance <= max(unit, Double(float) == offset ? Double(float.ulp) : 0)
  }

  /// The nearest integer; of two that are as near, either.
  fileprivate static func nearestInteger(_ value: Double) -> Double {
    guard value.magnitude < 0x1p52 else { return value }
    return Double(Int64(value + (value < 0 ? -0.5 : 0.5)))
  }

  /// The unit of the finest decimal among the offsets: 10⁻ᵈ, d the most decimals that one was written with; 1
  /// for integers and for none. An offset with all the digits of a double counts as its unit in the last
  /// place.
  package static func lastDecimal(_ offsets: [Double]) -> Double {
    offsets.reduce(1) { min($0, $1.isFinite ? WrittenDecimals.unit($1) : 1) }
  }
}

/// The number of decimals a number was written with, from the double alone: the shortest that reads back to it.
enum WrittenDecimals {
  /// 10⁻ᵈ for the least d ≥ 0 such that a decimal with d places reads back to the value; the value's unit in
  /// the last place where it takes all of a double's digits.
  static func unit(_ value: Double) -> Double {
    count(value).map { 1 / PowersOfTen.doubles[$0] } ?? value.ulp
  }

  /// The least d ≥ 0 such that a decimal with d places reads back to the value; nil for one with all of a double's digits.
  static func count(_ value: Double) -> Int? {
    for decimals in 0...22 {
      let scaled = PixelGrid.nearestInteger(value * PowersOfTen.doubles[decimals])
      guard abs(scaled) <= 0x1p53 else { return nil }
      if unit(value, decimals: decimals) != nil { return decimals }
    }
    return nil
  }

  /// 10⁻ᵈ where a decimal with d places reads back to the value; else nil.
  static func unit(_ value: Double, decimals: Int) -> Double? {
    let power = PowersOfTen.doubles[decimals]
    let scaled = PixelGrid.nearestInteger(value * power)
    // Both are doubles, so this is the correctly rounded value of the decimal scaled / power.
    return abs(scaled) <= 0x1p53 && scaled / power == value ? 1 / power : nil
  }
}

/// A grid of any size that offsets were rounded to: device pixels of a screen whose scale is none of ``PixelGrid``'s, or any unit that a program
/// counts in.
package enum StepGrid {
  /// The grid that the steps from sample to sample show; nil where they show none.
  ///
  /// On a grid every step is a multiple of one size, and slow motion shows few of it: the grid is the smallest step, or an eighth to a
  /// half of it, where the steps of up to 32 grid steps are multiples of it, of at least four kinds, all but one in twenty to
  /// within a tenth, or a quarter at most where offsets were written with few decimals, each rounded once more. Steps of a motion that was
  /// not rounded are not, and the last decimal that offsets are written with is no grid: noise has it too.
  ///
  /// - Parameter decimal: the unit of the last decimal of the offsets (``PixelGrid/lastDecimal(_:)``).
  /// - Complexity: O(n).
  package static func detect(_ offsets: [Double], decimal: Double) -> Double? {
    let largest = offsets.reduce(0) { max($0, abs($1)) }
    // Below this a step is what arithmetic leaves of none.
    let steps = zip(offsets.dropFirst(), offsets).map { abs($0 - $1) }.filter { $0 > 1e-7 * largest }
    guard let smallest = steps.min() else { return nil }
    // The slowest frame may still go several grid steps.
    return (1...8).lazy.compactMap { size(of: steps, near: smallest / Double($0), decimal: decimal) }.first
  }

  /// The size that steps are multiples of, near to a guess; nil where they are not.
  private static func size(of steps: [Double], near guess: Double, decimal: Double) -> Double? {
    guard guess > 1.5 * decimal else { return nil }
    let guess = decimal > 0.01 * guess ? refined(guess, steps) : guess
    let near = steps.filter { $0 < 32.5 * guess }
    let multiples = near.map { ($0 / guess).rounded() }
    guard near.count >= 20, Set(multiples).count >= 4 else { return nil }
    let tolerance = min(max(0.1, decimal / guess), 0.25)
    let deviations = zip(near, multiples).count { abs($0 / guess - $1) > tolerance }
    guard deviations * 20 <= near.count else { return nil }
    let sizes = zip(near, multiples).filter { $1 > 0 }.map { $0 / $1 }.sorted()
    return sizes[sizes.count / 2]
  }

  /// A guess that was rounded to a decimal, from ever larger multiples: an error of a hundredth is a third of a grid step at the largest.
  private static func refined(_ guess: Double, _ steps: [Double]) -> Double {
    [2.5, 5.5, 10.5, 20.5].reduce(guess) { guess, reach in
      let near = steps.filter { $0 < reach * guess }
      let multiples = near.reduce(0) { $0 + ($1 / guess).rounded() }
      return multiples > 0 ? near.reduce(0, +) / multiples : guess
    }
  }
}
