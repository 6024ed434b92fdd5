/// A model of motion: its only identity in the package.
///
/// Text names a model where a user types one and where a report prints one, and nowhere between. What is known of all
/// models stands in one table, `entry`; what a target has to add for each model it adds in an exhaustive `switch`, so
/// that a new model does not compile until it is said.
public enum MotionModel: Hashable, Sendable {
  case deceleration
  case decelerationStop
  case constantDeceleration
  case decelerationDrift
  case powerDeceleration
  case bounce
  case spring
  case rubberBand
  case polynomial(degree: Int)
  /// The distance of flings over their release speed.
  case projection
  /// A formula of the user's own.
  case formula

  /// The models that `--model` names, without polynomials, in the order of reports.
  public static let all: [MotionModel] = [
    .deceleration, .decelerationStop, .constantDeceleration, .decelerationDrift, .powerDeceleration, .bounce,
    .spring, .rubberBand,
  ]

  /// The model of an id or an alias: `bounce`, `polynomial:2`; nil for any other text.
  public init?(_ text: some StringProtocol) {
    if let model = Self.all.first(where: { $0.id == text || $0.entry.aliases.contains(String(text)) }) {
      self = model
      return
    }
    guard text.hasPrefix(Self.polynomialPrefix),
      let degree = Int(text.dropFirst(Self.polynomialPrefix.count)), degree >= 0
    else { return nil }
    self = .polynomial(degree: degree)
    // One spelling for each: not `polynomial:02`.
    if id != text { return nil }
  }

  static let polynomialPrefix = "polynomial:"
}

extension MotionModel: CustomStringConvertible {
  /// The name on the command line and in reports: `rubber-band`.
  public var id: String { entry.id }
  /// The name on the command line and in reports.
  public var description: String { id }

  /// True if it is a polynomial of any degree: no model of scrolling, but what others are compared with.
  package var isPolynomial: Bool {
    if case .polynomial = self { true } else { false }
  }

  /// True if it is one of the models that scrolling follows.
  package var isOfScrolling: Bool { Self.all.contains(self) }
}

/// The abscissa of a model's curve.
package enum Abscissa: Sendable {
  /// s since the first sample.
  case time
  /// The finger's travel beyond the edge, pt.
  case fingerTravel
  /// Time, or a column of numbers.
  case timeOrColumn
  /// Another quantity of the model's own.
  case other
}

/// The kind of motion that a model describes.
package enum MotionKind: Sendable {
  /// A fling that comes to rest.
  case fling
  /// A return to a rest: a bounce at an edge, a snap to a page.
  case springReturn
  /// A pull beyond an edge.
  case overscroll
  /// No kind of motion.
  case other
}

extension MotionModel {
  /// A row of the table of models.
  package struct Entry: Sendable {
    package let id: String
    /// Other names that recorders and earlier versions give the model.
    package let aliases: [String]
    /// The model in words, as a sentence names what a motion follows.
    package let title: String
    package let formula: String
    package let abscissa: Abscissa
    package let kind: MotionKind
    /// True if its curve can be written as code.
    package let hasClosedForm: Bool

    init(
      _ id: String, aliases: [String] = [], _ title: String, _ formula: String,
      over abscissa: Abscissa = .time,
      kind: MotionKind, hasClosedForm: Bool = true
    ) {
      self.id = id
      self.aliases = aliases
      self.title = title
      self.formula = formula
      self.abscissa = abscissa
      self.kind = kind
      self.hasClosedForm = hasClosedForm
    }
  }

