import Benchmark
import Recordings
import ScrollFit
import ScrollSegmentation
import ScrollSimulation

private let speed = BenchmarkMetric.custom("MB/s", polarity: .prefersLarger, useScalingFactor: false)

/// Megabytes of numbers, from bytes to recordings, and sessions to be parted into phases.
func readingBenchmarks() {
  let times = Motions.times(200_000, seed: 0)
  let offsets = times.map { (7 * $0 * 3).rounded() / 3 }
  let short = (times: times.map { rounded($0, 1e6) }, offsets: offsets.map { rounded($0, 1e3) })
  for (digits, times, offsets) in [
    ("3 to 9 digits", short.times, short.offsets), ("17 digits", times, offsets),
  ] {
    let rows = zip(times, offsets).map { "\($0),\($1)" }
    let objects = zip(times, offsets).map { "{\"time\":\($0),\"offset\":\($1)}" }
    tableBenchmark("CSV, \(digits)", ["time,offset"] + rows)
    tableBenchmark("NDJSON, an object a row, \(digits)", objects)
    let lines = stride(from: 0, to: times.count, by: 200).map { start in
      let samples = start..<start + 200
      return Array("{\"id\":\"a\",\"t\":\(times[samples]),\"y\":\(offsets[samples])}".utf8)
    }
    readingBenchmark("NDJSON, a recording a line, \(digits)", bytes: lines.reduce(0) { $0 + $1.count }) {
      for line in lines {
        blackHole(try TraceLine(line, number: 1, source: "lines").traces(ReadingOptions()))
      }
    }
  }

  // Ten times the samples in ten times the time.
  for count in [10_000, 100_000] {
    let samples = zip(short.times, short.offsets).prefix(count).map { "{\"t\":\($0),\"scrollTop\":\($1)}" }
    tableBenchmark("an array of \(count) browser samples", ["[" + samples.joined(separator: ",\n") + "]"])
  }

  Benchmark("segmentation, 20 sessions") { benchmark in
    let sessions = (0..<20).compactMap { SessionGenerator(seed: 1).session($0)?.trace }
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      for trace in sessions {
        for axis in Axis.allCases { blackHole(Segmenter().phases(of: trace, axis: axis)) }
      }
    }
  }
}

private func rounded(_ value: Double, _ scale: Double) -> Double { (value * scale).rounded() / scale }

private func tableBenchmark(_ name: String, _ lines: [String]) {
  let text = Array((lines.joined(separator: "\n") + "\n").utf8)
  readingBenchmark(name, bytes: text.count) {
    blackHole(try RecordingReader().traces(bytes: text, source: name))
  }
}

private func readingBenchmark(_ name: String, bytes: Int, _ read: @escaping () throws -> Void) {
  Benchmark(
    "reading \(name)", configuration: .init(metrics: [.wallClock, speed], warmupIterations: 1)
  ) { benchmark in
    let seconds = try ContinuousClock().measure { try read() } / .seconds(1)
    benchmark.measurement(speed, Int(Double(bytes) / seconds / 1e6))
  }
}
