import ScrollModels

/// A name that a constraint uses: a parameter, or a quantity that determines one.
struct Constrained {
  let parameter: Int
  let quantity: (DerivedQuantity, DerivedQuantity.Determined)?

  init(_ name: String, in law: any Law) throws(FitError) {
    if let index = law.parameters.firstIndex(where: { $0.name == name }) {
      parameter = index
      quantity = nil
    } else if let derived = law.derived.first(where: { $0.name == name }) {
      guard let determined = derived.determines else { throw .notAParameter(name, model: law.name) }
      parameter = determined.parameter
      quantity = (derived, determined)
    } else {
      let known = law.parameters.map(\.name) + law.derived.filter { $0.determines != nil }.map(\.name)
      throw .unknownParameter(name, model: law.name, known: known)
    }
  }
}
