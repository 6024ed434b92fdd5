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
