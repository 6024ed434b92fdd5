/// The name of a constant as people write it.
enum ConstantName: Equatable {
  case decay(DecayParametrization)
  case spring(SpringParametrization)
  case coefficient, dimension

  static let all: [ConstantName] =
    DecayParametrization.allCases.map(ConstantName.decay)
    + SpringParametrization.allCases.map(ConstantName.spring)
    + [.coefficient, .dimension]

  /// Other spellings, plain: lower case, letters and digits only.
  private static let synonyms: [String: ConstantName] = [
    "rate": .decay(.decelerationRate), "permillisecond": .decay(.decelerationRate),
    "perframe": .decay(.decelerationRatePerFrame), "ratepersecond": .decay(.decelerationRatePerSecond),
    "persecond": .decay(.decelerationRatePerSecond), "drag": .decay(.decelerationRatePerSecond),
    "tau": .decay(.timeConstant), "τ": .decay(.timeConstant), "halftime": .decay(.halfLife),
    "dampingfraction": .spring(.dampingRatio), "zeta": .spring(.dampingRatio), "ζ": .spring(.dampingRatio),
    "omega0": .spring(.naturalFrequency), "ω0": .spring(.naturalFrequency), "δ": .spring(.damping),
    "period": .spring(.response), "perceptualduration": .spring(.duration),
  ]

  /// - Parameter names: all that are given. Beside a mass or a stiffness `damping` is the coefficient c, as in the
  ///   constructors that take them; alone it is δ.
  init?(_ text: String, among names: [String]) {
    let plain = Self.plain(text)
    guard let name = Self.all.first(where: { Self.plain($0.text) == plain }) ?? Self.synonyms[plain] else {
      return nil
    }
    self = name.isDamping && Self.takesCoefficient(names) ? .spring(.dampingCoefficient) : name
  }

  /// Returns true if `damping` among these names is the coefficient c.
  static func takesCoefficient(_ names: [String]) -> Bool {
    !Set(names.map(plain)).isDisjoint(with: ["mass", "stiffness"])
  }

  private var isDamping: Bool { self == .spring(.damping) }

  var text: String {
    switch self {
    case .decay(let parametrization): parametrization.rawValue
    case .spring(let parametrization): parametrization.rawValue
    case .coefficient: "coefficient"
    case .dimension: "dimension"
    }
  }

  /// The family of the constant.
  var family: String {
    switch self {
    case .decay: "deceleration"
    case .spring: "spring"
    case .coefficient, .dimension: "rubber band"
    }
  }

  func isDefined(at value: Double) -> Bool {
    switch self {
    case .decay(let parametrization): parametrization.decayConstant(of: value) != nil
    case .spring(let parametrization): parametrization.isDefined(at: value)
    case .coefficient, .dimension: value > 0 && value.isFinite
    }
  }

  var domain: String {
    switch self {
    case .decay(.friction):
      "between 0 and 1, the share of the velocity lost in a millisecond (the friction of GTK and Compose is decayConstant)"
    case .decay(let parametrization): parametrization.isShare ? "between 0 and 1" : "positive"
    case .spring(.bounce): "between -1 and 1"
    case .spring(.dampingRatio): "positive: without damping a spring never comes to rest"
    case .spring, .coefficient, .dimension: "positive"
    }
  }

  /// Up to three known names that differ least from a text; none where half of the letters differ.
  static func nearest(to text: String) -> [String] {
    let wanted = Catalogue.letters(text)
    let ranked = (all.map(\.text) + ["tau", "dampingFraction"]).map { name in
      let edits = Catalogue.edits(from: wanted, to: Array(name.lowercased()))
      return (name: name, distance: edits.last ?? 0)
    }
    let near = ranked.filter { $0.distance <= max(2, $0.name.count / 2) }
    return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }

  private static func plain(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
