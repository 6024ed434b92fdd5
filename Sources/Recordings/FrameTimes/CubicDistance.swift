internal import CKernels

/// The distance of five samples from the cubic that goes on between them: their fourth divided difference over its norm.
enum CubicDistance {
  static let samples = 5
  private static var path: scrollfit_path { scrollfit_fastest_path() }

  /// The number of windows of five samples whose squared distance is above one.
  ///
  /// - Parameters:
  ///   - x: the samples' abscissas, increasing.
  ///   - y: as many.
  /// - Complexity: O(n), several windows at once.
  static func count(_ x: [Double], _ y: [Double], above square: Double) -> Int {
    scrollfit_rough_windows(path, x, y, x.count, square)
  }

  /// Returns the square of the distance.
  ///
  /// The weight of a sample in the divided difference is 1/Π(xᵢ − xⱼ), here times the product of all differences, which leaves those that
  /// the sample has no part in: one division in place of eleven. Ordinates count from the middle one: content at rest is at no distance.
  ///
  /// - Parameters:
  ///   - first: the first of the samples.
  ///   - x: their abscissas, increasing, in any unit.
  @inline(__always)
  static func squared(_ first: Int, x: (Int) -> Double, y: (Int) -> Double) -> Double {
    let (a, b, c, d, e) = (x(first), x(first + 1), x(first + 2), x(first + 3), x(first + 4))
    let (ab, ac, ad, ae, bc) = (b - a, c - a, d - a, e - a, c - b)
    let (bd, be, cd, ce, de) = (d - b, e - b, d - c, e - c, e - d)
    let (cde, abc) = (cd * ce * de, ab * ac * bc)
    let (bcde, acde) = (bc * bd * be * cde, ac * ad * ae * cde)
    let (abde, abce, abcd) = (ab * ad * ae * bd * be * de, abc * ae * be * ce, abc * ad * bd * cd)
    let middle = y(first + 2)
    let outer = bcde * (y(first) - middle) + abcd * (y(first + 4) - middle)
    let difference = outer - acde * (y(first + 1) - middle) - abce * (y(first + 3) - middle)
    let squares = bcde * bcde + acde * acde + abde * abde + abce * abce + abcd * abcd
    return difference * difference / squares
  }
}
