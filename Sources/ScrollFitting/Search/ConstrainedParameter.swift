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
