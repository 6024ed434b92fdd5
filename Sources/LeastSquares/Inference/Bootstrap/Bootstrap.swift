internal import Dispatch
internal import Synchronization

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

/// Estimates and their replicates.
package struct BootstrapResult: Equatable, Sendable {
  package let estimate: [Double]
  /// The fits that succeeded, in the order they were drawn; each as long as ``estimate``.
  package let replicates: [[Double]]
  /// The number of failures: no fit, or a number that is not finite.
  package let failed: Int

  /// - Parameter replicates: nil for a fit that failed.
  package init(estimate: [Double], replicates: [[Double]?]) {
    let found = replicates.compactMap { $0 }.filter {
      $0.count == estimate.count && $0.allSatisfy(\.isFinite)
    }
    self.estimate = estimate
    self.replicates = found
    failed = replicates.count - found.count
  }

  /// The standard deviation of number j over the replicates; nil for fewer than two.
  package func standardError(_ j: Int) -> Double? {
    guard replicates.count > 1 else { return nil }
    let mean = mean(j)
    let deviations = replicates.map { $0[j] - mean }
    return ResidualScale.rootMeanSquare(deviations)
      * (Double(replicates.count) / Double(replicates.count - 1)).squareRoot()
  }

  /// Mean of the replicates − estimate: about what the estimate itself is off by; nil without replicates.
  package func bias(_ j: Int) -> Double? { replicates.isEmpty ? nil : mean(j) - estimate[j] }

  /// The values that leave (1 − confidence)/2 of the replicates on each side.
  ///
  /// Nil where there are too few replicates for that: (B + 1)(1 − confidence)/2 < 1.
  package func percentileInterval(_ j: Int, confidence: Double) -> ClosedRange<Double>? {
    interval(j, from: (1 - confidence) / 2, to: (1 + confidence) / 2)
  }

  /// Efron's bias-corrected and accelerated interval (BCa): the percentiles
  ///
  ///     α = Φ(z₀ + (z₀ ± z)/(1 − a(z₀ ± z)))
  ///
  /// z₀ the normal quantile of the share of replicates below the estimate, ties counted half, z that of the
  /// confidence. (B. Efron, *Better bootstrap confidence intervals*, J. Am. Stat. Assoc. 82, 1987.)
  ///
  /// - Parameter acceleration: a; see ``Jackknife/accelerations(count:threads:refit:)``.
  /// - Returns: nil where there are too few replicates, or all lie on one side of the estimate.
  package func acceleratedInterval(_ j: Int, confidence: Double, acceleration: Double) -> ClosedRange<Double>?
  {
    let below = replicates.reduce(0.0) { sum, replicate in
      sum + (replicate[j] < estimate[j] ? 1 : replicate[j] == estimate[j] ? 0.5 : 0)
    }
    let normal = Normal()
    let shift = normal.quantile(below / Double(replicates.count))
    guard shift.isFinite else { return nil }
    func level(_ share: Double) -> Double {
      let distance = shift + normal.quantile(share)
      let slope = 1 - acceleration * distance
      return slope > 0 ? normal.cumulative(shift + distance / slope) : .nan
    }
    return interval(j, from: level((1 - confidence) / 2), to: level((1 + confidence) / 2))
  }

  private func mean(_ j: Int) -> Double {
    // About the estimate: the mean of nearly equal numbers keeps its digits.
    estimate[j] + replicates.reduce(0) { $0 + ($1[j] - estimate[j]) / Double(replicates.count) }
  }

  private func interval(_ j: Int, from low: Double, to high: Double) -> ClosedRange<Double>? {
    let sorted = replicates.map { $0[j] }.sorted()
    guard let lower = quantile(low, of: sorted), let upper = quantile(high, of: sorted), lower <= upper
    else { return nil }
    return lower...upper
  }

  /// The number at place share · (B + 1), between two of them on a line.
  private func quantile(_ share: Double, of sorted: [Double]) -> Double? {
    // Shares such as (1 − 0.95)/2 are not exact, and neither are places that ought to be whole.
    let position = share * Double(sorted.count + 1)
    let whole = position.rounded()
    let exact = abs(position - whole) < 1e-9 * Double(sorted.count + 1) ? whole : position
    guard exact >= 1, exact <= Double(sorted.count) else { return nil }
    let index = min(Int(exact), sorted.count - 1)
    let rest = exact - Double(index)
    guard sorted.count > 1 else { return sorted.first }
    return sorted[index - 1] + rest * (sorted[index] - sorted[index - 1])
  }
}

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
      var distances = fits.map { mean - $0[j] }
      guard let largest = ResidualScale.largest(distances) else { return 0 }
      for index in distances.indices { distances[index] /= largest }
      let square = distances.reduce(0) { $0 + $1 * $1 }
      return distances.reduce(0) { $0 + $1 * $1 * $1 } / (6 * square * square.squareRoot())
    }
  }
}

/// Independent computations on several threads.
package enum Parallel {
  /// The values of `body` for 0 ..< count, in that order, whatever the count of threads and the order of
  /// their ends.
  ///
  /// Indices are dealt out one by one, so that long and short ones mix.
  ///
  /// - Parameter threads: how many run at once, at most; 1 or less runs on the caller's own.
  package static func map<T: Sendable>(
    _ count: Int, threads: Int, _ body: @Sendable (_ index: Int) -> T
  ) -> [T] {
    guard count > 1, threads > 1 else { return (0..<max(0, count)).map(body) }
    let remaining = Mutex(0..<count)
    let gathered = Mutex([(index: Int, value: T)]())
    DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
      var own: [(index: Int, value: T)] = []
      while let index = remaining.withLock({ $0.popFirst() }) { own.append((index, body(index))) }
      gathered.withLock { $0 += own }
    }
    return gathered.withLock { $0 }.sorted { $0.index < $1.index }.map(\.value)
  }
}
