// What the suite uses of the library ordo-one/benchmark, without bodies: scripts/check-benchmarks type-checks the suite
// against it, because the library and a second build of the package take minutes.

public final class Benchmark {
  public struct Configuration: Sendable {
    public init(
      metrics: [BenchmarkMetric] = [], warmupIterations: Int = 0, scalingFactor: BenchmarkScalingFactor = .one
    ) {}
  }

  nonisolated(unsafe) public static var defaultConfiguration = Configuration()
  public var scaledIterations: Range<Int> { 0..<1 }

  @discardableResult
  public init?(
    _ name: String, configuration: Configuration = defaultConfiguration, closure: @escaping (Benchmark) throws -> Void
  ) {}

  public func startMeasurement() {}
  public func measurement(_ metric: BenchmarkMetric, _ value: Int) {}
}

public enum BenchmarkScalingFactor: Sendable { case one, kilo }

public enum BenchmarkMetric: Sendable {
  public enum Polarity: Sendable { case prefersLarger }

  case wallClock
  case custom(_ name: String, polarity: Polarity, useScalingFactor: Bool)
}

public func blackHole(_ value: some Any) {}
