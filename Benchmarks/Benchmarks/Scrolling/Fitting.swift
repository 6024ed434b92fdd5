import Benchmark
import Kernels
import LeastSquares
import Recordings
import ScrollFit
import ScrollModels

/// One pass over a trace for Φ and ∂Φ/∂α, law by law.
func lawBenchmarks() {
  let times = Motions.times(150, seed: 0)
  let laws: [(any Law, [Double])] = [
    (DecelerationLaw(), [2]), (StoppingDecelerationLaw(), [2, 1.5]), (BounceLaw(), [10.9]),
    (SpringLaw(), [10.9, 0.9]),
    (RubberBandLaw(), [0.001]),
  ]
  for (law, alpha) in laws {
    Benchmark("law \(law.name), 150 samples", configuration: .init(scalingFactor: .kilo)) { benchmark in
      var basis = [Double](repeating: 0, count: times.count * law.linear.count)
      var derivatives = [Double](repeating: 0, count: basis.count * law.nonlinear.count)
      for _ in benchmark.scaledIterations {
        law.evaluate(alpha, at: times, basis: &basis, derivatives: &derivatives)
        blackHole(basis)
      }
    }
  }
}

/// A whole fit of one recording, estimator by estimator.
func estimatorBenchmarks() throws {
  let (times, offsets) = Motions.bounce()
  let trace = try Trace(source: "bounce", format: "csv", times: times, offsets: [.y: offsets])
  for estimator in [Estimator.variableProjection, .levenbergMarquardt, .gradientDescent, .compassSearch] {
    var options = FitOptions()
    options.model = "bounce"
    options.noise = .none
    options.estimator = estimator
    let analyzer = Analyzer(options: options)
    Benchmark("estimator \(estimator.rawValue), bounce, 65 samples") { benchmark in
      for _ in benchmark.scaledIterations { blackHole(analyzer.analyze([trace])) }
    }
  }
}

/// A thousand traces at once, kernel by kernel.
func kernelBenchmarks() {
  let motions: [(KernelLaw, (Int) -> (abscissas: [Double], observations: [Double]))] = [
    (.deceleration, { Motions.deceleration(seed: $0) }), (.bounce, { Motions.bounce(seed: $0) }),
    (.bouncePhase, { Motions.bounce(seed: $0) }), (.rubberBand, { Motions.rubberBand(seed: $0) }),
  ]
  for (law, motion) in motions {
    var traces = TraceColumns()
    for seed in 0..<1000 {
      let (abscissas, observations) = motion(seed)
      traces.append(abscissas: abscissas, observations: observations)
    }
    let filled = traces
    Benchmark("kernel \(law.rawValue), 1000 traces") { benchmark in
      var fits = KernelFits(law, count: filled.count)
      for _ in benchmark.scaledIterations {
        Kernel(law).fit(filled, into: &fits)
        blackHole(fits)
      }
    }
  }
}
