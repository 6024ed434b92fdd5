import Benchmark
import ScrollModels

/// Model by model a pass over a motion for Φ and ∂Φ/∂α; the clock is read every thousand.
func modelBenchmarks() {
  for motion in Motions.all {
    let scrollModel = motion.scrollModel
    let name = "model \(scrollModel.name), \(motion.abscissas.count) samples"
    Benchmark(name, configuration: .init(scalingFactor: .kilo)) { benchmark in
      var basis = [Double](repeating: 0, count: motion.abscissas.count * scrollModel.linear.count)
      var derivatives = [Double](repeating: 0, count: basis.count * scrollModel.nonlinear.count)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        scrollModel.evaluate(motion.alpha, at: motion.abscissas, basis: &basis, derivatives: &derivatives)
        blackHole(basis)
      }
    }
  }
}
