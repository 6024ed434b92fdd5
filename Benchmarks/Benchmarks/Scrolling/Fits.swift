import Benchmark
import Recordings
import ScrollFit
import ScrollFitting

/// Model by model a whole fit of one recording, with its statistics, as `fit --model` does it.
func fitBenchmarks() throws {
  for motion in Motions.all {
    var options = FitOptions()
    options.model = .model(motion.scrollModel.model)
    try benchmark("fit \(motion.scrollModel.name), \(motion.abscissas.count) samples", motion, options)
  }
}

/// Estimator by estimator the fit of a bounce whose samples count alike.
func estimatorBenchmarks() throws {
  let motion = Motions.motion(.bounce, [0, 60, 900, 10.9])
  for estimator in Estimator.allCases where estimator != .auto {
    var options = FitOptions()
    options.model = .model(.bounce)
    options.noise = .none
    options.estimator = estimator
    switch estimator {
    case .linear: options.fixed = ["damping": 10.9]
    case .compassSearchArticles: options.fixed = ["rest": 0]
    default: break
    }
    try benchmark("estimator \(estimator.rawValue), bounce", motion, options)
  }
}

/// Measures a fit, of which it is seen before that it succeeds.
private func benchmark(_ name: String, _ motion: Motion, _ options: FitOptions) throws {
  let trace = try motion.trace()
  let analyzer = Analyzer(options: options)
  if let failure = analyzer.analyze([trace]).failures.first { throw failure.error }
  Benchmark(name) { benchmark in
    for _ in benchmark.scaledIterations { blackHole(analyzer.analyze([trace])) }
  }
}
