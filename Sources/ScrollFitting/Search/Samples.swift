import LeastSquares

/// The samples a law is fitted to: abscissas (s, or pt for a rubber band) and observed offsets.
package struct Samples: Equatable, Sendable {
  package let abscissas: [Double]
  package let observations: [Double]
  /// The weight of each observation.
  var weights = Weights.equal

  package init(abscissas: [Double], observations: [Double], weights: Weights = .equal) {
    self.abscissas = abscissas
    self.observations = observations
    self.weights = weights
  }

  /// The law with every sample divided by its standard deviation, its linear parameters projected out.
  ///
  /// - Parameters:
  ///   - fixed: index in (c, α) to value.
  ///   - domains: index in (c, α) to the values allowed.
  package func projected<Model: SeparableModel>(
    _ law: Model, fixed: [Int: Double] = [:], domains: [Int: ClosedRange<Double>] = [:]
  ) -> ProjectedProblem<WeightedModel<Model>> {
    ProjectedProblem(
      WeightedModel(law, factors: factors), fixed: fixed, domains: domains,
      abscissas: abscissas, observations: weightedObservations)
  }

  /// The law with every sample divided by its standard deviation, all of its parameters to be moved.
  package func full<Model: SeparableModel, Map: Parametrization>(
    _ law: Model, map: Map
  ) -> FullProblem<WeightedModel<Model>, Map> {
    FullProblem(
      WeightedModel(law, factors: factors), map: map, abscissas: abscissas,
      observations: weightedObservations)
  }

  /// At most `limit` samples: the means of neighbours. What the noise adds to a slow curve they keep; a choice among the
  /// samples would have valleys of its own.
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
    var thinned = Samples(abscissas: means(abscissas), observations: means(observations))
    switch weights {
    case .equal: break
    case .relative(let deviations): thinned.weights = .relative(standardDeviations: means(deviations))
    case .known(let deviations): thinned.weights = .known(standardDeviations: means(deviations))
    }
    return thinned
  }

  /// 1/σᵢ; empty where all are alike.
  private var factors: [Double] { weights.standardDeviations?.map { 1 / $0 } ?? [] }

  private var weightedObservations: [Double] {
    let factors = factors
    return factors.isEmpty ? observations : zip(observations, factors).map { $0 * $1 }
  }
}
