import Testing

@testable import LeastSquares

/// All of NIST's nonlinear sets from both starts: ten digits of every parameter, every standard deviation and the
/// residual sum of squares, with no setting of its own for any set.
struct CertifiedPortfolioTests {
  @Test(
    "The portfolio reaches the certified values from both starts",
    arguments: CertifiedModels.all.keys.sorted(), [1, 2]) func certifiedValues(name: String, start: Int)
    throws
  {
    let (problem, set) = try CertifiedModels.problem(name)
    let watched = Watched(problem)
    let minimum = Portfolio().minimize(watched, from: set.starts[start - 1])
    #expect(minimum.termination == .step || minimum.termination == .gradient)
    #expect(watched.log.counts.evaluations == minimum.evaluations)
    #expect(minimum.evaluations < 2000)
    #expect(digits(minimum.parameters, set.parameters) > 10)

    // In doubles the residuals of Lanczos1, 1e-13 of the data, have four digits: `ExtendedMinimumTests` has the others.
    if name == "Lanczos1" { return }
    let (rows, columns) = (set.y.count, set.parameters.count)
    let covariance = Covariance(
      jacobian: problem.linearized(at: minimum.parameters).jacobian, rows: rows, columns: columns,
      variance: minimum.sumOfSquares / Double(rows - columns))
    let deviations = minimum.parameters.indices.map { covariance.standardError(covariance.unit($0)) ?? .nan }
    #expect(digits(deviations, set.standardDeviations) > 10)
    #expect(digits(minimum.sumOfSquares, set.sumOfSquares) > 10)
  }

  /// The cost of the race and of the proof, against plain Levenberg–Marquardt where that reaches the minimum too.
  @Test func easyProblemsStayCheap() throws {
    var ratios: [Double] = []
    for name in CertifiedModels.all.keys.sorted() {
      let (problem, set) = try CertifiedModels.problem(name)
      for start in set.starts {
        let plain = LevenbergMarquardt().minimize(problem, from: start)
        guard plain.termination.converged else { continue }
        let raced = Portfolio().minimize(problem, from: start)
        ratios.append(Double(raced.evaluations) / Double(plain.evaluations))
      }
    }
    ratios.sort()
    #expect(ratios.count >= 52)
    #expect(ratios[ratios.count / 2] < 2.5)
    #expect(ratios[ratios.count * 9 / 10] < 4)
  }
}
