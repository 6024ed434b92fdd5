import Testing

@testable import Kernels

/// What kernels leave to the plain path, or have no answer to, they say; nothing of it harms the traces
/// beside it.
struct LeftTraceTests {
  private static let good = SimulatedTrace(.deceleration, seed: 3, index: 0)

  private func fits(with bad: ([Double], [Double]), law: KernelLaw = .deceleration) -> KernelFits {
    var traces = TraceColumns()
    traces.append(abscissas: Self.good.abscissas, observations: Self.good.observations)
    traces.append(abscissas: bad.0, observations: bad.1)
    return Kernel(law).fit(traces)
  }

  private static let times = (0..<60).map { Double($0) / 60 }

  @Test(
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
  }

  /// A pure exponential is a bounce that passes its edge nowhere: it has a damping alone.
  @Test func aBounceWithoutPhase() {
    let offsets = Self.times.map { 100 * Kernel.exponentials([-9 * $0], path: .portable)[0] }
    var traces = TraceColumns()
    traces.append(abscissas: Self.times, observations: offsets)
    let fits = Kernel(.bouncePhase).fit(traces)
    #expect(fits.isFitted(0) && fits.values(of: 0)[0].isNaN && fits.values(of: 0)[2].isNaN)
    #expect(abs(fits.parameter(1, of: 0) - 9) < 1e-6)
  }

  @Test func nothingToFit() {
    let fits = Kernel(.bounce).fit(TraceColumns())
    #expect(fits.count == 0 && fits.left.isEmpty)
  }
}
