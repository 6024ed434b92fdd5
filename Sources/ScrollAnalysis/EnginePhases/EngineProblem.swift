import LeastSquares
import LinearAlgebra
import ScrollFitting
import ScrollModels

/// The curve of an engine's model through samples: some of its numbers are moved, the others held.
///
/// The numbers are the model's state, its constants and, last, how far its start lies before the first abscissa: how long before the first
/// sample the motion began, which models whose course depends on the time since their start need, or how much farther beyond the edge a
/// finger is than its travel counts. Derivatives are differences, inside the domains; an offset that
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
  /// The last number.
  let start: Parameter
  /// The free numbers.
  let parameters: [Parameter]
  /// The derivative by each free number.
  private let slopes: [Slope]

  private enum Slope {
    /// 1: the number shifts the whole curve.
    case one
    /// The column of the linearized curve, where the model has one.
    case column(Int)
  }

  init(
    model: any EngineModel, context: EngineContext, samples: Samples, numbers: [Double], free: [Int],
    sizes: [Double], start: Parameter
  ) {
    self.model = model
    self.context = context
    self.samples = samples
    self.numbers = numbers
    self.free = free
    self.sizes = sizes
    self.start = start
    let all = model.parameters + [start]
    parameters = free.map { all[$0] }
    var columns = 0
    slopes = parameters.map { parameter in
      if [Parameter.initialOffset.name, Parameter.rest.name].contains(parameter.name) { return .one }
      columns += 1
      return .column(columns - 1)
    }
  }

  var residualCount: Int { samples.observations.count }

  /// The curve of the last evaluation: solvers ask for the derivatives where they asked for the residuals just before.
  struct Workspace {
    fileprivate var numbers: CurveNumbers
    fileprivate var curve: LinearizedCurve
    fileprivate var isFilled = false
    /// The differences to either side of the numbers that the closed forms are asked for.
    fileprivate var steps: [ParameterStep] = []
  }

  func makeWorkspace() -> Workspace {
    Workspace(
      numbers: CurveNumbers(numbers, of: model), curve: LinearizedCurve(count: samples.observations.count))
  }

  func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace
  ) {
    let observed = samples.observations
    fill(&workspace, at: point)
    for i in observed.indices { residuals[i] = workspace.curve.values[i] - observed[i] }
    guard !jacobian.isEmpty else { return }
    let isDifferentiable = model.isDifferentiable
    jacobian.withUnsafeMutableBufferPointer { jacobian in
      for j in free.indices {
        let column = jacobian.extracting((j * observed.count)..<((j + 1) * observed.count))
        guard case .column(let position) = slopes[j] else {
          column.update(repeating: 1)
          continue
        }
        if isDifferentiable {
          workspace.curve.copyColumn(position, to: column)
          if areFinite(UnsafeBufferPointer(column)) { continue }
        }
        model.fillDifferences(
          column, along: step(j, at: point), of: &workspace.numbers, at: samples.abscissas, context: context)
      }
    }
  }

  /// Leaves the curve at a point in the workspace, with its derivatives where they have a closed form.
  private func fill(_ workspace: inout Workspace, at point: [Double]) {
    if workspace.isFilled, zip(point, free).allSatisfy({ $0 == workspace.numbers[$1] }) { return }
    workspace.isFilled = true
    for (value, position) in zip(point, free) { workspace.numbers[position] = value }
    guard model.isDifferentiable else {
      model.fill(&workspace.curve.values, with: workspace.numbers, at: samples.abscissas, context: context)
      return
    }
    workspace.steps.removeAll(keepingCapacity: true)
    for j in free.indices where free[j] < numbers.count - 1 {
      if case .column = slopes[j] { workspace.steps.append(step(j, at: point)) }
    }
    model.linearize(
      &workspace.curve, with: &workspace.numbers, along: workspace.steps, at: samples.abscissas,
      context: context)
  }

  /// The values of a free number for a difference, inside its domain.
  private func step(_ j: Int, at point: [Double]) -> ParameterStep {
    let domain = parameters[j].domain
    let step = 6e-6 * max(point[j].magnitude, sizes[free[j]])
    return ParameterStep(
      index: free[j], behind: max(domain.lowerBound, point[j] - step),
      ahead: min(domain.upperBound, point[j] + step))
  }

  /// The curve's derivatives by the free numbers where a search has ended, ∂y/∂p at `[j·n + i]`.
  ///
  /// A curve by frames jumps where one frame more is beyond a threshold, and a search ends at a jump that the sum of squares falls toward. A
  /// difference across it is no slope: of those to either side the smaller one is.
  func slopes(at point: [Double]) -> [Double] {
    var slopes = linearized(at: point).jacobian
    guard !model.isDifferentiable else { return slopes }
    let own = values(at: point)
    for j in free.indices {
      guard case .column = self.slopes[j] else { continue }
      let step = step(j, at: point)
      let sides = [step.behind, step.ahead].filter { $0 != point[j] }.map { end in
        var moved = point
        moved[j] = end
        return zip(values(at: moved), own).map { ($0 - $1) / (end - point[j]) }
      }
      for i in own.indices {
        let slope = sides.map { $0[i] }.min { $0.magnitude < $1.magnitude }
        slopes[j * own.count + i] = slope ?? 0
      }
    }
    return slopes
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

  /// The distance by which a finger is farther beyond the edge than its recorded travel counts.
  static func travelOffset(within error: Double) -> Parameter {
    Parameter(ParameterName.travelOffset.id, unit: "pt", domain: -error...error)
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
      let sums = searches.map(\.sumOfSquares)
      searches = sums.indices.sorted { sums[$0] < sums[$1] }.prefix(followed).map { searches[$0] }
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
