import Formula
import LeastSquares
import ScrollModels

/// A motion whose constants are to be found: gesture and constants in, offsets out.
struct TunedMotion: Sendable {
  let name: String
  let formula: String
  let constants: [Parameter]
  /// A constant set that searches begin around.
  let typical: [Double]
  /// The fitted model that it is; nil for a curve of its own and for a formula.
  let model: MotionModel?
  /// The divisor of a search's evaluations: a search of formulas would take many times as long.
  var cost = 1
  private let curve: @Sendable (StandardGesture, [Double], [Double]) -> [Double]?

  /// The offsets at times since the release, or at travels of the finger; nil where the motion has none.
  func offsets(_ gesture: StandardGesture, constants: [Double], at abscissas: [Double]) -> [Double]? {
    curve(gesture, constants, abscissas)
  }
}

extension TunedMotion {
  /// The model of a row of the catalogue.
  init(_ entry: CatalogueEntry) {
    self.init(entry.model, typical: entry.values, model: entry.model.fitted?.model)
  }

  private init(_ engineModel: any EngineModel, typical: [Double], model: MotionModel?) {
    name = engineModel.name
    formula = engineModel.formula
    constants = engineModel.constants
    self.typical = typical
    self.model = model
    curve = { gesture, constants, abscissas in
      guard zip(engineModel.constants, constants).allSatisfy({ $0.domain.contains($1) }),
        let state = gesture.start.state(of: engineModel)
      else { return nil }
      let curve = engineModel.curve(state: state, constants: constants, context: EngineContext())
      return abscissas.map { curve.value(at: $0) }
    }
  }

  /// A fitted model. The viewport's length is no constant of an engine: it is held. A model whose parameters change with the
  /// gesture has the constants that engines have in their place: the stop time of `power-deceleration` follows from the
  /// initial velocity and a constant.
  init?(_ model: MotionModel) {
    if model == .powerDeceleration {
      let engineModel = PowerFling()
      self.init(engineModel, typical: engineModel.constants.map { Self.typical[$0.name] ?? 1 }, model: nil)
      return
    }
    let all = model.constants
    let free = all.filter { $0.name != Parameter.dimension.name }
    guard !free.isEmpty else { return nil }
    self.init(model, constants: free)
  }

  private init(_ model: MotionModel, constants free: [Parameter]) {
    name = model.id
    formula = model.entry.formula
    constants = free
    typical = free.map { Self.typical[$0.name] ?? 1 }
    self.model = model
    curve = { gesture, constants, abscissas in
      var named = [Parameter.dimension.name: EngineContext().dimension]
      for (parameter, value) in zip(free, constants) { named[parameter.name] = value }
      return GestureMotion(gesture, model: model, constants: named)?.offsets(at: abscissas)
    }
  }

  /// A formula of the gesture's quantities; its other names are constants.
  init(_ formula: Formula, kind: FormulaMotion) throws(FormulaError) {
    let names = formula.right.names
    let own = names.filter { !FormulaMotion.reserved.contains($0) }
    let compiled = try formula.right.compiled(names: FormulaMotion.reserved + own)
    name = "formula"
    self.formula = formula.text
    // Constants of a motion are positive: a sign is written.
    constants = own.map { Parameter($0, unit: "", domain: Double.leastNormalMagnitude...Double.infinity) }
    typical = own.map { Self.typical[$0] ?? 1 }
    model = nil
    cost = 3 * max(1, formula.text.utf8.count / Self.shortLength + own.count / 2 - 1)
    curve = { gesture, constants, abscissas in
      abscissas.map { compiled.value(kind.values(gesture.start, at: $0) + constants) }
    }
  }

  /// Letters of a short formula, such as `y = v0/k*(1 - exp(-k*t))`.
  private static let shortLength = 30

  /// Sizes of constants that scrolling has.
  private static let typical = [
    "decayConstant": 2, "stopVelocity": 20, "deceleration": 2000, "drift": 100, "exponent": 3, "damping": 10,
    "unitVelocity": 1000, "naturalFrequency": 10, "dampingRatio": 1, "coefficient": 0.55,
  ]
}

/// The quantities of a gesture that a formula may name.
struct FormulaMotion: Sendable {
  /// Time, travel of the finger, initial velocity, displacement from rest, and the offsets that are 0.
  static let reserved = ["t", "x", "v0", "displacement", "x0", "rest"]

  /// The values of the reserved names, in their order.
  func values(_ start: StandardGesture.Start, at abscissa: Double) -> [Double] {
    switch start {
    case .release(let displacement, let velocity): [abscissa, 0, velocity, displacement, 0, 0]
    case .pull: [0, abscissa, 0, 0, 0, 0]
    }
  }
}

extension StandardGesture.Start {
  /// The state of an engine's model; nil where it needs what a gesture has not.
  func state(of engineModel: any EngineModel) -> [Double]? {
    var known = [
      Parameter.initialOffset.name: 0, Parameter.rest.name: 0,
      Parameter.dimension.name: EngineContext().dimension,
    ]
    if case .release(let displacement, let velocity) = self {
      known[Parameter.initialVelocity.name] = velocity
      known[Parameter.displacement.name] = displacement
    }
    let state = engineModel.state.compactMap { known[$0.name] }
    return state.count == engineModel.state.count ? state : nil
  }
}
