import Foundation

/// The models of NIST's nonlinear sets as the data files state them.
enum CertifiedModels {
  typealias Model = @Sendable (_ b: [Dual], _ x: [Double]) -> Dual

  static let all: [String: Model] = [
    "Misra1a": { b, x in b[0] * -expm1(-b[1] * x[0]) },
    "Misra1b": { b, x in b[0] * (1 - 1 / ((1 + b[1] * x[0] / 2) * (1 + b[1] * x[0] / 2))) },
    "Misra1c": { b, x in b[0] * (1 - 1 / sqrt(1 + 2 * b[1] * x[0])) },
    "Misra1d": { b, x in b[0] * b[1] * x[0] / (1 + b[1] * x[0]) },
    "Chwirut1": { b, x in exp(-b[0] * x[0]) / (b[1] + b[2] * x[0]) },
    "Chwirut2": { b, x in exp(-b[0] * x[0]) / (b[1] + b[2] * x[0]) },
    "Lanczos1": lanczos, "Lanczos2": lanczos, "Lanczos3": lanczos,
    "Gauss1": gauss, "Gauss2": gauss, "Gauss3": gauss,
    "DanWood": { b, x in b[0] * pow(x[0], b[1]) },
    "Kirby2": { b, x in polynomial(b[0...2], x[0]) / (1 + b[3] * x[0] + b[4] * (x[0] * x[0])) },
    "Hahn1": cubicRational, "Thurber": cubicRational,
    "Nelson": { b, x in b[0] - b[1] * x[0] * exp(-b[2] * x[1]) },
    "MGH17": { b, x in b[0] + b[1] * exp(-x[0] * b[3]) + b[2] * exp(-x[0] * b[4]) },
    "Roszman1": { b, x in b[0] - b[1] * x[0] - atan(b[2] / (x[0] - b[3])) / Double.pi },
    "ENSO": { b, x in
      let year = 2 * Double.pi * x[0] / 12
      let (first, second) = (2 * Double.pi * x[0] / b[3], 2 * Double.pi * x[0] / b[6])
      let waves = b[4] * cos(first) + b[5] * sin(first) + b[7] * cos(second) + b[8] * sin(second)
      return b[0] + b[1] * cos(year) + b[2] * sin(year) + waves
    },
    "MGH09": { b, x in b[0] * (x[0] * x[0] + x[0] * b[1]) / (x[0] * x[0] + x[0] * b[2] + b[3]) },
    "BoxBOD": { b, x in b[0] * -expm1(-b[1] * x[0]) },
    "Rat42": { b, x in b[0] / (1 + exp(b[1] - b[2] * x[0])) },
    "MGH10": { b, x in b[0] * exp(b[1] / (x[0] + b[2])) },
    "Eckerle4": { b, x in
      let z = (x[0] - b[2]) / b[1]
      return b[0] / b[1] * exp(-(z * z) / 2)
    },
    "Rat43": { b, x in b[0] / pow(1 + exp(b[1] - b[2] * x[0]), 1 / b[3]) },
    "Bennett5": { b, x in b[0] * pow(b[1] + x[0], -1 / b[2]) },
  ]

  static func problem(_ name: String) throws -> (ClosureProblem, CertifiedSet) {
    var set = try CertifiedSet(name)
    // Nelson's response is log(y).
    if name == "Nelson" { set = set.withLogarithmicResponse() }
    guard let model = all[name] else { throw CocoaError(.keyValueValidation) }
    return (ClosureProblem(set, model: model), set)
  }

  private static let lanczos: Model = { b, x in
    b[0] * exp(-b[1] * x[0]) + b[2] * exp(-b[3] * x[0]) + b[4] * exp(-b[5] * x[0])
  }

  private static let gauss: Model = { b, x in
    let (first, second) = ((x[0] - b[3]) / b[4], (x[0] - b[6]) / b[7])
    return b[0] * exp(-b[1] * x[0]) + b[2] * exp(-(first * first)) + b[5] * exp(-(second * second))
  }

  private static let cubicRational: Model = { b, x in
    polynomial(b[0...3], x[0]) / (1 + x[0] * polynomial(b[4...6], x[0]))
  }

  private static func polynomial(_ coefficients: ArraySlice<Dual>, _ x: Double) -> Dual {
    coefficients.dropLast().reversed().reduce(coefficients[coefficients.endIndex - 1]) { $0 * x + $1 }
  }
}
