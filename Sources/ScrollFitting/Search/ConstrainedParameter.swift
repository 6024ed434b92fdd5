import Formula
import ScrollModels

/// A name that a constraint uses: a parameter, or a quantity that determines one.
struct ConstrainedParameter {
  let parameter: Int
  let quantity: (DerivedQuantity, DerivedQuantity.Determined)?

  init(_ name: String, in scrollModel: any ScrollModel) throws(FitError) {
    if let index = scrollModel.parameters.firstIndex(where: { $0.name == name }) {
      parameter = index
      quantity = nil
    } else if let derived = scrollModel.derived.first(where: { $0.name == name }) {
      guard let determined = derived.determines else { throw .notAParameter(name, model: scrollModel.name) }
      parameter = determined.parameter
      quantity = (derived, determined)
    } else {
      let known =
        scrollModel.parameters.map(\.name) + scrollModel.derived.filter { $0.determines != nil }.map(\.name)
      throw .unknownParameter(name, model: scrollModel.name, known: known)
    }
  }
}

/// A parameter that follows from others by an expression of the user's.
struct Tie: Sendable {
  /// The index of the reported parameter that is tied.
  let parameter: Int
  /// The indices of the reported parameters in the expression.
  let uses: Set<Int>
  private let expression: CompiledExpression

  /// - Parameter names: of the reported parameters, in their order.
  init(_ parameter: Int, _ expression: Expression, among names: [String]) throws(FormulaError) {
    self.parameter = parameter
    self.expression = try expression.compiled(names: names)
    uses = Set(expression.names.compactMap { names.firstIndex(of: $0) })
  }

  /// The expression at reported parameters; those it does not use are not read.
  func value(_ reported: [Double]) -> Double { expression.value(reported) }

  /// Its derivative by each reported parameter.
  func gradient(_ reported: [Double]) -> [Double] { expression.gradient(at: reported).gradient }
}

extension [Tie] {
  /// The ties in an order in which each uses only what is known before it; nil where they go in a circle.
  var ordered: [Tie]? {
    var left = self
    var ordered: [Tie] = []
    while !left.isEmpty {
      let unknown = Set(left.map(\.parameter))
      guard let next = left.firstIndex(where: { $0.uses.isDisjoint(with: unknown) }) else { return nil }
      ordered.append(left.remove(at: next))
    }
    return ordered
  }
}

extension Tie {
  /// The ties of a model, each after those it uses.
  ///
  /// - Parameters:
  ///   - owners: the parameters that other constraints determine, and by which name.
  ///   - dependent: the constraint on a quantity that needs all parameters.
  static func ordered(
    _ ties: [String: Expression], of scrollModel: any ScrollModel, owners: [Int: String], dependent: String?
  ) throws(FitError) -> [Tie] {
    let names = scrollModel.parameters.map(\.name)
    var found: [Tie] = []
    for (name, expression) in ties.sorted(by: { $0.key < $1.key }) {
      guard let position = names.firstIndex(of: name) else {
        throw .unknownParameter(name, model: scrollModel.name, known: names)
      }
      if let owner = owners[position] { throw .contradictoryTies([owner, name]) }
      do { found.append(try Tie(position, expression, among: names)) } catch { throw .formula(error) }
    }
    guard let ordered = found.ordered else { throw .contradictoryTies(ties.keys.sorted()) }
    if let dependent,
      let tie = ordered.first(where: { tie in
        tie.uses.contains { owners[$0] == dependent }
      })
    {
      throw .contradictoryTies([dependent, names[tie.parameter]])
    }
    return ordered
  }
}
