import LeastSquares
import Testing

@testable import Kernels

struct StatisticsTests {
  /// The criteria follow from the residuals' sum and the data's resolution, as those of the plain path do.
  @Test(arguments: KernelLaw.allCases) func criteria(law: KernelLaw) {
    let trace = SimulatedTrace(law, seed: 4, index: 3)
    let fits = Kernel(law).fit(TraceColumns([trace]))
    let largest = trace.observations.map(abs).max() ?? 0
    for grid in [0, 0.5, 100] {
      let expected = InformationCriteria(
        sumOfSquares: fits.sumOfSquares(of: 0), count: trace.observations.count,
        freeParameters: law.parameters.count,
        resolvedVariance: InformationCriteria.resolvedVariance(grid: grid, largest: largest))
      #expect(fits.criteria(of: 0, resolution: grid) == expected)
    }
    let count = Double(trace.observations.count)
    #expect(fits.rms(of: 0) == (fits.sumOfSquares(of: 0) / count).squareRoot())
  }

  @Test func parametersAreNamed() {
    #expect(
      KernelLaw.bounce.parameters.map(\.name) == ["rest", "displacement", "initialVelocity", "damping"])
    #expect(KernelLaw.allCases.map(\.parameters.count) == [3, 4, 3, 2, 1, 2, 3, 4])
  }
}
