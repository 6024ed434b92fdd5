import Foundation
import Testing

@testable import LeastSquares

struct DiagnosisTests {
  private func line(_ domains: [ClosedRange<Double>]) -> ClosureProblem {
    ClosureProblem(domains: domains, residualCount: 4) { p in
      zip([1.0, 2, 3, 4], [6.0, 5, 7, 10]).map { p[0] + p[1] * $0 - $1 }
    }
  }

  /// Straight residuals: the Hessian is JᵀJ. The columns (1, 1, 1, 1) and (1, 2, 3, 4)/4 have σ² = (47 ± √1889)/16.
  @Test func aStraightLine() {
    let problem = Watched(line([.everything, .everything]))
    let diagnosis = Diagnosis(of: problem, at: [3.5, 1.4])
    #expect(diagnosis.isMinimum)
    #expect(diagnosis.rank == 2 && diagnosis.free == [0, 1])
    #expect(digits(diagnosis.sumOfSquares, 4.2) > 14)
    #expect(diagnosis.largestCosine < 1e-14)
    let root = 1889.0.squareRoot()
    #expect(digits(diagnosis.conditionNumber, ((47 + root) / (47 - root)).squareRoot()) > 12)
    #expect(digits(diagnosis.curvature ?? .nan, 1) > 8)
    #expect((diagnosis.distance ?? 1) < 1e-14)
    #expect(diagnosis.weakestDirection.map { abs($0) }.max() ?? 0 > 0)
    #expect(diagnosis.evaluations == problem.log.counts.evaluations && diagnosis.evaluations == 5)

    // Off the minimum the parabola's own minimum is as far as it is: (4 − 3.5)/4.
    let off = Diagnosis(of: problem, at: [4, 1.4])
    #expect(!off.isMinimum)
    #expect(digits(off.distance ?? .nan, 0.125) > 8)
  }

  /// r = (p, b + c p²/2b) at 0: the Hessian is 1 + c. Below −1 it is a maximum.
  @Test("The curvature counts that of the residuals", arguments: [-3, -1.2, -0.9, 0.5, 10, 80])
  func curvedResiduals(curvature: Double) {
    let offset = 1000.0
    let problem = ClosureProblem(domains: [.everything], residualCount: 2) { p in
      [p[0], offset + curvature / (2 * offset) * (p[0] * p[0])]
    }
    let diagnosis = Diagnosis(of: problem, at: [0])
    #expect(digits(diagnosis.curvature ?? .nan, 1 + curvature) > 6)
    #expect(diagnosis.isMinimum == (curvature > -1))
  }

  @Test func whatIsNoMinimum() throws {
    let (boxBOD, set) = try CertifiedModels.problem("BoxBOD")
    #expect(Diagnosis(of: boxBOD, at: set.parameters).curvature ?? 0 > 0.5)
    let plateau = Diagnosis(of: boxBOD, at: [172, 1000])
    #expect(plateau.rank == 1 && plateau.conditionNumber == .infinity && !plateau.isMinimum)
    #expect(plateau.weakestDirection.map { abs($0) } == [0, 1000])

    let shared = ClosureProblem(domains: [.everything, .everything, .everything], residualCount: 4) { p in
      zip([1.0, 2, 3, 4], [6.0, 5, 7, 10]).map { p[0] + p[1] + p[2] * $0 - $1 }
    }
    let diagnosis = Diagnosis(of: shared, at: [1.5, 2, 1.4])
    #expect(diagnosis.rank == 2 && diagnosis.curvature == nil && !diagnosis.isMinimum)
    let direction = diagnosis.weakestDirection
    #expect(digits(direction[0], -direction[1]) > 12 && abs(direction[2]) < 1e-12)

    // 1/p levels off: Newton's step is half of p, however small the slope has become.
    let slope = ClosureProblem(domains: [.everything], residualCount: 2) { p in [1 + 1 / p[0], 1 + 1 / p[0]] }
    let far = Diagnosis(of: slope, at: [1e6])
    #expect(!far.isMinimum && (far.distance ?? 0) > 0.1)
  }

  @Test("A parameter at its edge is left out, as the sum of squares falls beyond")
  func edges() {
    let diagnosis = Diagnosis(of: Watched(line([.everything, -50...1])), at: [4.5, 1])
    #expect(diagnosis.free == [0] && diagnosis.isMinimum)
    let corner = Diagnosis(of: line([-10...3, -10...1]), at: [3, 1])
    #expect(corner.free == [] && corner.isMinimum)
    // At the edge and at the minimum: differences stay inside.
    let watched = Watched(line([3.5...9, -9...1.4]))
    #expect(Diagnosis(of: watched, at: [3.5, 1.4]).free.count <= 2)
    #expect(watched.log.counts.outside == 0)
  }

  @Test func withoutAValue() {
    let problem = ClosureProblem(domains: [.everything], residualCount: 2) { p in [log(p[0]), p[0]] }
    let diagnosis = Diagnosis(of: problem, at: [-1])
    #expect(diagnosis.sumOfSquares == .infinity && diagnosis.curvature == nil && !diagnosis.isMinimum)
    #expect(!Diagnosis(of: problem, at: [.nan]).isMinimum)
    let none = ClosureProblem(domains: [], residualCount: 2) { _ in
      [Dual(value: 3, gradient: []), Dual(value: -4, gradient: [])]
    }
    #expect(Diagnosis(of: none, at: []).isMinimum)
  }
}
