import Benchmark

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(metrics: [.wallClock], warmupIterations: 1)
  readingBenchmarks()
  modelBenchmarks()
  do {
    try fitBenchmarks()
    try estimatorBenchmarks()
  } catch { fatalError("a motion is not fitted: \(error)") }
  kernelBenchmarks()
}
