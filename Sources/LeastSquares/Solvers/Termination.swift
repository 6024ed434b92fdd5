/// The reason that an iteration stopped. A stop is an answer, not an error: the caller decides what to accept.
package enum Termination: String, Equatable, Sendable {
  /// Every |cos∠(J eⱼ, r)| is at most the gradient tolerance.
  case gradient
  /// The last step was at most the step tolerance, or steps no longer come nearer: what is left is rounding.
  case step
  /// The residuals are zero to working precision: at most ``LeastSquaresProblem/residualRounding``.
  case exact
  /// No nonlinear parameter was free: one linear solve is the answer.
  case linear
  /// The minimum stands where a sample passes from one piece of the model to another: the sum of squares rises on both
  /// sides, though its derivative does not vanish.
  case kink
  /// No move lowers the sum of squares, and that proves no minimum: a compass search's stop, or a plateau on which the
  /// residuals no longer feel a parameter.
  case noDescent
  /// A parameter stands at the edge of its domain and the sum of squares falls beyond it: the samples do not
  /// determine it.
  case bound
  /// The evaluations allowed were used up.
  case evaluationLimit
  /// The evaluations allowed for all starts of a search, or for all profiles of a fit, were used up.
  case budget
  /// The model has no finite value, or no finite derivative where one is needed, at the start.
  case undefined

  /// True if the point is a minimum to the solver's precision.
  package var converged: Bool {
    switch self {
    case .gradient, .step, .exact, .linear, .kink: true
    case .noDescent, .bound, .evaluationLimit, .budget, .undefined: false
    }
  }
}
