/// Why an iteration stopped. A stop is an answer, not an error: the caller decides what to accept.
public enum Termination: String, Equatable, Sendable {
  /// Every |cos∠(J eⱼ, r)| is at most the gradient tolerance.
  case gradient
  /// The last step was at most the step tolerance times the parameters' size.
  case step
  /// The residuals are zero to working precision.
  case exact
  /// No nonlinear parameter was free: one linear solve is the answer.
  case linear
  /// The minimum stands where a sample passes from one piece of the model to another: the sum of squares rises on both
  /// sides, though its derivative does not vanish.
  case kink
  /// No move of the search lowers the sum of squares: a compass search's stop, not a proof of a minimum.
  case noDescent
  /// A parameter stands at the edge of its domain and the sum of squares falls beyond it: the samples do not
  /// determine it.
  case bound
  /// The evaluations allowed were used up.
  case evaluationLimit
  /// The model has no finite value at the start.
  case undefined

  /// Whether the point is a minimum to the solver's precision.
  public var converged: Bool {
    switch self {
    case .gradient, .step, .exact, .linear, .kink: true
    case .noDescent, .bound, .evaluationLimit, .undefined: false
    }
  }
}
