import Testing

@testable import LeastSquares

struct JointModelTests {
  private let counts = [5, 2, 4]
  private let abscissas = (0..<11).map { 0.3 + 0.31 * Double($0) }
  private let alpha = [0.4, 3.1]

  @Test func parametersAreNumberedByRecording() {
    let joint = JointModel(TwoExponentials(), counts: counts)
    #expect(joint.linear.count == 9)
    #expect(joint.linear.map(\.name)[3...5] == ["base.2", "first.2", "second.2"])
    #expect(joint.linear.allSatisfy { $0.unit == "pt" })
    #expect(joint.nonlinear == TwoExponentials().nonlinear)
  }

  /// Recording g's columns hold its own model at its own abscissas, and zeros elsewhere; derivatives alike.
  @Test func columnsAreBlockDiagonal() {
    let (basis, derivatives) = evaluated(JointModel(TwoExponentials(), counts: counts), at: abscissas)
    let m = abscissas.count
    var first = 0
    for (group, count) in counts.enumerated() {
      let rows = first..<(first + count)
      let own = evaluated(TwoExponentials(), at: Array(abscissas[rows]))
      for j in 0..<3 {
        for i in 0..<m {
          let inside = rows.contains(i)
          #expect(basis[(group * 3 + j) * m + i] == (inside ? own.basis[j * count + i - first] : 0))
          for k in 0..<2 {
            let value = derivatives[(k * 9 + group * 3 + j) * m + i]
            #expect(value == (inside ? own.derivatives[(k * 3 + j) * count + i - first] : 0))
          }
        }
      }
      first += count
    }
  }

  /// A workspace's former content does not reach a result.
  @Test func oldNumbersAreOverwritten() {
    let joint = JointModel(TwoExponentials(), counts: counts)
    var basis = [Double](repeating: 99, count: 11 * 9)
    var derivatives = [Double](repeating: 99, count: 11 * 9 * 2)
    joint.evaluate(alpha, at: abscissas, basis: &basis, derivatives: &derivatives)
    #expect(basis == evaluated(joint, at: abscissas).basis)
    #expect(derivatives == evaluated(joint, at: abscissas).derivatives)
  }

  @Test("One α for all, a c of their own: the joint minimum over c is the sum of the recordings' own")
  func costsAdd() {
    let observations = abscissas.map { 3 - 1.1 * $0 + 0.2 * $0 * $0 * $0 }
    func cost(_ rows: Range<Int>) -> Double {
      squares(
        ProjectedProblem(
          Powers(exponents: [0, 1]), abscissas: Array(abscissas[rows]),
          observations: Array(observations[rows])
        ).linearized(at: []).residuals)
    }
    let joint = ProjectedProblem(
      JointModel(Powers(exponents: [0, 1]), counts: counts), abscissas: abscissas, observations: observations)
    let sum = cost(0..<5) + cost(5..<7) + cost(7..<11)
    #expect(abs(squares(joint.linearized(at: []).residuals) - sum) < 1e-14)
  }

  private func evaluated(
    _ model: some SeparableModel, at x: [Double]
  ) -> (basis: [Double], derivatives: [Double]) {
    var basis = [Double](repeating: 0, count: x.count * model.linear.count)
    var derivatives = [Double](repeating: 0, count: basis.count * model.nonlinear.count)
    model.evaluate(alpha, at: x, basis: &basis, derivatives: &derivatives)
    return (basis, derivatives)
  }
}
