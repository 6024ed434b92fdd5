import Synchronization
import Testing

@testable import LeastSquares

struct BootstrapTests {
  /// The published first numbers of seed 1234567 (Rosetta Code, *Pseudo-random numbers/Splitmix64*).
  @Test("SplitMix64 gives the published numbers of a seed") func publishedSequence() {
    var generator = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func deviatesHaveTheirMoments() {
    var generator = SplitMix64(seed: 7, stream: 3)
    let n = 200_000
    let normal = (0..<n).map { _ in generator.normal() }
    let uniform = (0..<n).map { _ in generator.uniform() }
    let root = Double(n).squareRoot()
    func mean(_ values: [Double], power: Int) -> Double {
      values.reduce(0) { sum, value in sum + (0..<power).reduce(1) { p, _ in p * value } } / Double(n)
    }
    // Five standard errors of each moment.
    #expect(abs(mean(normal, power: 1)) < 5 / root)
    #expect(abs(mean(normal, power: 2) - 1) < 5 * 2.0.squareRoot() / root)
    #expect(abs(mean(normal, power: 4) - 3) < 5 * 96.0.squareRoot() / root)
    #expect(abs(mean(uniform, power: 1) - 0.5) < 5 / 12.0.squareRoot() / root)
    #expect(uniform.allSatisfy { 0 <= $0 && $0 < 1 })
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<70_000 { counts[generator.index(below: 7)] += 1 }
    let chiSquared = counts.reduce(0.0) { $0 + (Double($1) - 1e4) * (Double($1) - 1e4) / 1e4 }
    #expect(ChiSquared(degreesOfFreedom: 6).upperTail(chiSquared) > 1e-4)
    #expect(generator.index(below: 1) == 0)
  }

  @Test(
    "Sequences of one seed are not shifts of one another, and neighbors in seed or stream have nothing in common"
  )
  func streamsDiffer() {
    var seen: Set<UInt64> = []
    for seed in 0..<8 as Range<UInt64> {
      for stream in 0..<64 {
        var generator = SplitMix64(seed: seed, stream: stream)
        for _ in 0..<32 { seen.insert(generator.next()) }
      }
    }
    #expect(seen.count == 8 * 64 * 32)
  }

  @Test(arguments: [1, 2, 3, 16]) func parallelKeepsTheOrder(threads: Int) {
    let values = Parallel.map(1000, threads: threads) { $0 * $0 }
    #expect(values == (0..<1000).map { $0 * $0 })
    #expect(Parallel.map(0, threads: threads) { $0 } == [])
    #expect(Parallel.map(-3, threads: threads) { $0 } == [])
  }

  private let values = [1.25, 0.5, 3.75, 8.5, 2.25, 1.75, 0.25, 4.5]

  private func cases(_ threads: Int, replicates: Int = 4000) -> BootstrapResult {
    let values = values
    return Bootstrap(replicates: replicates, seed: 11, threads: threads).cases(
      count: 8, estimate: [values.reduce(0, +) / 8]
    ) { counts, _ in [zip(counts, values).reduce(0) { $0 + Double($1.0) * $1.1 } / 8] }
  }

  /// The mean of n rows drawn from n has the variance Σ(y − ȳ)²/n² exactly.
  @Test func standardErrorOfAMean() throws {
    let mean = values.reduce(0, +) / 8
    let expected = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 64).squareRoot()
    let result = cases(1)
    #expect(result.failed == 0 && result.replicates.count == 4000)
    #expect(abs((result.standardError(0) ?? 0) / expected - 1) < 4 / 8000.0.squareRoot())
    #expect(abs(result.bias(0) ?? 9) < 4 * expected / 4000.0.squareRoot())
  }

  @Test func threadsDoNotMatter() {
    #expect(cases(1, replicates: 300) == cases(2, replicates: 300))
    #expect(cases(1, replicates: 300) == cases(7, replicates: 300))
    #expect(Array(cases(1).replicates[..<300]) == cases(1, replicates: 300).replicates)
  }

