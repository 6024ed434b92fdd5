import LeastSquares
import ScrollFitting
import ScrollModels

/// The curve of an engine's model through samples: some of its numbers are moved, the others held.
///
/// The numbers are the model's state, its constants and, last, how long before the first sample the motion began: models
/// whose course depends on the time since their start need it. Derivatives are differences, inside the domains; an offset that
/// shifts the whole curve has the derivative 1.
struct EngineProblem: LeastSquaresProblem {
  let model: any EngineModel
  let context: EngineContext
  let samples: Samples
  /// Every number, at the values that are held.
  var numbers: [Double]
  /// Places of the numbers that are moved, increasing.
  let free: [Int]
  /// The lower bound of each number.
  let sizes: [Double]
  /// The free numbers.
  let parameters: [Parameter]
  /// True for each free number that shifts every curve by as much.
  private let shifts: [Bool]

  init(
    model: any EngineModel, context: EngineContext, samples: Samples, numbers: [Double], free: [Int],
    sizes: [Double], latestStart: Double
  ) {
    self.model = model
    self.context = context
    self.samples = samples
    self.numbers = numbers
    self.free = free
    self.sizes = sizes
    let all = model.parameters + [.startTime(upTo: latestStart)]
    parameters = free.map { all[$0] }
    shifts = parameters.map { [Parameter.initialOffset.name, Parameter.rest.name].contains($0.name) }
  }

  var residualCount: Int { samples.observations.count }

  /// The curve of the last evaluation: solvers ask for the derivatives where they asked for the residuals just before.
  struct Workspace {
    fileprivate var point: [Double]?
    fileprivate var values: [Double] = []
    fileprivate var linearized: LinearizedCurve?
  }

  func makeWorkspace() -> Workspace { Workspace() }

  func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace
  ) {
    let observed = samples.observations
    if workspace.point != point {
      workspace.point = point
      workspace.linearized = linearized(at: point)
      workspace.values = workspace.linearized?.values ?? values(at: point)
    }
    for i in observed.indices { residuals[i] = workspace.values[i] - observed[i] }
    guard !jacobian.isEmpty else { return }
    for j in free.indices {
      let first = j * observed.count
      if shifts[j] {
        for i in observed.indices { jacobian[first + i] = 1 }
      } else if let column = workspace.linearized?.column(j), column.allSatisfy(\.isFinite) {
        for (i, derivative) in zip(observed.indices, column) { jacobian[first + i] = derivative }
      } else {
        let step = step(j, at: point)
        var moved = point
        moved[j] = step.ahead
        let ahead = self.values(at: moved)
        moved[j] = step.behind
        let behind = self.values(at: moved)
        let width = step.ahead - step.behind
        for i in observed.indices { jacobian[first + i] = (ahead[i] - behind[i]) / width }
      }
    }
  }

  /// The curve and its derivatives by the free numbers, the start's as its slope; nil where they have no closed form.
  private func linearized(at point: [Double]) -> LinearizedCurve? {
    guard model.isDifferentiable else { return nil }
    var numbers = numbers(at: point)
    let start = numbers.removeLast()
    let steps = free.indices.filter { free[$0] < numbers.count }.map { step($0, at: point) }
    return model.linearized(numbers, along: steps, at: samples.abscissas, from: start, context: context)
  }

  /// The values of a free number for a difference, inside its domain.
  private func step(_ j: Int, at point: [Double]) -> ParameterStep {
    let domain = parameters[j].domain
    let step = 6e-6 * max(point[j].magnitude, sizes[free[j]])
    return ParameterStep(
      index: free[j], behind: max(domain.lowerBound, point[j] - step),
      ahead: min(domain.upperBound, point[j] + step))
  }

  /// Every number, those that are moved at a point.
  func numbers(at point: [Double]) -> [Double] {
    var numbers = numbers
    for (value, position) in zip(point, free) { numbers[position] = value }
    return numbers
  }

  /// The curve at each sample.
  func values(at point: [Double]) -> [Double] {
    var numbers = numbers(at: point)
    let start = numbers.removeLast()
    return model.values(numbers, at: samples.abscissas, from: start, context: context)
  }
}

extension Parameter {
  /// The time between a motion's beginning and the first sample.
  static func startTime(upTo latest: Double) -> Parameter {
    Parameter("startTime", unit: "s", domain: 0...max(0, latest))
  }
}

/// A search for the least squares of an engine's model from one start.
struct EngineSearch {
  /// The evaluations that show which starts are worth following, and how many of these are.
  private static let screening = 20
  private static let followed = 3

  private let problem: EngineProblem
  private var minimum: Minimum?

  init(_ problem: EngineProblem) { self.problem = problem }

  private var start: [Double] { minimum?.parameters ?? problem.free.map { problem.numbers[$0] } }
  private var sumOfSquares: Double { minimum?.sumOfSquares ?? .infinity }

  /// The problem and the minimum of the search that leads deepest; nil where none has a finite sum of squares.
  ///
  /// All go a few steps, the deepest of them on to the end.
  ///
  /// - Parameter resolved: the sum of squares that is low enough for the others to be left out.
  static func best(of searches: inout [EngineSearch], resolved: Double) -> (EngineProblem, Minimum)? {
    if searches.count > followed {
      follow(&searches, evaluations: screening, until: resolved)
      searches.sort { $0.sumOfSquares < $1.sumOfSquares }
      searches.removeLast(searches.count - followed)
    }
    follow(&searches, evaluations: 300, until: resolved)
    let best = searches.min { $0.sumOfSquares < $1.sumOfSquares }
    return best.flatMap { best in best.minimum.map { (best.problem, $0) } }
  }

  private static func follow(_ searches: inout [EngineSearch], evaluations: Int, until resolved: Double) {
    var solver = LevenbergMarquardt()
    solver.stepTolerance = 1e-11
    solver.evaluationLimit = evaluations
    let starts = searches.map { $0.problem.numbers(at: $0.start) }
    for index in searches.indices {
      // Engines with the same constants begin alike, at the same frames.
      let context = searches[index].problem.context
      if let same = searches[..<index].indices.first(where: {
        starts[$0] == starts[index] && searches[$0].problem.context == context
      }) {
        searches[index].minimum = searches[same].minimum
        continue
      }
      let found = solver.minimize(searches[index].problem, from: searches[index].start)
      if found.sumOfSquares.isFinite { searches[index].minimum = found }
      if found.sumOfSquares <= resolved { return }
    }
  }
}
