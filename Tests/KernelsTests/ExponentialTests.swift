import Elementary
import LeastSquares
import Testing

@testable import Kernels

struct ExponentialTests {
  @Test(arguments: KernelPath.available) func agreesWithTheLibrary(path: KernelPath) {
    var random = SplitMix64(seed: 1)
    let x = (0..<300_000).map { index in
      index % 3 == 0
        ? 700 * random.signedUniform() : index % 3 == 1 ? 8 * random.signedUniform() : random.signedUniform()
    }
    let results = Kernel.exponentials(x, path: path)
    let largest = zip(x, results).map { abs($1 - exponential($0)) / exponential($0).ulp }.max() ?? .nan
    // The library itself is within 1.
    #expect(largest <= (path == .portable ? 2 : 1), "\(largest) units of the last place")
  }

  @Test(arguments: KernelPath.available) func isExactWhereItMustBe(path: KernelPath) {
    #expect(Kernel.exponentials([0, -0.0, 1e-300, -1e-20], path: path) == [1, 1, 1, 1])
  }
}
