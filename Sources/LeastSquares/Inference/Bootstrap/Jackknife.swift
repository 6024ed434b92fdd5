/// Fits that leave out one row at a time.
package enum Jackknife {
  /// The acceleration of each estimate, a = Σ dᵢ³ / (6 (Σ dᵢ²)^(3/2)), dᵢ the mean of the fits less the one
  /// without row i: how fast the standard error changes with the estimate (B. Efron, J. Am. Stat. Assoc. 82,
  /// 1987).
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - refit: the estimates with row i counted `counts[i]` times, 0 or 1; nil where the fit fails: that row
  ///     is then passed over.
  /// - Returns: one number an estimate, 0 where no row moves it; nil where no fit succeeds.
  package static func accelerations(
    count: Int, threads: Int = 1, refit: @Sendable (_ counts: [Int], _ omitted: Int) -> [Double]?
  ) -> [Double]? {
    let fits = Parallel.map(count, threads: threads) { omitted in
      var counts = [Int](repeating: 1, count: count)
      counts[omitted] = 0
      return refit(counts, omitted)
    }.compactMap { $0 }.filter { $0.allSatisfy(\.isFinite) }
    guard let first = fits.first else { return nil }
    return first.indices.map { j in
      let mean = fits.reduce(0) { $0 + $1[j] / Double(fits.count) }
      guard let (distances, _) = ResidualScale.normalised(fits.map { mean - $0[j] }) else { return 0 }
      let square = distances.reduce(0) { $0 + $1 * $1 }
      return distances.reduce(0) { $0 + $1 * $1 * $1 } / (6 * square * square.squareRoot())
    }
  }
}
