import ScrollFitting
import ScrollModels

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
