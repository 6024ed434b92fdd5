import LeastSquares
import ScrollFitting
import ScrollModels
import Testing

@testable import ScrollAnalysis

/// An evaluation takes the curve of the one before it only where the points are the same.
struct EngineProblemTests {
  static let times = (0..<40).map { Double($0) / 60 }
  /// By closed forms and by differences.
  static let rows = [
    (EasedThrow(time: .constant, distance: .seconds(0.4), easing: .out) as any EngineModel, [0.7]),
    (FrameDecayFling(.euler), [2.3]),
  ]

  private func problem(_ row: Int, free: [Int]) -> EngineProblem {
    EngineProblem(
      model: Self.rows[row].0, context: EngineContext(),
      samples: Samples(abscissas: Self.times, observations: Self.times.map { 300 * $0 }),
      numbers: [3, 900] + Self.rows[row].1 + [0.01], free: free, sizes: [1, 1, 1, 1],
      start: .startTime(upTo: 0.1))
  }

  @Test(arguments: rows.indices)
  func evaluatesAnew(_ row: Int) {
    let problem = problem(row, free: [0, 1, 2, 3])
    let points = [[3.0, 900, 0.7, 0.01], [5.0, 900, 0.7, 0.01], [5.0, 900, 0.8, 0.02]]
    var workspace = problem.makeWorkspace()
    var (residuals, none): ([Double], [Double]) = (Array(repeating: 0, count: 40), [])
    var jacobian = [Double](repeating: 0, count: 160)
    for point in points {
      problem.evaluate(point, residuals: &residuals, jacobian: &none, workspace: &workspace)
      let alone = residuals
      problem.evaluate(point, residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
      let fresh = problem.linearized(at: point)
      #expect(alone == fresh.residuals && residuals == fresh.residuals && jacobian == fresh.jacobian)
    }
  }

  @Test("A problem without free numbers has residuals")
  func nothingFree() {
    let problem = problem(1, free: [])
    let curve = problem.values(at: [])
    #expect(problem.linearized(at: []).residuals == zip(curve, Self.times).map { $0 - 300 * $1 })
  }
}
