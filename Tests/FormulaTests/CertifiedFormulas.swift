import Foundation
import LinearAlgebra

@testable import Formula

/// NIST's nonlinear sets: the formula as the data file states it, and what is linear in it.
struct CertifiedFormula: Sendable, CustomStringConvertible {
  let name: String
  let text: String
  let linear: [String]
  /// True if a part without linear coefficient remains.
  let hasOffset: Bool

  init(_ name: String, _ text: String, _ linear: [String], hasOffset: Bool = false) {
    self.name = name
    self.text = text
    self.linear = linear
    self.hasOffset = hasOffset
  }

  var description: String { name }

  static let all = [
    CertifiedFormula("Misra1a", "y = b1*(1-exp[-b2*x])", ["b1"]),
    CertifiedFormula("Chwirut2", "y = exp(-b1*x)/(b2+b3*x)", [], hasOffset: true),
    CertifiedFormula("Chwirut1", "y = exp[-b1*x]/(b2+b3*x)", [], hasOffset: true),
    CertifiedFormula("Lanczos3", lanczos, ["b1", "b3", "b5"]),
    CertifiedFormula("Gauss1", gauss, ["b1", "b3", "b6"]),
    CertifiedFormula("Gauss2", gauss, ["b1", "b3", "b6"]),
    CertifiedFormula("DanWood", "y  = b1*x**b2", ["b1"]),
    CertifiedFormula("Misra1b", "y = b1 * (1-(1+b2*x/2)**(-2))", ["b1"]),
    CertifiedFormula("Kirby2", "y = (b1 + b2*x + b3*x**2) / (1 + b4*x + b5*x**2)", ["b1", "b2", "b3"]),
    CertifiedFormula("Hahn1", cubic, ["b1", "b2", "b3", "b4"]),
    CertifiedFormula("Nelson", "log[y] = b1 - b2*x1 * exp[-b3*x2]", ["b1", "b2"]),
    CertifiedFormula("MGH17", "y = b1 + b2*exp[-x*b4] + b3*exp[-x*b5]", ["b1", "b2", "b3"]),
    CertifiedFormula("Lanczos1", lanczos, ["b1", "b3", "b5"]),
    CertifiedFormula("Lanczos2", lanczos, ["b1", "b3", "b5"]),
    CertifiedFormula("Gauss3", gauss, ["b1", "b3", "b6"]),
    CertifiedFormula("Misra1c", "y = b1 * (1-(1+2*b2*x)**(-.5))", ["b1"]),
    CertifiedFormula("Misra1d", "y = b1*b2*x*((1+b2*x)**(-1))", ["b1"]),
    CertifiedFormula(
      "Roszman1", "y = b1 - b2*x - arctan[b3/(x-b4)]/pi".replacing("arctan", with: "atan"), ["b1", "b2"],
      hasOffset: true),
    CertifiedFormula(
      "ENSO",
      "y = b1 + b2*cos( 2*pi*x/12 ) + b3*sin( 2*pi*x/12 ) + b5*cos( 2*pi*x/b4 ) + b6*sin( 2*pi*x/b4 )"
        + " + b8*cos( 2*pi*x/b7 ) + b9*sin( 2*pi*x/b7 )", ["b1", "b2", "b3", "b5", "b6", "b8", "b9"]),
    CertifiedFormula("MGH09", "y = b1*(x**2+x*b2) / (x**2+x*b3+b4)", ["b1"]),
    CertifiedFormula("Thurber", cubic, ["b1", "b2", "b3", "b4"]),
    CertifiedFormula("BoxBOD", "y = b1*(1-exp[-b2*x])", ["b1"]),
    CertifiedFormula("Rat42", "y = b1 / (1+exp[b2-b3*x])", ["b1"]),
    CertifiedFormula("MGH10", "y = b1 * exp[b2/(x+b3)]", ["b1"]),
    CertifiedFormula("Eckerle4", "y = (b1/b2) * exp[-0.5*((x-b3)/b2)**2]", ["b1"]),
    CertifiedFormula("Rat43", "y = b1 / ((1+exp[b2-b3*x])**(1/b4))", ["b1"]),
    CertifiedFormula("Bennett5", "y = b1 * (b2+x)**(-1/b3)", ["b1"]),
  ]

  private static let lanczos = "y = b1*exp(-b2*x) + b3*exp(-b4*x) + b5*exp(-b6*x)"
  private static let gauss =
    "y = b1*exp( -b2*x ) + b3*exp( -(x-b4)**2 / b5**2 ) + b6*exp( -(x-b7)**2 / b8**2 )"
  private static let cubic = "y = (b1 + b2*x + b3*x**2 + b4*x**3) / (1 + b5*x + b6*x**2 + b7*x**3)"

  /// The data file's columns, certified parameters by name, and their standard errors' sum of squares.
  func data() throws -> (columns: Columns, parameters: [String: Double], sumOfSquares: Double) {
    let lines = try String(contentsOf: fixture("nist/nonlinear/\(name).dat"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var parameters: [String: Double] = [:]
    var sumOfSquares = Double.nan
    for line in lines[..<60] {
      let words = line.split(separator: " ")
      if words.count == 6, words[1] == "=", let value = Double(words[4]) {
        parameters[String(words[0])] = value
      }
      if line.hasPrefix("Residual Sum of Squares:"), let last = words.last {
        sumOfSquares = Double(last) ?? .nan
      }
    }
    let rows = lines[60...].map { $0.split(separator: " ") }.filter { !$0.isEmpty }
    let names = rows[0].count == 2 ? ["y", "x"] : ["y", "x1", "x2"]
    let columns = try names.indices.map { index in
      (
        name: names[index],
        values: try rows.map { row in
          guard let number = DoubleDouble(decimal: row[index]) else { throw CocoaError(.formatting) }
          return number
        }
      )
    }
    return (Columns(extended: columns), parameters, sumOfSquares)
  }
}
