import Testing

@testable import ScrollModels

/// The table of models, row by row.
struct MotionModelTests {
  /// Every model with reported parameters that are not 0, 1 or each other; what a model lacks stops the test.
  private static let rows: [(model: MotionModel, reported: [Double])] =
    (MotionModel.all + [.polynomial(degree: 0), .polynomial(degree: 3), .projection, .formula]).map {
      ($0, reported(of: $0))
    }

  private static func reported(of model: MotionModel) -> [Double] {
    switch model {
    case .deceleration: [113.7, -842.3, 2.37]
    case .decelerationStop: [113.7, -842.3, 2.37, 11.9]
    case .constantDeceleration: [113.7, -842.3, 1390]
    case .decelerationDrift: [13.7, -842.3, 3.71, 171.9]
    case .powerDeceleration: [113.7, -842.3, 2.358, 1.31]
    case .bounce: [64.3, -12.7, -903.1, 10.9]
    case .spring: [64.3, -12.7, -903.1, 10.4, 0.37]
    case .rubberBand: [0.553, 811.9]
    case .polynomial(let degree): (0...degree).map { 31.7 / Double($0 * $0 + 1) }
    case .projection: [0.4997, 10.65]
    case .formula: []
    }
  }

  @Test("Every model is found by its id and by its aliases, and no two share a name")
  func namesAreUnique() {
    let named = MotionModel.all + [.polynomial(degree: 2)]
    for model in named {
      for name in [model.id] + model.entry.aliases { #expect(MotionModel(name) == model, "\(name)") }
    }
    let names = named.flatMap { [$0.id] + $0.entry.aliases }
    #expect(Set(names).count == names.count)
    // A user names a formula by its text, and a projection not at all.
    #expect(MotionModel("formula") == nil && MotionModel("projection") == nil)
  }

  @Test("Every separable model belongs to its row and has the row's parameters", arguments: rows.indices)
  func separableModel(row: Int) throws {
    let (model, reported) = Self.rows[row]
    guard let scrollModel = model.scrollModel() else {
      #expect(model == .formula)
      return
    }
    #expect(scrollModel.model == model && scrollModel.name == model.id)
    #expect(scrollModel.parameters.count == reported.count)
    #expect(!model.entry.title.isEmpty && !model.entry.formula.isEmpty)
  }

  @Test("Every model of scrolling has a constant that two motions of one engine share, and an abscissa")
  func constants() {
    for model in MotionModel.all {
      #expect(
        !model.constants.isEmpty && model.entry.abscissa != .other && model.entry.kind != .other, "\(model)")
    }
    #expect(MotionModel.bounce.constants.map(\.name) == ["damping"])
    #expect(MotionModel.polynomial(degree: 2).constants.isEmpty)
  }

  @Test(
    "Every curve is the separable model at the same parameters, and its slope the derivative",
    arguments: rows.indices)
  func curve(row: Int) throws {
    let (model, reported) = Self.rows[row]
    #expect((model.curve(of: reported) != nil) == model.entry.hasClosedForm)
    guard let curve = model.curve(of: reported), let scrollModel = model.scrollModel() else { return }
    let own = scrollModel.modelParameters(reported)
    let abscissas = model.entry.abscissa == .fingerTravel ? [-310, 3.7, 900] : [0.013, 0.31, 0.57, 1.7]
    var basis = [Double](repeating: 0, count: abscissas.count * scrollModel.linear.count)
    var none: [Double] = []
    scrollModel.evaluate(
      Array(own[scrollModel.linear.count...]), at: abscissas, basis: &basis, derivatives: &none)
    let size = abscissas.reduce(1) { max($0, abs(curve.value(at: $1))) }
    for (index, abscissa) in abscissas.enumerated() {
      let expected = scrollModel.linear.indices.reduce(0.0) {
        $0 + basis[$1 * abscissas.count + index] * own[$1]
      }
      #expect(abs(curve.value(at: abscissa) - expected) <= 1e-12 * size, "\(model) at \(abscissa)")
      let step = 1e-5 * max(abs(abscissa), 0.1)
      let difference = (curve.value(at: abscissa + step) - curve.value(at: abscissa - step)) / (2 * step)
      let slope = curve.slope(at: abscissa)
      #expect(abs(slope - difference) <= 1e-6 * max(abs(slope), 1), "\(model)′ at \(abscissa)")
    }
  }

  @Test("A model has no curve where a number is not finite or missing")
  func noCurve() {
    for (model, reported) in Self.rows where model.entry.hasClosedForm {
      #expect(model.curve(of: [.nan] + reported.dropFirst()) == nil, "\(model)")
      #expect(model.curve(of: reported + [1]) == nil, "\(model)")
    }
    #expect(MotionModel.rubberBand.curve(of: [0.55, .infinity]) != nil)
  }

  @Test("Every reference constant is a parameter or a derived quantity of its model")
  func referenceConstants() throws {
    for model in MotionModel.all {
      guard let scrollModel = model.scrollModel() else { continue }
      let names = scrollModel.parameters.map(\.name) + scrollModel.derived.map(\.name)
      for constant in model.referenceConstants { #expect(names.contains(constant.parameter), "\(model)") }
    }
    #expect(MotionModel.rubberBand.referenceConstants.map(\.value) == [0.55])
  }
}
