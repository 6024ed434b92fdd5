import Benchmark

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(metrics: [.wallClock, .throughput], warmupIterations: 1)
  readingBenchmarks()
  lawBenchmarks()
  do { try estimatorBenchmarks() } catch { fatalError("the bounce is no recording: \(error)") }
  kernelBenchmarks()
}
