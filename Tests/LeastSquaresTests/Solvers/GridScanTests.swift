import Foundation
import Testing

@testable import LeastSquares

struct GridScanTests {
  /// A problem whose cost at whole numbers is what the table says.
  private func table(_ costs: [[Double]]) -> ClosureProblem {
    ClosureProblem(domains: [.everything, .everything], residualCount: 1) { p in
      [Dual(value: costs[Int(p[1].value)][Int(p[0].value)].squareRoot(), gradient: [0, 0])]
    }
  }

  private func minima(_ costs: [[Double]]) -> [GridScan.Sample] {
    let scan = GridScan(values: [costs[0].indices.map(Double.init), costs.indices.map(Double.init)])
    return scan.minima(of: table(costs))
  }

  @Test func valleysLowestFirst() {
    let found = minima([
      [9, 9, 9, 9, 9],
      [9, 4, 9, 1, 9],
      [9, 9, 9, 9, 9],
    ])
    #expect(found.prefix(2).map(\.point) == [[3, 1], [1, 1]])
    #expect(found.prefix(2).map(\.cost) == [1, 4])
  }

  /// Neighbors stand along the axes; a lower one across a corner hides nothing.
  @Test func onlyNeighboursAlongAnAxisCount() {
    let found = minima([
      [1, 9, 25],
      [9, 4, 25],
      [25, 25, 16],
    ])
    #expect(found.map(\.point) == [[0, 0], [1, 1], [2, 2]])
  }

  @Test func pointsOfAFlatFloorAllCountInTheirOrder() {
    #expect(minima([[4, 1, 1, 4]]).map(\.point) == [[1, 0], [2, 0]])
  }

  /// A point as high as the highest one is no local minimum beside a lower one.
  @Test func plateausAreNoValleys() {
    #expect(minima([[9, 9, 9, 4, 9]]).map(\.point) == [[3, 0]])
    #expect(minima([[9, 9]]).map(\.point) == [[0, 0], [1, 0]])
  }

  /// A cost that is infinite is a wall, not a local minimum.
  @Test func wallsAreNoValleys() {
    let found = minima([[.infinity, .infinity, .infinity, 4, .infinity]])
    #expect(found.map(\.point) == [[3, 0]])
    #expect(minima([[.nan, .infinity]]).isEmpty)
  }

  @Test("A grid without points has no minimum") func emptyGrids() {
    let problem = table([[1]])
    #expect(GridScan(values: [[], [1]]).minima(of: problem).isEmpty)
    let constant = ClosureProblem(domains: [], residualCount: 1) { _ in [Dual(value: 3, gradient: [])] }
    #expect(GridScan(values: []).minima(of: constant) == [GridScan.Sample(point: [], cost: 9)])
  }

  @Test func everyPointIsEvaluatedOnce() {
    let problem = Watched(
      ClosureProblem(domains: [.everything, .everything], residualCount: 1) { p in [p[0] * p[1]] })
    _ = GridScan(values: [[1, 2, 3, 4], [5, 6, 7]]).minima(of: problem)
    #expect(problem.log.counts.evaluations == 12)
  }
}
