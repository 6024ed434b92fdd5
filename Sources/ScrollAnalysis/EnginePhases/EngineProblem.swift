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
  private(set) var samples: Samples
  /// Every number, at the values that are held.
  var numbers: [Double]
  /// Places of the numbers that are moved, increasing.
  let free: [Int]
  /// The lower bound of each number.
  let sizes: [Double]
  /// The numbers of the state that shift every curve by as much.
  private static let shifts: Set = [Parameter.initialOffset.name, Parameter.rest.name]
  /// The domains of all numbers.
  private let domains: [Parameter]
  /// True for each free number that shifts every curve.
  private let isShift: [Bool]

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
    let domains = model.parameters + [.startTime(upTo: latestStart)]
    self.domains = domains
    isShift = free.map { Self.shifts.contains(domains[$0].name) }
  }

  /// Every number that is held; 0 for those that are moved.
  var held: [Double] {
    var held = numbers
    for position in free { held[position] = 0 }
    return held
  }

  /// The free numbers that a search begins at.
  var start: [Double] { free.map { numbers[$0] } }

  /// The same problem on other samples.
  func on(_ samples: Samples) -> EngineProblem {
    var problem = self
    problem.samples = samples
    return problem
  }

  var parameters: [Parameter] { free.map { domains[$0] } }
  var residualCount: Int { samples.observations.count }

  func makeWorkspace() {}

  func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Void
  ) {
    let observed = samples.observations
    let linearized = jacobian.isEmpty ? nil : linearized(at: point)
    let values = linearized?.values ?? values(at: point)
    for i in observed.indices { residuals[i] = values[i] - observed[i] }
    guard !jacobian.isEmpty else { return }
    for j in free.indices {
      let first = j * observed.count
      if isShift[j] {
        for i in observed.indices { jacobian[first + i] = 1 }
      } else if let linearized, fill(&jacobian, from: first, with: linearized.column(j)) {
        continue
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

  /// Copies a column to its place; false where a number is not finite.
  private func fill(_ jacobian: inout [Double], from first: Int, with column: ArraySlice<Double>) -> Bool {
    var isFinite = true
    jacobian.withUnsafeMutableBufferPointer { jacobian in
      column.withUnsafeBufferPointer { column in
        for i in column.indices {
          isFinite = isFinite && column[i].isFinite
          jacobian[first + i] = column[i]
        }
      }
    }
    return isFinite
  }

  /// The curve and its derivatives by the free numbers, the start's as its slope; nil where they have no closed form.
  private func linearized(at point: [Double]) -> LinearizedCurve? {
    var numbers = numbers(at: point)
    let start = numbers.removeLast()
    let steps = free.indices.filter { free[$0] < numbers.count }.map { step($0, at: point) }
    return model.linearized(numbers, along: steps, at: samples.abscissas, from: start, context: context)
  }

  /// The values of a free number for a difference, inside its domain.
  private func step(_ j: Int, at point: [Double]) -> ParameterStep {
    let domain = domains[free[j]].domain
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
