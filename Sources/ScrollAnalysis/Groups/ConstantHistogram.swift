import Elementary

/// The number of values lie where: bins of equal width.
///
/// The width is 2 IQR n^(−1/3) (D. Freedman and P. Diaconis, Z. Wahrscheinlichkeitstheorie verw. Gebiete 57, 1981), with
/// log₂ n + 1 bins at least (H. A. Sturges, J. Am. Stat. Assoc. 21, 1926), since the quartiles of a mixture lie in different
/// parts of it, and ``maximumBins`` at most. The bins reach three IQRs beyond the quartiles at most: a single far value would press all
/// others into one bin.
package struct ConstantHistogram: Equatable, Sendable {
  /// The lower bound of the first bin.
  package let low: Double
  package let width: Double
  package let counts: [Int]
  /// The number of values are in no bin.
  package let outside: Int

  package var range: ClosedRange<Double> { low...(low + width * Double(counts.count)) }

  private static let maximumBins = 40

  /// - Parameter quantiles: the quartiles are the second and the fourth.
  /// - Returns: nil where the quartiles are equal.
  init?(_ values: [Double], quantiles: [Double]) {
    let range = quantiles[3] - quantiles[1]
    guard range > 0, range.isFinite, let least = values.min(), let most = values.max() else { return nil }
    let low = max(least, quantiles[1] - 3 * range)
    let span = min(most, quantiles[3] + 3 * range) - low
    let bins = span / (2 * range) * power(Double(values.count), 1.0 / 3)
    let sturges = Int.bitWidth - (values.count - 1).leadingZeroBitCount + 1
    let count = min(Self.maximumBins, max(sturges, Int(bins.rounded(.up))))
    self.low = low
    width = span / Double(count)
    var counts = [Int](repeating: 0, count: count)
    for value in values { Self.count(value, low: low, width: width, into: &counts) }
    self.counts = counts
    outside = values.count - counts.reduce(0, +)
  }

  /// The counts of some of the values, in the same bins.
  func counts(of values: [Double]) -> [Int] {
    var some = [Int](repeating: 0, count: counts.count)
    for value in values { Self.count(value, low: low, width: width, into: &some) }
    return some
  }

  /// The last bin holds its upper end.
  private static func count(_ value: Double, low: Double, width: Double, into counts: inout [Int]) {
    let reference = (value - low) / width
    guard reference >= 0, reference <= Double(counts.count) * (1 + 1e-12) else { return }
    counts[min(Int(reference), counts.count - 1)] += 1
  }
}
