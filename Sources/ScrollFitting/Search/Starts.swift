import Kernels
import LeastSquares
import ScrollModels

/// The initial values that the user gave.
struct Starts {
  /// Index in the model's own (c, α) to value.
  let direct: [Int: Double]
  /// Index of a reported parameter that is not one of (c, α), to value.
  private let transformed: [Int: Double]
  /// Quantities that give a parameter only together with the others: a bounce's phase.
  private let dependent: [(determined: DerivedQuantity.Determined, value: Double)]

  /// - Throws: ``FitError`` for a name that the model does not know or that is given twice, and a value out of bounds.
  init(_ scrollModel: some ScrollModel, fixed: [String: Double], options: FitOptions) throws(FitError) {
    var direct: [Int: Double] = [:]
    var transformed: [Int: Double] = [:]
    var dependent: [(DerivedQuantity.Determined, Double)] = []
    var owners: [Int: String] = [:]
    for name in fixed.keys.sorted() {
      owners[try ConstrainedParameter(name, in: scrollModel).parameter] = name
    }
    for name in options.starts.keys.sorted() {
      guard let value = options.starts[name] else { continue }
      guard value.isFinite else { throw .notFinite(name) }
      if options.ties[name] != nil { throw .contradictoryTies([name, "its start"]) }
      if let bounds = options.bounds[name], !bounds.contains(value) {
        throw .startOutsideBounds(name, value: value, bounds: bounds)
      }
      let target = try ConstrainedParameter(name, in: scrollModel)
      let parameter = scrollModel.parameters[target.parameter]
      if let other = owners[target.parameter] { throw .givenTwice(other, name, parameter: parameter.name) }
      owners[target.parameter] = name
      if let determined = target.quantity?.1, !determined.alone {
        dependent.append((determined, value))
        continue
      }
      let resolved =
        target.quantity.map { $0.1.solve(value, scrollModel.parameters.map { _ in .nan }) } ?? value
      guard resolved.isFinite, parameter.domain.contains(resolved) else {
        throw .outsideDomain(name, value: value, domain: parameter.domain)
      }
      if let bounds = options.bounds[parameter.name], !bounds.contains(resolved) {
        throw .startOutsideBounds(name, value: value, bounds: bounds)
      }
      if scrollModel.transformed.contains(target.parameter) {
        transformed[target.parameter] = resolved
      } else {
        direct[target.parameter] = resolved
      }
    }
    self.direct = direct
    self.transformed = transformed
    self.dependent = dependent
  }

  var isEmpty: Bool { direct.isEmpty && transformed.isEmpty && dependent.isEmpty }

  /// The reported parameters, moved to where the user wants them.
  func applied(to reported: [Double]) -> [Double] {
    var moved = reported
    for (index, value) in direct { moved[index] = value }
    for (index, value) in transformed { moved[index] = value }
    for (determined, value) in dependent { moved[determined.parameter] = determined.solve(value, moved) }
    return moved
  }
}

/// A kernel that finds the nonlinear parameter of a model's minimum, all samples alike: a search that begins there ends after
/// a look around.
struct KernelStart {
  private let scrollModel: KernelModel
  /// The parameter that gives the model's shape.
  private let shape: ParameterName
  /// The offset that the kernel's model is about.
  private let origin: Double

  /// Nil where no kernel has the model with these parameters fixed.
  ///
  /// - Parameter fixed: index in (c, α) to value.
  init?(_ scrollModel: some ScrollModel, fixed: [Int: Double]) {
    let rest = scrollModel.linear.firstIndex { $0.name == ParameterName.rest.id }
    switch scrollModel.model {
    // The deceleration from a known release and the rubber band from an unknown travel have a second nonlinear parameter.
    case .deceleration where fixed.isEmpty && scrollModel.nonlinear.count == 1:
      (self.scrollModel, shape, origin) = (.deceleration, .decayConstant, 0)
    case .bounce where fixed.isEmpty: (self.scrollModel, shape, origin) = (.bounce, .damping, 0)
    case .bounce:
      guard let rest, let offset = fixed[rest], fixed.count == 1 else { return nil }
      (self.scrollModel, shape, origin) = (.bouncePhase, .damping, offset)
    case .rubberBand where fixed.isEmpty && scrollModel.nonlinear.count == 1:
      (self.scrollModel, shape, origin) = (.rubberBand, .dimension, 0)
    case .deceleration, .decelerationStop, .constantDeceleration, .decelerationDrift, .powerDeceleration,
      .spring,
      .rubberBand, .polynomial, .projection, .formula:
      return nil
    }
  }

  /// α of the samples' minimum; nil where the kernel leaves them to a scan.
  func alpha(of samples: Samples) -> Double? {
    guard let index = scrollModel.parameters.firstIndex(where: { $0.name == shape.id }) else { return nil }
    return Kernel(scrollModel).fit(
      abscissas: samples.abscissas,
      observations: origin == 0 ? samples.observations : samples.observations.map { $0 - origin }
    ) { parameters, standardErrors in
      let value = parameters[index]
      // Samples that hardly determine the model's shape have other local minima beside, as deep but for their noise.
      guard standardErrors[index] <= Self.wellDeterminedError * abs(value) else { return nil }
      // κ = c/d; the coefficient is the first.
      return scrollModel == .rubberBand ? parameters[0] / value : value
    }
  }

  /// The share of a shape's value that its standard error may have.
  private static let wellDeterminedError = 0.05
}

extension Minimum {
  /// The same minimum and path in other variables.
  package func mapped(_ change: ([Double]) -> [Double], sumOfSquares: Double? = nil) -> Minimum {
    Minimum(
      parameters: change(parameters), sumOfSquares: sumOfSquares ?? self.sumOfSquares,
      termination: termination,
      iterations: iterations, evaluations: evaluations,
      path: path.map { PathPoint(parameters: change($0.parameters), cost: $0.cost) })
  }

  /// This minimum as the end of a search that had come to another one before.
  func after(_ earlier: Minimum) -> Minimum {
    Minimum(
      parameters: parameters, sumOfSquares: sumOfSquares, termination: termination,
      iterations: earlier.iterations + iterations, evaluations: earlier.evaluations + evaluations,
      path: earlier.path + path.dropFirst())
  }
}