  /// The model's row.
  package var entry: Entry {
    switch self {
    case .deceleration:
      Entry(
        "deceleration", aliases: ["decel"], "exponential deceleration", "x₀ + v₀ (1 − e^(−kt))/k",
        kind: .fling)
    case .decelerationStop:
      Entry(
        "deceleration-stop", "exponential deceleration with a sudden stop",
        "x₀ + v₀ (1 − e^(−kt))/k until the speed is v_stop", kind: .fling)
    case .constantDeceleration:
      Entry(
        "constant-deceleration", "constant deceleration", "x₀ + v₀t − sgn(v₀) a t²/2 until v = 0",
        kind: .fling)
    case .decelerationDrift:
      Entry(
        "deceleration-drift", "exponential deceleration with friction",
        "x₀ + (v₀ + sgn(v₀) u)(1 − e^(−kt))/k − sgn(v₀) u t until v = 0", kind: .fling)
    case .powerDeceleration:
      Entry(
        "power-deceleration", "deceleration by a power of the remaining time",
        "x₀ + v₀ (T/n)(1 − (1 − t/T)ⁿ) until t = T", kind: .fling)
    case .bounce:
      Entry(
        "bounce", aliases: ["bounce-phase"], "a critically damped spring",
        "rest + (d + (v₀ + δd) t) e^(−δt)", kind: .springReturn)
    case .spring:
      Entry(
        "spring", "a damped spring", "rest + e^(−ζω₀t)(d cos ω′t + (v₀ + ζω₀d) sin ω′t/ω′), ω′ = ω₀√(1 − ζ²)",
        kind: .springReturn)
    case .rubberBand:
      Entry(
        "rubber-band", aliases: ["rubber", "rubberBand"], "the rubber band’s formula", "c x/(1 + c|x|/d)",
        over: .fingerTravel, kind: .overscroll)
    case .polynomial(let degree):
      Entry(
        Self.polynomialPrefix + "\(degree)",
        degree == 1 ? "a straight line" : degree == 2 ? "a parabola" : "a polynomial", "Σ cⱼ tʲ",
        over: .timeOrColumn, kind: .other)
    case .projection:
      Entry(
        "projection", "a straight line over the release speed", "s (|v| − v_stop)", over: .other,
        kind: .other,
        hasClosedForm: false)
    case .formula:
      Entry(
        "formula", "its formula", "as the user typed it", over: .other, kind: .other, hasClosedForm: false)
    }
  }

  /// The separable model; nil for a formula, which needs its text, and for a degree that no polynomial has.
  ///
  /// - Parameters:
  ///   - settlingDistance: how near to rest or destination the content counts as arrived, pt: half the pixel
  ///     grid.
  ///   - abscissaUnit: the unit of x for a polynomial; the others have their own.
  package func scrollModel(settlingDistance: Double = 0.5, abscissaUnit: String = "s") -> (any ScrollModel)? {
    switch self {
    case .deceleration: DecelerationModel(settlingDistance: settlingDistance)
    case .decelerationStop: StoppingDecelerationModel()
    case .constantDeceleration: ConstantDecelerationModel()
    case .decelerationDrift: DriftingDecelerationModel()
    case .powerDeceleration: PowerDecelerationModel()
    case .bounce: BounceModel(settlingDistance: settlingDistance)
    case .spring: SpringModel(settlingDistance: settlingDistance)
    case .rubberBand: RubberBandModel()
    case .polynomial(let degree): PolynomialModel(degree: degree, abscissaUnit: abscissaUnit)
    case .projection: ProjectionModel()
    case .formula: nil
    }
  }

  /// Published constants that its parameters are compared with.
  package var referenceConstants: [KnownConstant] { KnownConstants.of(self) }
}

/// A constant that a fitted parameter may be compared with.
package struct KnownConstant: Equatable, Sendable {
  /// As reports print it: `UIScrollView normal`.
  package let name: String
  /// The parameter or derived quantity it is a value of, by its reported name.
  package let parameter: String
  package let value: Double
  package let unit: String
  /// The models in which that parameter means the same.
  package let models: [MotionModel]
  package let source: String
}

/// The constants that reports compare with: the rows of the catalogue that have a name for it.
///
/// UIScrollView's alone: beside every fit the whole catalogue would be noise, and to rank it is what `identify` does.
package enum KnownConstants {
  package static let all = Catalogue.entries.compactMap { entry -> KnownConstant? in
    guard let name = entry.reference, let constant = entry.published.first,
      let model = MotionModel(entry.model.name)
    else { return nil }
    // A stop changes nothing about the rate.
    let models = model == .deceleration ? [model, .decelerationStop] : [model]
    return KnownConstant(
      name: name, parameter: constant.name, value: constant.value, unit: constant.unit, models: models,
      source: entry.source.description)
  }

  /// The constants that parameters of a model may be compared with, in the table's order.
  package static func of(_ model: MotionModel) -> [KnownConstant] { byModel[model] ?? [] }

  private static let byModel = all.reduce(into: [MotionModel: [KnownConstant]]()) { rows, constant in
    for model in constant.models { rows[model, default: []].append(constant) }
  }
}
