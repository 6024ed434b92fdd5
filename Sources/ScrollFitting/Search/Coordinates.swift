import Formula
import LeastSquares
import LinearAlgebra
import ScrollModels

/// A map of the optimizer's free variables to model parameters (fixed, bounded, tied, derived).
///
/// A model is moved in its own (c, α) wherever that can be: they are regular in every limit, and variable projection
/// applies. Only a constraint on a number that is not one of them (the rubber band's dimension, a bounce's phase)
/// changes the variables: the constrained quantity then stands in place of the parameter it determines.
///
/// A class, as every stage of a fit keeps it: a copy of a value would retain each of its parts.
package final class Coordinates: Parametrization {
  /// One entry of the reported parameters, and what stands in its place.
  private enum Slot {
    case free(ClosedRange<Double>)
    case fixed(Double)
    case freeQuantity(DerivedQuantity, DerivedQuantity.Determined, ClosedRange<Double>)
    case fixedQuantity(DerivedQuantity, DerivedQuantity.Determined, Double)
    case tied(Tie)
  }

  package let scrollModel: any ScrollModel
  private let slots: [Slot]
  /// The places in (c, α) that are held at a value, where the model is moved in its own parameters.
  package let fixedModelValues: [Int: Double]
  /// True if the model is moved in its own (c, α).
  package let isDirect: Bool
  /// True if a linear coefficient has bounds from the user, so that it cannot be projected out.
  let boundsLinear: Bool
  package let parameters: [Parameter]
  private let freeSlots: [Int]
  /// The places whose value follows from others, each after what it needs: quantities that give a parameter alone, ties,
  /// quantities that need the other parameters.
  private let order: [Int]

  /// - Throws: ``FitError`` for names the model does not know, constraints on one parameter twice, values outside of a
  ///   domain, and ties that contradict each other or what is fixed.
  package init(
    _ scrollModel: any ScrollModel, fixed: [String: Double], bounds: [String: ClosedRange<Double>],
    ties: [String: Expression] = [:]
  ) throws(FitError) {
    self.scrollModel = scrollModel
    let reported = scrollModel.parameters
    var slots: [Slot] = reported.map { .free($0.domain) }
    var owners: [Int: String] = [:]
    var direct = true
    var boundsLinear = false
    var dependent: [String] = []
    for name in Set(fixed.keys).union(bounds.keys).sorted() {
      let target = try ConstrainedParameter(name, in: scrollModel)
      if let other = owners[target.parameter] {
        throw .givenTwice(other, name, parameter: reported[target.parameter].name)
      }
      if fixed[name] != nil, bounds[name] != nil {
        throw .givenTwice(name, name, parameter: reported[target.parameter].name)
      }
      owners[target.parameter] = name
      if let value = fixed[name], !value.isFinite { throw .notFinite(name) }
      switch target.quantity {
      case nil:
        let domain = reported[target.parameter].domain
        let range = try bounds[name].map { bound throws(FitError) in
          let low = max(bound.lowerBound, domain.lowerBound)
          let high = min(bound.upperBound, domain.upperBound)
          guard low <= high else { throw .outsideDomain(name, value: bound.lowerBound, domain: domain) }
          return low...high
        }
        if let value = fixed[name] {
          guard domain.contains(value) else { throw .outsideDomain(name, value: value, domain: domain) }
          slots[target.parameter] = .fixed(value)
        } else if let range {
          slots[target.parameter] = .free(range)
          if target.parameter < scrollModel.linear.count { boundsLinear = true }
        }
        if scrollModel.transformed.contains(target.parameter) { direct = false }
      case (let quantity, let determined)?:
        if let value = fixed[name], determined.alone {
          let parameter = determined.solve(value, reported.map { _ in .nan })
          let domain = reported[target.parameter].domain
          guard parameter.isFinite, domain.contains(parameter) else {
            throw .outsideDomain(name, value: value, domain: domain)
          }
          slots[target.parameter] = .fixed(parameter)
          if scrollModel.transformed.contains(target.parameter) { direct = false }
        } else {
          direct = false
          if !determined.alone { dependent.append(name) }
          slots[target.parameter] =
            fixed[name].map { .fixedQuantity(quantity, determined, $0) }
            ?? .freeQuantity(quantity, determined, bounds[name] ?? -.infinity ... .infinity)
        }
      }
    }
    // Each would have to be solved with the other's answer.
    if dependent.count > 1 {
      throw .givenTwice(dependent[0], dependent[1], parameter: "the same parameters")
    }
    let tied = try Tie.ordered(ties, of: scrollModel, owners: owners, dependent: dependent.first)
    for tie in tied {
      slots[tie.parameter] = .tied(tie)
      direct = false
    }
    func positions(alone: Bool) -> [Int] {
      slots.indices.filter { index in
        switch slots[index] {
        case .free, .fixed, .tied: false
        case .freeQuantity(_, let determined, _), .fixedQuantity(_, let determined, _):
          determined.alone == alone
        }
      }
    }
    order = positions(alone: true) + tied.map(\.parameter) + positions(alone: false)

    var fixedModelValues: [Int: Double] = [:]
    var parameters: [Parameter] = []
    var freeSlots: [Int] = []
    let model = scrollModel.linear + scrollModel.nonlinear
    for (index, slot) in slots.enumerated() {
      switch slot {
      case .fixed(let value): fixedModelValues[index] = value
      case .fixedQuantity, .tied: break
      case .free(let range):
        // The model's own domain where no bound narrows it.
        let own = direct ? model[index] : reported[index]
        let domain = owners[index] == nil ? own.domain : range
        parameters.append(Parameter(own.name, unit: own.unit, domain: domain))
        freeSlots.append(index)
      case .freeQuantity(let quantity, _, let range):
        parameters.append(Parameter(quantity.name, unit: quantity.unit, domain: range))
        freeSlots.append(index)
      }
    }
    self.slots = slots
    self.isDirect = direct
    self.boundsLinear = boundsLinear
    self.fixedModelValues = direct ? fixedModelValues : [:]
    self.parameters = parameters
    self.freeSlots = freeSlots
  }

  private init(_ other: Coordinates, parameters: [Parameter]) {
    scrollModel = other.scrollModel
    slots = other.slots
    fixedModelValues = other.fixedModelValues
    isDirect = other.isDirect
    boundsLinear = other.boundsLinear
    self.parameters = parameters
    freeSlots = other.freeSlots
    order = other.order
  }

  /// The same with some of the model's own parameters kept in narrower domains.
  ///
  /// - Parameter domains: index in (c, α) to the values allowed; not read where the model is not moved in its own parameters.
  func narrowed(to domains: [Int: ClosedRange<Double>]) -> Coordinates {
    guard isDirect, !domains.isEmpty else { return self }
    let narrowed = zip(parameters, freeSlots).map { own, index in
      domains[index].map { Parameter(own.name, unit: own.unit, domain: $0) } ?? own
    }
    return Coordinates(self, parameters: narrowed)
  }

  /// Index in (c, α) to the values allowed there; empty where the model is not moved in its own parameters.
  var modelDomains: [Int: ClosedRange<Double>] {
    guard isDirect else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(freeSlots, parameters.map(\.domain)))
  }

  /// True if the linear coefficients can be projected out.
  var isProjectable: Bool { isDirect && !boundsLinear }

  /// The free numbers that are nonlinear parameters, where the model is moved in its own.
  func freeNonlinear(of point: [Double]) -> [Double] {
    zip(point, freeSlots).filter { $0.1 >= scrollModel.linear.count }.map(\.0)
  }

  /// The place of a parameter or quantity among the free numbers.
  func position(of name: String) -> Int? {
    parameters.firstIndex { $0.name == name }
  }

  /// Returns true if reported parameter `index` follows from constraints alone.
  func isFixed(_ index: Int) -> Bool {
    if case .fixed = slots[index] { return true }
    return false
  }

  /// Returns true if reported parameter `index` is not estimated on its own: it is fixed or follows from others.
  func isGiven(_ index: Int) -> Bool {
    switch slots[index] {
    case .fixed, .fixedQuantity, .tied: true
    case .free, .freeQuantity: false
    }
  }

  /// The free numbers at a point given as the model's reported parameters and its (c, α).
  package func point(reported: [Double], model: [Double]) -> [Double] {
    freeSlots.map { index in
      switch slots[index] {
      case .freeQuantity(let quantity, _, _): quantity.value(reported)
      case .free, .fixed, .fixedQuantity, .tied: isDirect ? model[index] : reported[index]
      }
    }
  }

  /// The reported parameters at the free numbers.
  func reported(_ point: [Double]) -> [Double] {
    isDirect ? scrollModel.reported(modelParameters(point)) : solved(point)
  }

  package var selection: [Int]? { isDirect ? freeSlots : nil }

  package func modelParameters(_ point: [Double]) -> [Double] {
    guard isDirect else { return scrollModel.modelParameters(solved(point)) }
    // All of them are free, in the model's order.
    guard freeSlots.count < slots.count else { return point }
    var model = [Double].zeros(slots.count)
    for (index, value) in fixedModelValues { model[index] = value }
    for (value, index) in zip(point, freeSlots) { model[index] = value }
    return model
  }

  package func jacobian(_ point: [Double]) -> [Double] {
    let count = slots.count
    let reportedJacobian = reportedJacobian(point)
    guard !isDirect else { return reportedJacobian }
    let outer = scrollModel.modelJacobian(solved(point))
    var product = [Double](repeating: 0, count: count * point.count)
    for column in point.indices {
      for row in 0..<count {
        var sum = 0.0
        for inner in 0..<count {
          sum += outer[inner * count + row] * reportedJacobian[column * count + inner]
        }
        product[column * count + row] = sum
      }
    }
    return product
  }

  private func solved(_ point: [Double]) -> [Double] {
    var reported = [Double](repeating: .nan, count: slots.count)
    var given = [Double](repeating: .nan, count: slots.count)
    for (value, index) in zip(point, freeSlots) { given[index] = value }
    for (index, slot) in slots.enumerated() {
      switch slot {
      case .free: reported[index] = given[index]
      case .fixed(let value): reported[index] = value
      case .freeQuantity, .fixedQuantity, .tied: break
      }
    }
    for index in order {
      switch slots[index] {
      case .freeQuantity(_, let determined, _): reported[index] = determined.solve(given[index], reported)
      case .fixedQuantity(_, let determined, let value): reported[index] = determined.solve(value, reported)
      case .tied(let tie):
        let value = tie.value(reported)
        // Outside of its domain a model has no value.
        reported[index] = scrollModel.parameters[index].domain.contains(value) ? value : .nan
      case .free, .fixed: break
      }
    }
    return reported
  }

  /// ∂reported/∂point. A quantity g in place of parameter j gives ∇g · dp = dg, solved for dpⱼ; a tie pⱼ = h gives
  /// dpⱼ = ∇h · dp.
  private func reportedJacobian(_ point: [Double]) -> [Double] {
    let count = slots.count
    var jacobian = [Double](repeating: 0, count: count * point.count)
    for (column, index) in freeSlots.enumerated() {
      if case .free = slots[index] { jacobian[column * count + index] = 1 }
    }
    guard !order.isEmpty else { return jacobian }
    let reported = solved(point)
    for index in order {
      switch slots[index] {
      case .freeQuantity(let quantity, _, _), .fixedQuantity(let quantity, _, _):
        let gradient = numericalGradient(at: reported, sizes: reported.map { _ in 1e-3 }, of: quantity.value)
        for (column, slot) in freeSlots.enumerated() {
          var rest = slot == index ? 1.0 : 0
          for other in 0..<count where other != index {
            rest -= gradient[other] * jacobian[column * count + other]
          }
          jacobian[column * count + index] = rest / gradient[index]
        }
      case .tied(let tie):
        let gradient = tie.gradient(reported)
        for column in point.indices {
          let terms = tie.uses.map { gradient[$0] * jacobian[column * count + $0] }
          jacobian[column * count + index] = terms.reduce(0, +)
        }
      case .free, .fixed: break
      }
    }
    return jacobian
  }
}
