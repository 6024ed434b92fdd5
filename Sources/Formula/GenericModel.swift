import LeastSquares
import LinearAlgebra

/// A model written as one function over a scalar: its derivatives come with it.
///
///     struct Deceleration: GenericModel {
///       let parameters = [
///         Parameter("initialOffset", unit: "pt"), Parameter("initialVelocity", unit: "pt/s"),
///         Parameter("decayConstant", unit: "1/s"),
///       ]
///       func value<S: Scalar>(_ p: [S], at t: Double) -> S {
///         p[0] - p[1] / p[2] * S.expm1(-p[2] * t)
///       }
///     }
package protocol GenericModel: Sendable {
  /// The free parameters, with their units and the values allowed.
  var parameters: [Parameter] { get }
  /// The model at one abscissa; NaN where it is not defined.
  /// - Parameter parameters: as many as ``parameters``, in their order.
  func value<S: Scalar>(_ parameters: [S], at x: Double) -> S
}

/// A generic model and observations: r(p) = f(x; p) − y with an exact Jacobian.
package struct GenericProblem<Model: GenericModel>: ExtendedPrecisionProblem {
  package let model: Model
  package let abscissas: [Double]
  package let observations: [Double]

  package init(_ model: Model, abscissas: [Double], observations: [Double]) {
    precondition(abscissas.count == observations.count)
    self.model = model
    self.abscissas = abscissas
    self.observations = observations
  }

  /// Nothing: a model computes without buffers.
  package struct Workspace {}

  package var parameters: [Parameter] { model.parameters }
  package var residualCount: Int { observations.count }

  package var residualRounding: Double { Double.ulpOfOne * euclideanNorm(observations) }

  package func makeWorkspace() -> Workspace { Workspace() }

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace
  ) {
    let rows = observations.count
    for i in 0..<rows { residuals[i] = model.value(point, at: abscissas[i]) - observations[i] }
    guard !jacobian.isEmpty else { return }
    for lanes in DualLanes(count: point.count) {
      let duals = lanes.duals(point)
      for i in 0..<rows {
        let value = model.value(duals, at: abscissas[i])
        for (lane, j) in lanes.range.enumerated() { jacobian[j * rows + i] = value.tangent[lane] }
      }
    }
  }

  /// The residuals to 30 digits, for polishing an answer.
  package func residuals(at point: [DoubleDouble]) -> [DoubleDouble] {
    abscissas.indices.map { model.value(point, at: abscissas[$0]) - DoubleDouble(observations[$0]) }
  }
}

/// ‖y‖, without overflow.
func euclideanNorm(_ numbers: [Double]) -> Double {
  let largest = numbers.reduce(0) { Swift.max($0, $1.magnitude) }
  guard largest > 0 else { return 0 }
  return largest * numbers.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }.squareRoot()
}
