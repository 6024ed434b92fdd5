import Benchmark
import ScrollModels

/// Law by law a pass over a motion for Φ and ∂Φ/∂α; the clock is read every thousand.
func lawBenchmarks() {
  for motion in Motions.all {
    let law = motion.law
    let name = "law \(law.name), \(motion.abscissas.count) samples"
    Benchmark(name, configuration: .init(scalingFactor: .kilo)) { benchmark in
      var basis = [Double](repeating: 0, count: motion.abscissas.count * law.linear.count)
      var derivatives = [Double](repeating: 0, count: basis.count * law.nonlinear.count)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        law.evaluate(motion.alpha, at: motion.abscissas, basis: &basis, derivatives: &derivatives)
        blackHole(basis)
      }
    }
  }
}
