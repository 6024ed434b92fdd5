import LeastSquares
import LinearAlgebra

/// A certified set evaluated in double-doubles, its decimals read as such.
struct ExtendedClosure: ExtendedPrecisionProblem {
  typealias Model = @Sendable (_ b: [DoubleDouble], _ x: DoubleDouble) -> DoubleDouble

  let problem: ClosureProblem
  let rows: [[DoubleDouble]]
  let model: Model

  init(_ name: String) throws {
    let set: CertifiedSet
    (problem, set) = try CertifiedModels.problem(name)
    rows = set.decimals.map { $0.map { DoubleDouble(exactly: $0) } }
    model = try Self.models[name].unwrapped
  }

  static let models: [String: Model] = [
    "Misra1d": { b, x in b[0] * b[1] * x / (DoubleDouble(1) + b[1] * x) },
    "MGH09": { b, x in b[0] * (x * x + x * b[1]) / (x * x + x * b[2] + b[3]) },
    "Thurber": { b, x in
      let over = b[0] + x * (b[1] + x * (b[2] + x * b[3]))
      return over / (DoubleDouble(1) + x * (b[4] + x * (b[5] + x * b[6])))
    },
    "Lanczos1": { b, x in
      b[0] * exp(-(b[1] * x)) + b[2] * exp(-(b[3] * x)) + b[4] * exp(-(b[5] * x))
    },
  ]

  var parameters: [Parameter] { problem.parameters }
  var residualCount: Int { problem.residualCount }
  var residualRounding: Double { problem.residualRounding }
  func makeWorkspace() {}

  func evaluate(_ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Void)
  {
    problem.evaluate(point, residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
  }

  func residuals(at point: [DoubleDouble]) -> [DoubleDouble] { rows.map { model(point, $0[1]) - $0[0] } }
}

extension Optional {
  struct IsNil: Error {}
  var unwrapped: Wrapped { get throws { if let self { self } else { throw IsNil() } } }
}
