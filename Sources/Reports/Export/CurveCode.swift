import Numerals
import ScrollFitting
import ScrollModels

/// A curve as code in the notation that Swift, Kotlin, Dart and JavaScript share: names, decimal numbers, + - * / and
/// calls of exp, expm1, log1p, sin, cos, abs and min. A ``SourceDialect`` writes it out.
struct CurveCode: Equatable {
  struct Constant: Equatable {
    let name: String
    let value: Double
    /// The description in a few words.
    let comment: String

    init(_ name: String, _ value: Double, _ comment: String) {
      self.name = name
      self.value = value
      self.comment = comment
    }
  }

  /// A function of one number.
  struct Function: Equatable {
    /// The condition under which the function is 0 and nothing else is computed; nil for never.
    var zeroWhere: String?
    /// Named once, in their order.
    var locals: [Local] = []
    let result: String
  }

  struct Local: Equatable {
    let name: String
    let expression: String

    init(_ name: String, _ expression: String) {
      self.name = name
      self.expression = expression
    }
  }

  var constants: [Constant]
  var value: Function
  /// The value's derivative.
  var slope: Function
  /// The argument of the functions: `time`, `travel` or `x`.
  var argument = "time"
  /// A function that these need beside those of the language.
  var helper: Helper?

  /// A function of one number with one formula for small ones and another for the rest.
  struct Helper: Equatable {
    let name: String
    let comment: String
    let argument: String
    /// The limit of |argument| below which `small` is computed, else `large`.
    let limit: Double
    let small: Function
    let large: Function
  }

  /// The functions that the notation can call.
  static let functions: Set<String> = ["exp", "expm1", "log1p", "sin", "cos", "abs", "min"]

  /// The names of the functions called anywhere.
  var calls: Set<String> {
    let functions = [value, slope] + (helper.map { [$0.small, $0.large] } ?? [])
    let expressions = functions.flatMap { [$0.zeroWhere ?? "", $0.result] + $0.locals.map(\.expression) }
    return Set(expressions.flatMap(Self.words)).intersection(Self.functions)
      .union(helper == nil ? [] : ["abs"])
  }

  /// An expression with each name replaced.
  static func replacing(_ expression: String, by name: (String) -> String) -> String {
    var text = ""
    var word = ""
    for character in expression + " " {
      if character.isLetter || (character.isNumber && !word.isEmpty) {
        word.append(character)
      } else {
        text += word.isEmpty ? "" : name(word)
        word = ""
        text.append(character)
      }
    }
    return String(text.dropLast())
  }

  private static func words(_ expression: String) -> [String] {
    var words: [String] = []
    _ = replacing(expression) {
      words.append($0)
      return $0
    }
    return words
  }
}

extension CurveCode {
  init(_ motion: FittedMotion) {
    switch motion.curve {
    case .deceleration(let curve): self.init(curve)
    case .stoppingDeceleration(let curve): self.init(curve)
    case .constantDeceleration(let curve): self.init(curve)
    case .driftingDeceleration(let curve): self.init(curve)
    case .powerDeceleration(let curve): self.init(curve)
    case .bounce(let curve): self.init(curve)
    case .spring(let curve): self.init(curve)
    case .rubberBand(let curve): self.init(curve)
    case .polynomial(let coefficients):
      self.init(coefficients, argument: motion.isOverTime ? "time" : "x")
    }
    constants = constants.map { constant in
      Constant(
        constant.name, constant.value,
        Self.replacing(constant.comment) { $0 == "pt" ? motion.fit.unit : $0 })
    }
  }

  private init(_ band: RubberBand) {
    self.init(
      constants: [
        Constant("coefficient", band.coefficient, "the slope at the edge"),
        Constant(
          "bend", band.saturation, "1/pt, coefficient / dimension; the dimension is \(band.dimension) pt"),
      ],
      value: Function(result: "coefficient * travel / (1.0 + bend * abs(travel))"),
      slope: Function(
        locals: [Local("factor", "1.0 + bend * abs(travel)")], result: "coefficient / (factor * factor)"),
      argument: "travel")
  }

  /// Horner's rule, a line a degree: no expression is too long for a compiler.
  private init(_ coefficients: [Double], argument: String) {
    let degree = coefficients.count - 1
    func horner(_ terms: [String]) -> Function {
      var locals: [Local] = []
      var sum = terms.last ?? "0.0"
      for (index, term) in terms.dropLast().enumerated().reversed() {
        locals.append(Local("s\(index)", "\(term) + \(argument) * \(locals.last?.name ?? sum)"))
        sum = "s\(index)"
      }
      return Function(locals: locals, result: sum)
    }
    self.init(
      constants: coefficients.enumerated().map { Constant("c\($0)", $1, "") },
      value: horner((0...degree).map { "c\($0)" }),
      slope: horner(degree == 0 ? ["0.0"] : (1...degree).map { $0 == 1 ? "c1" : "\($0).0 * c\($0)" }),
      argument: argument)
  }
}

// The comments of source code about a motion, and its name.

extension FittedMotion {
  /// The source of the curve, and its parameters.
  var description: [String] {
    let position = [fit.series.map { "series \($0)" }, fit.axis.map { "axis \($0.rawValue)" }, fit.phase]
      .compactMap(\.self)
    let range = "\(Numerals.significant(fit.from)) s to \(Numerals.significant(fit.to)) s"
    return [
      "\(fit.model) fitted to \(([fit.source] + position).joined(separator: ", ")), \(range).",
      fit.parameters.map { "\($0.name) \($0.text)" }.joined(separator: ", ") + ".",
      "\(counted(fit.samples, "sample")), residuals rms \(quantity(fit.residuals.rms, fit.unit, digits: 3)).",
    ].map(\.harmlessInComments)
  }

  var valueComment: String {
    if case .rubberBand = curve {
      return "The content's travel beyond the edge, \(fit.unit), over the finger's, \(fit.unit)."
    }
    return isOverTime
      ? "The offset, \(fit.unit), at a time, s, since the fit's start."
      : "The offset, \(fit.unit), over the column that the polynomial was fitted over."
  }

  var slopeComment: String {
    if case .rubberBand = curve { return "How much of a move of the finger the content follows." }
    return isOverTime ? "The offset's derivative, \(fit.unit)/s." : "The offset's derivative."
  }

  /// `DecelerationStopY`, of words that are reserved in no language.
  fileprivate var baseName: String {
    let words = (fit.model.id + "-" + (fit.axis?.rawValue ?? "")).split {
      !$0.isASCII || !($0.isLetter || $0.isNumber)
    }
    return words.map(\.startingUppercase).joined()
  }
}

extension [FittedMotion] {
  /// A name for each, the first of its kind without a number: `BounceY`, `BounceY_2`.
  var names: [String] {
    var counts: [String: Int] = [:]
    return map { motion in
      let name = motion.baseName
      let count = counts[name, default: 0] + 1
      counts[name] = count
      return count == 1 ? name : "\(name)_\(count)"
    }
  }
}

extension String {
  /// On one line, and unable to end a comment or a script element, whatever a file is called.
  var harmlessInComments: String {
    visible.replacing("*/", with: "* /").replacing("</", with: "< /")
  }
}
