import Foundation
import Testing

@testable import LeastSquares

/// Best uniform approximations of eˣ on [0, 1], whose errors are known (E. Remez' equations, solved to 12 digits).
struct MinimaxSearchTests {
  private let euler = 2.718281828459045

  private func error(_ coefficients: [Double]) -> Double {
    (0...1000).map { position -> Double in
      let x = Double(position) / 1000
      return (coefficients.reversed().reduce(0) { $0 * x + $1 } - Foundation.exp(x)).magnitude
    }.max() ?? .nan
  }

  @Test("The best straight line through eˣ has the slope e − 1 and the error of the chord halved")
  func straightLine() {
    let result = MinimaxSearch().minimize(from: [1, 1], error)
    let slope = euler - 1
    let intercept = (euler - slope * Foundation.log(slope)) / 2
    #expect(result.converged)
    #expect(abs(result.value - (1 - intercept)) < 1e-6)
    #expect(abs(result.point[0] - intercept) < 1e-4 && abs(result.point[1] - slope) < 1e-4)
  }

  @Test("The median of three numbers minimizes the sum of distances")
  func kink() {
    let result = MinimaxSearch().minimize(from: [10]) { abs($0[0] - 1) + abs($0[0] - 2) + abs($0[0] - 7) }
    #expect(result.converged && abs(result.point[0] - 2) < 1e-8)
  }

  @Test("A function without a finite value ends the search without convergence")
  func undefined() {
    #expect(!MinimaxSearch().minimize(from: [0]) { _ in .infinity }.converged)
  }
}
