import LeastSquares
import ScrollModels

/// The damping article's bounce, y = C (t + φ) e^(−δ(t + φ)) about a known rest, in its own parameters (C, δ, φ): what
/// its compass search moves.
package struct ArticleBounceProblem: LeastSquaresProblem {
  package let samples: Samples
  let rest: Double

  package init(samples: Samples, rest: Double) {
    self.samples = samples
    self.rest = rest
  }

  package var parameters: [Parameter] {
    [Parameter("amplitude", unit: "pt/s"), Parameter("damping", unit: "1/s"), Parameter("phase", unit: "s")]
  }
  package var residualCount: Int { samples.observations.count }
  package func makeWorkspace() {}

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Void
  ) {
    let m = residualCount
    let (amplitude, damping, phase) = (point[0], point[1], point[2])
    for i in 0..<m {
      let time = samples.abscissas[i] + phase
      let unit = articleBounce(amplitude: 1, damping: damping, phase: phase, at: samples.abscissas[i])
      residuals[i] = rest + amplitude * unit - samples.observations[i]
      guard !jacobian.isEmpty else { continue }
      jacobian[i] = unit
      jacobian[m + i] = -amplitude * time * unit
      jacobian[2 * m + i] =
        Bounce(amplitude: amplitude, damping: damping, phase: phase).velocity(at: samples.abscissas[i])
    }
  }

  /// The search as the article's author runs it: from (0, 0, 0), in steps of 1, 0.01 and 0.001.
  package func articleMinimum(keepPath: Bool) -> Minimum {
    var search = CompassSearch(steps: CompassSearch.articleSteps)
    search.keepPath = keepPath
    return search.minimize(self, from: [0, 0, 0])
  }

  /// (rest, displacement, initial velocity, damping) of (C, δ, φ).
  func reported(_ point: [Double]) -> [Double] {
    let bounce = Bounce(rest: rest, amplitude: point[0], damping: point[1], phase: point[2])
    return [rest, bounce.displacement, bounce.initialVelocity, bounce.damping]
  }
}

extension Estimation {
  /// The articles' search of a bounce about a known rest.
  ///
  /// - Throws: ``FitError`` for another model, a rest that is not given, or anything else that is.
  init<Model: ScrollModel>(
    articleSearchOf scrollModel: Model, samples: Samples, fixed: [String: Double], options: FitOptions
  ) throws(FitError) {
    guard scrollModel.model == .bounce else { throw .articlesNeedBounce(model: scrollModel.name) }
    guard let rest = fixed["rest"], fixed.count == 1, options.bounds.isEmpty, options.starts.isEmpty,
      options.ties.isEmpty
    else {
      throw .articlesNeedRest
    }
    let coordinates = try Coordinates(scrollModel, fixed: fixed, bounds: [:])
    let problem = ArticleBounceProblem(samples: samples, rest: rest)
    let minimum = problem.articleMinimum(keepPath: options.keepPath).mapped { point in
      let reported = problem.reported(point)
      return coordinates.point(reported: reported, model: reported)
    }
    self.init(
      minimum, of: samples.full(scrollModel, map: coordinates), samples: samples, in: coordinates,
      by: .compassSearchArticles)
  }
}
