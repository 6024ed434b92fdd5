import Benchmark
import Kernels
import ScrollModels

/// A thousand traces at once, kernel by kernel.
func kernelBenchmarks() {
  for scrollModel in KernelModel.allCases {
    var traces = TraceColumns()
    for seed in 0..<1000 {
      let motion = motion(of: scrollModel, seed: seed)
      traces.append(
        abscissas: motion.abscissas, observations: motion.observations,
        dimension: scrollModel == .rubberBandOfDimension ? dimension(seed) : nil)
    }
    let filled = traces
    Benchmark("kernel \(scrollModel.rawValue), 1000 traces") { benchmark in
      var fits = KernelFits(scrollModel, count: filled.count)
      for _ in benchmark.scaledIterations {
        Kernel(scrollModel).fit(filled, into: &fits)
        blackHole(fits)
      }
    }
  }
}

/// Motions that differ in speed or size.
private func motion(of scrollModel: KernelModel, seed: Int) -> Motion {
  switch scrollModel {
  case .deceleration: Motions.motion(.deceleration, [120, 2400 + Double(seed % 97), 2.002], seed: seed)
  case .bounce, .bouncePhase: Motions.motion(.bounce, [0, 60 + Double(seed % 89), 900, 10.9], seed: seed)
  case .rubberBand, .rubberBandOfDimension:
    Motions.motion(.rubberBand, [0.55, dimension(seed)], seed: seed)
  case .line: Motions.motion(.polynomial(degree: 1), [120, 2400 + Double(seed % 97)], seed: seed)
  case .quadratic: Motions.motion(.polynomial(degree: 2), [120, 2400 + Double(seed % 97), -600], seed: seed)
  case .cubic: Motions.motion(.polynomial(degree: 3), [120, 2400 + Double(seed % 97), -600, 90], seed: seed)
  }
}

private func dimension(_ seed: Int) -> Double { 600 + Double(seed % 101) }
