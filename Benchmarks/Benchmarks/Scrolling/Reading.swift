import Benchmark
import Recordings
import ScrollFit

/// Megabytes of numbers, and sessions to be parted into phases.
func readingBenchmarks() {
  let times = Motions.times(200_000, seed: 0)
  let offsets = times.map { (7 * $0 * 3).rounded() / 3 }
  let rows = zip(times, offsets).map { "\($0),\($1)" }
  let csv = Array(("time,y\n" + rows.joined(separator: "\n") + "\n").utf8)
  let objects = zip(times, offsets).map { "{\"time\":\($0),\"y\":\($1)}" }
  let ndjson = Array((objects.joined(separator: "\n") + "\n").utf8)

  for (name, bytes) in [("CSV", csv), ("NDJSON", ndjson)] {
    Benchmark("reading \(name), \(bytes.count / 1000) kB") { benchmark in
      for _ in benchmark.scaledIterations {
        blackHole(try RecordingReader().table(bytes: bytes, source: name))
      }
    }
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
