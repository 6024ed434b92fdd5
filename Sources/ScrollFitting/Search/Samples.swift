import LeastSquares

/// The samples a model is fitted to: abscissas (s, or pt for a rubber band) and observed offsets.
package struct Samples: Equatable, Sendable {
  package let abscissas: [Double]
  package let observations: [Double]
  package let range: ObservationRange
  /// The weight of each observation.
  var weights = Weights.equal

  package init(abscissas: [Double], observations: [Double], weights: Weights = .equal) {
    self.abscissas = abscissas
    self.observations = observations
    self.weights = weights
    range = ObservationRange(observations)
  }

  /// The model with every sample divided by its standard deviation, its linear parameters projected out.
  ///
  /// - Parameters:
  ///   - fixed: index in (c, α) to value.
  ///   - domains: index in (c, α) to the values allowed.
  package func projected<Model: SeparableModel>(
    _ scrollModel: Model, fixed: [Int: Double] = [:], domains: [Int: ClosedRange<Double>] = [:]
  ) -> ProjectedProblem<WeightedModel<Model>> {
    ProjectedProblem(
      WeightedModel(scrollModel, factors: factors), fixed: fixed, domains: domains,
      abscissas: abscissas, observations: weightedObservations)
  }

  /// The model with every sample divided by its standard deviation, to be solved for its free linear parameters.
  ///
  /// - Parameter fixed: index in (c, α) to value.
  func linear(_ scrollModel: some SeparableModel, fixed: [Int: Double]) -> LinearFit {
    LinearFit(
      WeightedModel(scrollModel, factors: factors), fixed: fixed, abscissas: abscissas,
      observations: weightedObservations)
  }

  /// The model with every sample divided by its standard deviation, all of its parameters to be moved.
  package func full<Model: SeparableModel, Map: Parametrization>(
    _ scrollModel: Model, map: Map
  ) -> FullProblem<WeightedModel<Model>, Map> {
    FullProblem(
      WeightedModel(scrollModel, factors: factors), map: map, abscissas: abscissas,
      observations: weightedObservations)
  }

  /// At most `limit` samples: the means of neighbors. What the noise adds to a slow curve they keep; a choice among the
  /// samples would have local minima of its own.
  func thinned(to limit: Int) -> Samples {
    let count = abscissas.count
    let blocks = min(count, limit)
    func means(_ values: [Double]) -> [Double] {
      guard !values.isEmpty else { return [] }
      return (0..<blocks).map { block in
        let range = (block * count / blocks)..<((block + 1) * count / blocks)
        let share = 1 / Double(range.count)
        return range.reduce(0.0) { $0 + share * values[$1] }
      }
    }
    return mapped(means)
  }

  /// At most `limit` of the samples, evenly spread; nil where that is more than half of them.
  func part(atMost limit: Int) -> Samples? {
    let step = (abscissas.count + limit - 1) / limit
    guard step >= 2 else { return nil }
    func every(_ values: [Double]) -> [Double] {
      stride(from: 0, to: values.count, by: step).map { values[$0] }
    }
    return mapped(every)
  }

  /// Other samples, from abscissas, observations and standard deviations each by itself.
  private func mapped(_ transform: ([Double]) -> [Double]) -> Samples {
    let weights: Weights =
      switch weights {
      case .equal: .equal
      case .relative(let deviations): .relative(standardDeviations: transform(deviations))
      case .known(let deviations): .known(standardDeviations: transform(deviations))
      }
    return Samples(
      abscissas: transform(abscissas), observations: transform(observations), weights: weights)
  }

  /// 1/σᵢ; empty where all are alike.
  private var factors: [Double] { weights.standardDeviations?.map { 1 / $0 } ?? [] }

  private var weightedObservations: [Double] {
    let factors = factors
    return factors.isEmpty ? observations : zip(observations, factors).map { $0 * $1 }
  }
}
