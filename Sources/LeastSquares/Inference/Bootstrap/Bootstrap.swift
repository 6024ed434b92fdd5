/// Repeated fits to resampled data: how much the estimates would vary from one recording of the same motion
/// to another, without believing in normal errors or in a straight line near the minimum.
///
/// Replicate i draws from ``SplitMix64/init(seed:stream:)`` with stream i: the result depends on the seed
/// alone, not on the threads.
///
/// (B. Efron and R. Tibshirani, *An Introduction to the Bootstrap*, 1993; A. Davison and D. Hinkley,
/// *Bootstrap Methods and their Application*, 1997, §6.)
package struct Bootstrap: Sendable {
  /// B, the number of replicates. 1999 serve 95 % intervals; standard errors need a tenth.
  package var replicates: Int
  package var seed: UInt64
  package var threads: Int
  /// True where no further replicates are to be drawn; asked after every ``blockSize`` of them.
  package var isSpent: @Sendable () -> Bool = { false }
  /// The number of replicates between two looks at ``isSpent``: the result does not depend on the threads.
  package static let blockSize = 50

  package init(replicates: Int = 1999, seed: UInt64, threads: Int = 1) {
    self.replicates = replicates
    self.seed = seed
    self.threads = threads
  }

  /// Refits observations made of the fitted curve and errors drawn, with replacement, from the fit's own:
  /// centered, and scaled by √(n/(n − p)) for what the fit took out of them.
  ///
  /// Right where the model holds and all observations are alike; of a weighted fit give both in units of each
  /// observation's standard deviation.
  ///
  /// - Parameters:
  ///   - observations: n numbers.
  ///   - fitted: the curve at the same places.
  ///   - freeParameters: p.
  ///   - estimate: the numbers of interest, from the observations themselves.
  ///   - refit: the same numbers from a replicate's observations; nil where the fit fails.
  /// - Returns: nil where n ≤ p.
  package func residuals(
    observations: [Double], fitted: [Double], freeParameters: Int, estimate: [Double],
    refit: @Sendable (_ observations: [Double], _ replicate: Int) -> [Double]?
  ) -> BootstrapResult? {
    let n = observations.count
    precondition(fitted.count == n, "\(fitted.count) fitted values for \(n) observations")
    guard n > freeParameters, n > 0 else { return nil }
    let raw = zip(observations, fitted).map { $0 - $1 }
    let mean = raw.reduce(0) { $0 + $1 / Double(n) }
    let inflation = (Double(n) / Double(n - freeParameters)).squareRoot()
    let errors = raw.map { ($0 - mean) * inflation }
    return result(estimate) { replicate, generator in
      refit(fitted.map { $0 + errors[generator.index(below: n)] }, replicate)
    }
  }

  /// Refits the rows themselves, drawn with replacement: a row may count several times, or not at all.
  ///
  /// Right also where errors differ from row to row; a curve that leans on a few rows may have none of them
  /// in a replicate, which then fails.
  ///
  /// - Parameters:
  ///   - count: n, the number of rows.
  ///   - estimate: the numbers of interest, from the rows as they are.
  ///   - refit: the same numbers with row i counted `counts[i]` times; nil where the fit fails.
  package func cases(
    count: Int, estimate: [Double],
    refit: @Sendable (_ counts: [Int], _ replicate: Int) -> [Double]?
  ) -> BootstrapResult {
    result(estimate) { replicate, generator in
      var counts = [Int](repeating: 0, count: count)
      for _ in 0..<count { counts[generator.index(below: count)] += 1 }
      return refit(counts, replicate)
    }
  }

  private func result(
    _ estimate: [Double], draw: @Sendable (_ replicate: Int, _ generator: inout SplitMix64) -> [Double]?
  ) -> BootstrapResult {
    let seed = seed
    var drawn: [[Double]?] = []
    while drawn.count < replicates, drawn.isEmpty || !isSpent() {
      let first = drawn.count
      drawn += Parallel.map(min(Self.blockSize, replicates - first), threads: threads) { index in
        var generator = SplitMix64(seed: seed, stream: first + index)
        return draw(first + index, &generator)
      }
    }
    return BootstrapResult(estimate: estimate, replicates: drawn)
  }
}