  /// A line's slope: the residuals, scaled for their degrees of freedom, give s/√Sxx.
  @Test func residualsOfALine() throws {
    let x = (0..<20).map { Double($0) }
    let y = x.map { 3 + 0.5 * $0 + [0.3, -0.2, 0.5, -0.6, 0.1][Int($0) % 5] }
    let centre = 9.5
    let spread = x.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
    @Sendable func slope(_ y: [Double]) -> Double {
      zip(x, y).reduce(0) { $0 + ($1.0 - centre) * $1.1 } / spread
    }
    let (estimate, mean) = (slope(y), y.reduce(0, +) / 20)
    let fitted = x.map { mean + estimate * ($0 - centre) }
    let squares = zip(y, fitted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    let expected = (squares / 18 / spread).squareRoot()
    let result = try #require(
      Bootstrap(replicates: 4000, seed: 5, threads: 2).residuals(
        observations: y, fitted: fitted, freeParameters: 2, estimate: [estimate]
      ) { observations, _ in [slope(observations)] })
    #expect(abs((result.standardError(0) ?? 0) / expected - 1) < 4 / 8000.0.squareRoot())
    let interval = try #require(result.percentileInterval(0, confidence: 0.9))
    #expect(abs(interval.upperBound - interval.lowerBound - 2 * 1.645 * expected) < 0.25 * expected)
    #expect(
      Bootstrap(seed: 1).residuals(
        observations: [1, 2], fitted: [1, 2], freeParameters: 2, estimate: [0], refit: { y, _ in y }) == nil)
  }

  @Test func failuresAreCounted() {
    let result = Bootstrap(replicates: 100, seed: 2).cases(count: 3, estimate: [1]) { counts, replicate in
      counts.contains(3) ? nil : replicate % 2 == 0 ? [.nan] : [Double(counts[0])]
    }
    #expect(result.failed + result.replicates.count == 100)
    #expect(result.failed >= 50 && result.replicates.allSatisfy { $0[0] <= 2 })
    let none = BootstrapResult(estimate: [1], replicates: [nil, [1, 2]])
    #expect(none.failed == 2 && none.standardError(0) == nil && none.bias(0) == nil)
    #expect(none.percentileInterval(0, confidence: 0.5) == nil)
    #expect(none.acceleratedInterval(0, confidence: 0.5, acceleration: 0) == nil)
  }

  @Test(
    "A bootstrap whose budget is spent ends after a block of replicates, at any number of threads",
    arguments: [1, 2])
  func spent(threads: Int) {
    let fits = Atomic(0)
    var bootstrap = Bootstrap(replicates: 1000, seed: 3, threads: threads)
    bootstrap.isSpent = { fits.load(ordering: .relaxed) >= 120 }
    let result = bootstrap.cases(count: 3, estimate: [1]) { counts, _ in
      fits.add(1, ordering: .relaxed)
      return [Double(counts[0])]
    }
    #expect(result.replicates.count == 150 && result.failed == 0)
    var whole = Bootstrap(replicates: 150, seed: 3)
    whole.isSpent = { false }
    #expect(whole.cases(count: 3, estimate: [1]) { counts, _ in [Double(counts[0])] } == result)
  }

  @Test("The percentiles of 1, 2 … 999 are themselves: (B + 1)·2.5 % = 25")
  func percentiles() {
    let result = BootstrapResult(estimate: [500], replicates: (1...999).map { [Double($0)] })
    #expect(result.percentileInterval(0, confidence: 0.95) == 25...975)
    #expect(result.percentileInterval(0, confidence: 0.998) == 1...999)
    #expect(result.percentileInterval(0, confidence: 0.9991) == nil)
    #expect(result.percentileInterval(0, confidence: .nan) == nil)
    // Symmetric and not accelerated: the same.
    let accelerated = result.acceleratedInterval(0, confidence: 0.95, acceleration: 0)
    #expect(
      abs((accelerated?.lowerBound ?? 0) - 25) < 1e-9 && abs((accelerated?.upperBound ?? 0) - 975) < 1e-9)
    // All on one side.
    #expect(
      BootstrapResult(estimate: [1000], replicates: result.replicates)
        .acceleratedInterval(0, confidence: 0.95, acceleration: 0) == nil)
  }

  @Test func acceleratedIntervalOfTheReference() throws {
    let reference = try EstimationReference.read().accelerated
    let result = BootstrapResult(
      estimate: [reference.estimate], replicates: reference.replicates.map { [$0] })
    let interval = try #require(
      result.acceleratedInterval(0, confidence: 0.9, acceleration: reference.acceleration))
    #expect(digits([interval.lowerBound, interval.upperBound], reference.interval) > 12)

    let values = reference.values
    let accelerations = Jackknife.accelerations(count: 8, threads: 2) { counts, omitted in
      #expect(counts[omitted] == 0)
      return [zip(counts, values).reduce(0) { $0 + Double($1.0) * $1.1 } / 7, 3]
    }
    #expect(digits(accelerations?[0] ?? .nan, reference.acceleration) > 12)
    #expect(accelerations?[1] == 0)
    #expect(Jackknife.accelerations(count: 3) { _, _ in nil } == nil)
  }
}
