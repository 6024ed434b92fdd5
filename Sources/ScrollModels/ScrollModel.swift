import LeastSquares

/// A law of scrolling: a separable model with the parameters that people report.
///
/// The model's own parameters (c, α) are chosen so that every limit is regular; the reported ones are those of the
/// field. ``reported(_:)`` and ``modelParameters(_:)`` are the transform between them. Order: cⱼ, then αₖ; a
/// reported parameter stands at the index of the one it replaces.
package protocol ScrollModel: SeparableModel {
  /// The model's identity.
  var model: MotionModel { get }
  /// The reported parameters, in the order of reports: `linear.count + nonlinear.count` of them.
  var parameters: [Parameter] { get }
  /// The indices of reported parameters that are not simply the model's parameter at the same index.
  var transformed: [Int] { get }
  /// The reported parameters of the model's (c, α).
  func reported(_ model: [Double]) -> [Double]
  /// The model's (c, α) of reported parameters; NaN where there are none.
  func modelParameters(_ reported: [Double]) -> [Double]
  /// ∂(c, α)/∂reported: row i, column j at `[j·n + i]`, n = `parameters.count`.
  func modelJacobian(_ reported: [Double]) -> [Double]
  /// The quantities derived from the parameters.
  var derived: [DerivedQuantity] { get }
  /// The indices of the parameters in the order of reports.
  var reportOrder: [Int] { get }
  /// The same curves by other nonlinear parameters, for searches; nil where the model's own serve.
  var straightened: (any StraightenedModel)? { get }
  /// The smallest and the largest value of each column of a formula typed by the user, from which its search takes
  /// initial values; nil for the models of scrolling, which have a scan of their own.
  var columnRanges: [ClosedRange<Double>]? { get }
}

extension ScrollModel {
  package var reportOrder: [Int] { Array(parameters.indices) }
  /// The model's name on the command line: `bounce`.
  package var name: String { model.id }
  package var straightened: (any StraightenedModel)? { nil }
  package var columnRanges: [ClosedRange<Double>]? { nil }

  /// A parameter of reported ones in the order of ``parameters``; NaN for a name that it has not.
  package func value(of name: ParameterName, in reported: [Double]) -> Double {
    parameters.firstIndex { $0.name == name.id }.map { reported[$0] } ?? .nan
  }
}

/// The transform of a law whose reported parameters are the model's own.
extension ScrollModel {
  package var parameters: [Parameter] { linear + nonlinear }
  package var transformed: [Int] { [] }
  package func reported(_ model: [Double]) -> [Double] { model }
  package func modelParameters(_ reported: [Double]) -> [Double] { reported }
  package func modelJacobian(_ reported: [Double]) -> [Double] {
    let count = reported.count
    var jacobian = [Double](repeating: 0, count: count * count)
    for i in 0..<count { jacobian[i * count + i] = 1 }
    return jacobian
  }
}
