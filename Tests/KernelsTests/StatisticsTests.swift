import LeastSquares
import Testing

@testable import Kernels

struct StatisticsTests {
  @Test(
    "The criteria follow from the residuals' sum and the data's resolution, as those of the general solver do",
    arguments: KernelModel.allCases) func criteria(scrollModel: KernelModel)
  {
    let trace = SimulatedTrace(scrollModel, seed: 4, index: 3)
    let fits = Kernel(scrollModel).fit(TraceColumns([trace]))
    let largest = trace.observations.map(abs).max() ?? 0
    for grid in [0, 0.5, 100] {
      let expected = InformationCriteria(
        sumOfSquares: fits.sumOfSquares(of: 0), count: trace.observations.count,
        freeParameters: scrollModel.parameters.count,
        resolvedVariance: InformationCriteria.resolvedVariance(grid: grid, largest: largest))
      #expect(fits.criteria(of: 0, resolution: grid) == expected)
    }
    let count = Double(trace.observations.count)
    #expect(fits.rms(of: 0) == (fits.sumOfSquares(of: 0) / count).squareRoot())
  }

  @Test func parametersAreNamed() {
    #expect(
      KernelModel.bounce.parameters.map(\.name) == ["rest", "displacement", "initialVelocity", "damping"])
    #expect(KernelModel.allCases.map(\.parameters.count) == [3, 4, 3, 2, 1, 2, 3, 4])
  }
}
