import Foundation
import Testing

@testable import LeastSquares

/// Three simulated decays, each with an amplitude and a base of its own, that share a rate and a curvature.
struct JointProblemTests {
  private static let counts = [9, 6, 11]
  private static let times: [[Double]] = counts.map { count in (0..<count).map { 0.1 + 0.23 * Double($0) } }
  private static let observations: [[Double]] = times.enumerated().map { recording, times in
    var generator = SplitMix64(seed: 42, stream: recording)
    let (amplitude, base) = ([3.0, -5, 8][recording], [1.0, 20, -4][recording])
    return times.map { amplitude * exp(-1.3 * $0) + base + 0.1 * $0 * $0 + 0.05 * generator.normal() }
  }

  /// own = (amplitude, base), shared = (rate, curvature).
  private static func residuals(_ recording: Int, _ own: ArraySlice<Dual>, _ shared: ArraySlice<Dual>)
    -> [Dual]
  {
    let (a, s) = (Array(own), Array(shared))
    return zip(times[recording], observations[recording]).map { t, y in
      a[0] * exp(-(s[0] * t)) + a[1] + s[1] * (t * t) - y
    }
  }

  private static func block(_ recording: Int, _ own: [Double], _ shared: [Double]) -> BorderedBlock {
    let variables = Dual.variables(own + shared)
    let residuals = residuals(recording, variables[..<2], variables[2...])
    func columns(_ range: Range<Int>) -> [Double] { range.flatMap { j in residuals.map { $0.gradient[j] } } }
    return BorderedBlock(residuals: residuals.map(\.value), own: columns(0..<2), shared: columns(2..<4))
  }

  private static let dense = ClosureProblem(
    domains: [ClosedRange<Double>](repeating: .everything, count: 8), residualCount: 26
  ) { p in (0..<3).flatMap { residuals($0, p[(2 * $0)..<(2 * $0 + 2)], p[6...]) } }

  private static let joint = JointProblem(
    shared: [Parameter("rate", unit: "1/s"), Parameter("curvature", unit: "")], counts: counts
  ) { recording, shared in
    let own = ClosureProblem(domains: [.everything, .everything], residualCount: counts[recording]) { p in
      residuals(recording, p[0...], Dual.variables(shared).fixed(2)[0...])
    }
    let minimum = LevenbergMarquardt().minimize(own, from: [1, 1])
    return minimum.sumOfSquares.isFinite ? block(recording, minimum.parameters, shared) : nil
  }

  private static let minimum = LevenbergMarquardt().minimize(dense, from: [1, 1, 1, 1, 1, 1, 1, 0])

  @Test func theSharedParametersOfTheDenseProblem() throws {
    let joint = LevenbergMarquardt().minimize(Self.joint, from: [0.6, 0])
    #expect(joint.termination.converged && Self.minimum.termination.converged)
    #expect(digits(joint.parameters, Array(Self.minimum.parameters[6...])) > 9)
    #expect(digits(joint.sumOfSquares, Self.minimum.sumOfSquares) > 12)
  }

