import Testing

@testable import Kernels

/// Fits that fall back to the general solver, or have no answer, are reported; none of them harms the traces
/// beside it.
struct ExcludedTraceTests {
  private static let good = SimulatedTrace(.deceleration, seed: 3, index: 0)

  private func fits(with bad: ([Double], [Double]), scrollModel: KernelModel = .deceleration) -> KernelFits {
    var traces = TraceColumns()
    traces.append(abscissas: Self.good.abscissas, observations: Self.good.observations)
    traces.append(abscissas: bad.0, observations: bad.1)
    return Kernel(scrollModel).fit(traces)
  }

  private static let times = (0..<60).map { Double($0) / 60 }

  @Test(
    "A trace that the kernel cannot decide is counted and harms no other",
    arguments: [
      ([], []),
      ([0, 0.1, 0.2], [1, 2, 3]),
      (times, times.map { _ in 5 }),
      (times, times.map { 300 * $0 }),
      (times, times.map { 300 * $0 * $0 }),
      (times, times.map { $0 > 0.5 ? .nan : $0 }),
      (times, times.map { $0 > 0.5 ? .infinity : $0 }),
      (times.map { _ in 0.5 }, times),
      (times.map { $0 * 1e300 }, times),
      (times, times.map { 1e200 * $0 * $0 }),
    ] as [([Double], [Double])])
  func isLeft(trace: ([Double], [Double])) {
    let fits = fits(with: trace)
    #expect(fits.left == [1])
    #expect(fits.parameter(2, of: 1).isNaN && fits.standardError(0, of: 1).isNaN)
    let alone = Kernel(.deceleration).fit(TraceColumns([Self.good]))
    #expect(fits.values(of: 0) == alone.values(of: 0))
    #expect(Kernel(.deceleration).fit(abscissas: trace.0, observations: trace.1) { _, _ in true } == nil)
  }

  @Test(
    "A trace without columns of its own is fitted as in columns",
    arguments: [KernelModel.deceleration, .bounce, .cubic])
  func oneTrace(scrollModel: KernelModel) {
    let trace = SimulatedTrace(scrollModel, seed: 5, index: 1)
    let fits = Kernel(scrollModel).fit(TraceColumns([trace]))
    let values = Kernel(scrollModel).fit(abscissas: trace.abscissas, observations: trace.observations) {
      parameters, errors in
      scrollModel.parameters.indices.flatMap { [parameters[$0], errors[$0]] }
    }
    let columns = scrollModel.parameters.indices.flatMap {
      [fits.parameter($0, of: 0), fits.standardError($0, of: 0)]
    }
    #expect(values == columns)
  }

  /// A pure exponential to the samples' precision passes its edge nowhere: it has a damping alone.
  @Test func bouncesWithoutPhase() {
    let drawn = (0..<2000).map { SimulatedTrace(.bouncePhase, seed: 0, index: $0) }
    let fits = Kernel(.bouncePhase).fit(TraceColumns(drawn))
    let found = drawn.indices.filter { fits.isFitted($0) && fits.parameter(2, of: $0).isNaN }
    #expect(!found.isEmpty && found.count < 20)
    for index in found {
      #expect(fits.parameter(0, of: index).isNaN && fits.parameter(1, of: index) > 0)
      let plain = drawn[index].plain(.bouncePhase)?.sumOfSquares ?? .nan
      let count = Double(drawn[index].observations.count)
      let moved = 2 * drawn[index].rounding * (count * plain).squareRoot()
      #expect(fits.sumOfSquares(of: index) <= plain * (1 + 1e-9) + moved, "\(drawn[index])")
    }
  }

  @Test func nothingToFit() {
    let fits = Kernel(.bounce).fit(TraceColumns())
    #expect(fits.count == 0 && fits.left.isEmpty)
  }
}
