/// A candidate that segments may begin at, and the models followed from it.
struct PartitioningStart {
  let node: Int
  let sample: Int
  /// The least cost of a sequence that ends at the candidate.
  let before: Double
  /// A bound of that cost with the change to the regime that follows, by that regime; −∞ where nothing comes before.
  let entries: SIMD8<Double>
  /// That of the longest range from here that a model was judged on.
  var extent: OffsetExtent
  /// One for each of ``SegmentModel/followed``.
  var models = InlineArray<7, FollowedModel>(repeating: FollowedModel())

  init(node: Int, sample: Int, _ steps: borrowing PartitioningSteps, penalty: Double) {
    (self.node, self.sample, before) = (node, sample, steps.least(node))
    extent = OffsetExtent(start: sample)
    entries = node == 0 ? SIMD8(repeating: -.infinity) : steps.entries(node, penalty: penalty)
  }

  var isHopeless: Bool { models.indices.allSatisfy { models[$0].isGivenUp } }

  mutating func giveUp(_ model: SegmentModel) { models[model.rawValue].giveUp() }
}

/// A model that is followed from a start.
struct FollowedModel {
  /// nil before the range is long enough.
  var fit: GrowingFit?
  /// True if no longer range of the model can be part of a best sequence.
  var isGivenUp = false
  /// The cost of the last fit.
  var cost: Double?
  /// The number of samples of the longest range on which a regime admits the model.
  var admitted = 0

  mutating func giveUp() { (fit, isGivenUp) = (nil, true) }

  /// The fit to the range from a start to an end; nil where the model is given up or the range does not show it.
  mutating func fitted(_ model: SegmentModel, _ range: Range<Int>, _ fitter: SegmentFitter) -> SegmentFit? {
    guard !isGivenUp, range.count >= model.minimumSamples, fitter.shows(model, range) else { return nil }
    if fit == nil { fit = GrowingFit(model, start: range.lowerBound) }
    guard let fit = fit?.fit(to: range.upperBound, fitter) else { return nil }
    cost = fit.cost
    return fit
  }
}

/// The models that the search for the best sequence follows.
extension SegmentModel {
  /// The models that a regime follows from start to start: the first ones of all.
  static let followed = allCases.filter { $0.regime != nil }

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
