/// The models that the search for the best sequence follows.
extension SegmentModel {
  /// The regime that follows the model from start to start; nil for those that are fitted where they may stand only.
  var regime: Regime? {
    switch self {
    case .constant: .rest
    case .constantVelocity: .steady
    case .parabola: .finger
    case .exponential, .exponentialWithDrift: .momentum
    case .criticalSpring, .spring: .spring
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic, .fingerStop: nil
    case .strokeEven, .strokeEarly, .strokeLate, .strokeSmooth: nil
    }
  }

  /// The model with one more parameter that is tried where this one does not explain a range.
  var generalization: SegmentModel? {
    switch self {
    case .exponential: .exponentialWithDrift
    case .criticalSpring: .spring
    case .constant, .constantVelocity, .parabola, .exponentialWithDrift, .spring: nil
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic, .fingerStop: nil
    case .strokeEven, .strokeEarly, .strokeLate, .strokeSmooth: nil
    }
  }

  /// The fewest samples that the model is tried on.
  var minimumSamples: Int {
    switch self {
    case .parabola: 1
    case .exponentialWithDrift: 8
    case .spring: 12
    default: regime?.minimumSamples ?? 1
    }
  }
}
