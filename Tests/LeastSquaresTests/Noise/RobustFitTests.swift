import Foundation
import LeastSquares
import Testing

/// c₁ + c₂ e^(−αx).
private let exponential = SeparableClosure(linear: 2, nonlinear: 1) { alpha, x in
  let zero = Dual(value: 0, gradient: alpha[0].gradient.map { _ in 0 })
  return [zero + 1, exp(-alpha[0] * x)]
}
private let line = Powers(exponents: [0, 1])

private func full<Model: SeparableModel>(
  _ model: Model, _ x: [Double], _ y: [Double]
) -> FullProblem<Model, DirectParametrization> {
  FullProblem(
    model, map: DirectParametrization(model.linear + model.nonlinear), abscissas: x, observations: y)
}

struct RobustFitTests {
  private let reference: NoiseReference.Robust
  init() throws { reference = try NoiseReference().robust }

  @Test(arguments: [("soft_l1", RobustLoss.softL1), ("huber", .huber), ("cauchy", .cauchy)])
  func fixedScaleAgreesWithSciPy(name: String, loss: RobustLoss) throws {
    let expected = try #require(reference.fixedScale[name])
    let problem = full(exponential, reference.exponentialX, reference.exponential)
    let fit = RobustFit(problem, loss: loss, from: [2, 9, 1.3], scale: expected.threshold / loss.tuning)
    #expect(fit.termination.converged)
    #expect(digits(fit.parameters, expected.parameters) > 6)
    let shaped = LossProblem(problem, loss: ScaledLoss(loss, threshold: expected.threshold))
    #expect(digits(squares(shaped.linearized(at: fit.parameters).residuals), expected.cost) > 9)
  }

  @Test(arguments: [("huber", RobustLoss.huber), ("tukey", .tukey)])
  func estimatedScaleAgreesWithStatsmodels(name: String, loss: RobustLoss) throws {
    let expected = try #require(reference.estimatedScale[name])
    let fit = RobustFit(full(line, reference.lineX, reference.line), loss: loss, from: [0, 0])
    #expect(fit.isSettled && fit.termination.converged)
    #expect(digits(fit.parameters, expected.parameters) > 7)
    #expect(digits(fit.scale, expected.scale) > 7)
    #expect(largestError(fit.weights, expected.weights) < 1e-7)
    let covariance = try #require(fit.covariance)
    for j in 0..<2 {
      #expect(digits(try #require(covariance.standardError(covariance.unit(j))), expected.errors[j]) > 6)
    }
    #expect(fit.outliers() == [3, 11, 17, 20])
  }

  /// Four errors in thirty samples move least squares far, and no robust loss.
  @Test(arguments: [RobustLoss.softL1, .huber, .cauchy, .tukey])
  func grossErrorsAreFoundAndHardlyFelt(loss: RobustLoss) {
    let problem = full(exponential, reference.exponentialX, reference.exponential)
    let truth = [2, 9, 1.3]
    let plain = RobustFit(problem, loss: .linear, from: truth)
    let fit = RobustFit(problem, loss: loss, from: plain.parameters)
    #expect(abs(plain.parameters[1] - 9) > 0.6)
    #expect(zip(fit.parameters, truth).allSatisfy { abs($0 - $1) < 0.12 })
    #expect(fit.outliers() == [2, 9, 10, 22])
    #expect(fit.isSettled)
  }

  /// A fifth of the samples wrong to one side, by far: Tukey's loss leaves no trace of them.
  @Test func aFifthOfOutliersOnALine() throws {
    let x = (0..<40).map { Double($0) }
    let y = x.map { 3 + 0.5 * $0 + 0.1 * sin($0 * $0) + (Int($0) % 5 == 2 ? 30 : 0) }
    let fit = RobustFit(full(line, x, y), loss: .tukey, from: [0, 0])
    #expect(abs(fit.parameters[0] - 3) < 0.05 && abs(fit.parameters[1] - 0.5) < 0.003)
    #expect(fit.outliers() == (0..<40).filter { $0 % 5 == 2 })
    #expect(fit.weights.enumerated().allSatisfy { ($0.offset % 5 == 2) == ($0.element == 0) })
  }

  /// On normal noise slopes scatter by 1/√0.95 of least squares', and standard errors say how much.
  @Test(arguments: [RobustLoss.softL1, .huber, .cauchy, .tukey])
  func efficiencyOnNormalNoise(loss: RobustLoss) throws {
    var random = SplitMix64(seed: 7)
    let x = (0..<50).map { Double($0) / 10 }
    var (robust, plain, claimed) = (0.0, 0.0, 0.0)
    for _ in 0..<300 {
      let y = x.map { 1 + 2 * $0 + random.normal() }
      let fit = RobustFit(full(line, x, y), loss: loss, from: [1, 2])
      let covariance = try #require(fit.covariance)
      claimed += pow(try #require(covariance.standardError([0, 1])), 2)
      robust += pow(fit.parameters[1] - 2, 2)
      plain += pow(LevenbergMarquardt().minimize(full(line, x, y), from: [1, 2]).parameters[1] - 2, 2)
    }
    #expect((0.87...1.0).contains(plain / robust), "efficiency \(plain / robust)")
    #expect((0.8...1.25).contains(claimed / robust), "variance claimed over found \(claimed / robust)")
  }

  @Test func linearIsLeastSquares() throws {
    let problem = full(line, reference.lineX, reference.line)
    let fit = RobustFit(problem, loss: .linear, from: [0, 0])
    let minimum = LevenbergMarquardt().minimize(problem, from: [0, 0])
    #expect(fit.parameters == minimum.parameters && fit.weights.allSatisfy { $0 == 1 } && fit.rounds == 1)
    #expect(digits(try #require(fit.covariance).variance, minimum.sumOfSquares / 22) > 12)
  }

  /// More than half of the samples exactly on the line: the rest stand out, however little they miss it by.
  @Test(arguments: [RobustLoss.huber, .tukey])
  func maximumSamplesExact(loss: RobustLoss) {
    let x = (0..<20).map { Double($0) }
    let y = x.map { 3 + 0.5 * $0 + ([4, 9, 15].contains($0) ? 1 : 0) }
    let fit = RobustFit(full(line, x, y), loss: loss, from: [0, 0])
    #expect(abs(fit.parameters[0] - 3) < 1e-9 && abs(fit.parameters[1] - 0.5) < 1e-10)
    #expect(Set([4, 9, 15]).isSubset(of: fit.outliers()))
    #expect(fit.scale > 0 && fit.scale < 1e-10)
  }

  @Test func withoutDegreesOfFreedomThereIsNoCovariance() {
    let fit = RobustFit(full(line, [0, 1], [1, 3]), loss: .huber, from: [0, 0])
    #expect(fit.covariance == nil)
    #expect(abs(fit.parameters[1] - 2) < 1e-9)
  }

  @Test func undefinedAtTheStart() {
    let fit = RobustFit(
      full(exponential, reference.exponentialX, reference.exponential), loss: .tukey, from: [2, 9, -1e6])
    #expect(fit.termination == .undefined && fit.covariance == nil)
  }
}