  @Test func theErrorsOfTheDenseProblem() throws {
    let point = Self.minimum.parameters
    let variance = Self.minimum.sumOfSquares / 18
    let dense = Covariance(
      jacobian: Self.dense.linearized(at: point).jacobian, rows: 26, columns: 8, variance: variance)
    let bordered = try #require(
      BorderedLeastSquares(
        (0..<3).map { Self.block($0, Array(point[(2 * $0)..<(2 * $0 + 2)]), Array(point[6...])) },
        sharedCount: 2)
    ).covariance(variance: variance)
    for j in 0..<2 {
      #expect(
        digits(
          bordered.shared.standardError(bordered.shared.unit(j)) ?? .nan,
          dense.standardError(dense.unit(6 + j)) ?? 0) > 11)
      for recording in 0..<3 {
        let own = bordered.standardError(recording: recording, own: bordered.unit(recording: recording, j))
        #expect(digits(own ?? .nan, dense.standardError(dense.unit(2 * recording + j)) ?? 0) > 11)
      }
    }
    #expect(digits(bordered.shared.correlation(0, 1) ?? .nan, dense.correlation(6, 7) ?? 0) > 10)
    // A function of both kinds.
    let mixed = dense.standardError([0, 0, 0.5, -2, 0, 0, 3, 1])
    #expect(
      digits(bordered.standardError(recording: 1, own: [0.5, -2], shared: [3, 1]) ?? .nan, mixed ?? 0) > 11)
  }

  /// Away from the minimum, the step of all parameters at once.
  @Test func theStepOfTheDenseProblem() throws {
    let point = [2.5, 1.5, -4, 19, 7, -3, 1.1, 0.2]
    let (residuals, jacobian) = Self.dense.linearized(at: point)
    let bordered = try #require(
      BorderedLeastSquares(
        (0..<3).map { Self.block($0, Array(point[(2 * $0)..<(2 * $0 + 2)]), Array(point[6...])) },
        sharedCount: 2))
    let shared = bordered.sharedStep()
    let step = (0..<3).flatMap { bordered.ownStep($0, shared: shared) } + shared
    // The normal equations: Jᵀ(J s + r) = 0.
    let left = (0..<26).map { i in step.indices.reduce(residuals[i]) { $0 + jacobian[$1 * 26 + i] * step[$1] }
    }
    let normal = products(jacobian, left, rows: 26)
    #expect(normal.allSatisfy { abs($0) < 1e-11 })
    #expect(digits(squares(left), squares(bordered.residuals) - gain(bordered, shared)) > 11)
  }

  private func gain(_ bordered: BorderedLeastSquares, _ step: [Double]) -> Double {
    let m = bordered.residuals.count
    let moved = (0..<m).map { i in
      step.indices.reduce(bordered.residuals[i]) { $0 + bordered.jacobian[$1 * m + i] * step[$1] }
    }
    return squares(bordered.residuals) - squares(moved)
  }

  @Test func theReducedDerivativeGivesTheGradient() {
    let point = [0.9, 0.15]
    let (residuals, jacobian) = Self.joint.linearized(at: point)
    let gradient = numericalGradient(at: point, sizes: [1, 1]) {
      squares(Self.joint.linearized(at: $0).residuals)
    }
    #expect(digits(products(jacobian, residuals, rows: 26).map { 2 * $0 }, gradient) > 7)
  }

  /// Two exponentials with shared rates: the same as the projected joint model.
  @Test func theJointModel() throws {
    let model = TwoExponentials()
    let counts = [8, 7, 9]
    let abscissas = counts.flatMap { count in (0..<count).map { 0.1 + 0.3 * Double($0) } }
    var generator = SplitMix64(seed: 3)
    let observations = abscissas.enumerated().map { i, x in
      Double(i / 8) + 3 * exp(-0.5 * x) - 2 * exp(-3 * x) + 0.01 * generator.normal()
    }
    let projected = ProjectedProblem(
      JointModel(model, counts: counts), abscissas: abscissas, observations: observations)
    let expected = LevenbergMarquardt().minimize(projected, from: [0.4, 2])
    let firsts = [0, 8, 15]
    let joint = JointProblem(shared: model.nonlinear, counts: counts) { recording, alpha in
      let rows = firsts[recording]..<(firsts[recording] + counts[recording])
      let (x, y) = (Array(abscissas[rows]), Array(observations[rows]))
      let own = ProjectedProblem(
        model, fixed: [3: alpha[0], 4: alpha[1]], abscissas: x, observations: y)
      let full = FullProblem(
        model, map: DirectParametrization(model.linear + model.nonlinear), abscissas: x, observations: y)
      let (residuals, jacobian) = full.linearized(at: own.modelParameters([]))
      return BorderedBlock(
        residuals: residuals, own: Array(jacobian[..<(3 * y.count)]),
        shared: Array(jacobian[(3 * y.count)...]))
    }
    let minimum = LevenbergMarquardt().minimize(joint, from: [0.4, 2])
    #expect(digits(minimum.parameters, expected.parameters) > 8)
    #expect(digits(minimum.sumOfSquares, expected.sumOfSquares) > 12)
  }

  @Test func whatIsNotDetermined() throws {
    // The shared column is the own one: nothing is left of it.
    let column = [0.3, 1.7, 2.9, 0.11]
    let block = BorderedBlock(
      residuals: [1, 0, 2, 1], own: column + [1, 1, 1, 1], shared: column.map { $0 * 0.7 })
    let bordered = try #require(BorderedLeastSquares([block, block], sharedCount: 1))
    #expect(bordered.jacobian.allSatisfy { $0 == 0 } && bordered.sharedStep() == [0])
    let covariance = bordered.covariance(variance: 1)
    #expect(covariance.shared.standardError([1]) == nil)
    #expect(covariance.standardError(recording: 0, own: [1, 0]) == nil)
    #expect(covariance.standardError(recording: 0, own: [0, 1]) != nil)
    // A recording with fewer samples than own parameters says nothing of the shared one.
    let short = BorderedBlock(residuals: [2], own: [1, 3], shared: [5])
    let mixed = try #require(
      BorderedLeastSquares(
        [short, .init(residuals: [1, 2, 4], own: [1, 1, 1], shared: [1, 2, 3])], sharedCount: 1))
    #expect(mixed.residuals.prefix(1) == [0] && mixed.residuals.count == 4)
    #expect(digits(mixed.sharedStep()[0], -1.5) > 14)
    #expect(digits(mixed.covariance(variance: 1).shared.standardError([1]) ?? .nan, 0.5.squareRoot()) > 14)
    #expect(mixed.covariance(variance: 1).standardError(recording: 0, own: [1, 0]) == nil)
  }

  @Test("A joint problem without rows has no solution") func edges() {
    #expect(BorderedLeastSquares([], sharedCount: 1) == nil)
    #expect(BorderedLeastSquares([.init(residuals: [], own: [], shared: [])], sharedCount: 1) == nil)
    #expect(
      BorderedLeastSquares([.init(residuals: [1, 2], own: [1], shared: [1, 2])], sharedCount: 1) == nil)
    #expect(
      BorderedLeastSquares([.init(residuals: [1, .nan], own: [], shared: [1, 2])], sharedCount: 1) == nil)
    let never = JointProblem(shared: [Parameter("k", unit: "")], counts: [2]) { _, _ in nil }
    #expect(LevenbergMarquardt().minimize(never, from: [1]).termination == .undefined)
  }

  @Test func separateFitsAsOneModel() throws {
    let separate = NestedModelTest.Model(
      separate: [.init(sumOfSquares: 2, freeParameters: 3), .init(sumOfSquares: 3, freeParameters: 3)])
    #expect(separate == .init(sumOfSquares: 5, freeParameters: 6))
    let test = try #require(
      NestedModelTest(restricted: .init(sumOfSquares: 8, freeParameters: 5), full: separate, count: 26))
    #expect(test.numerator == 1 && test.denominator == 20 && abs(test.statistic - 12) < 1e-12)
  }
}

extension [Dual] {
  /// The same values as constants among `count` variables.
  fileprivate func fixed(_ count: Int) -> [Dual] {
    map { Dual(value: $0.value, gradient: [Double](repeating: 0, count: count)) }
  }
}
