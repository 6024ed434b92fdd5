import Elementary
import LeastSquares
import Numerals
import Recordings
import ScrollModels

/// The other spring model that the samples of a phase allow beside the fitted one, and its probability.
///
/// A critical spring is the general one at a damping ratio ζ of 1. An interval of either alone is too narrow where the samples
/// do not decide between them: the constants have a mixture of both models' distributions then, each with its model's
/// probability, and their interval is the central part of the mixture (J. Hoeting, D. Madigan, A. Raftery and C. Volinsky,
/// *Bayesian model averaging: a tutorial*, Statistical Science 14, 1999; K. P. Burnham and D. R. Anderson, *Model Selection and
/// Multimodel Inference*, 2002, chapter 4).
///
/// The probabilities are the posterior odds of two models that are as probable beforehand. The Bayes factor is that of a normal
/// prior of ζ about 1 (J. Dickey, *The weighted likelihood ratio*, Annals of Mathematical Statistics 42, 1971): as many engines of the
/// catalogue return by a critical spring as by another, whose ratios lie 0.3 from 1 (root mean square).
package struct ModelAverage {
  private let candidate: Candidate
  private let solution: Solution
  private let gradient: ReportedGradient
  /// The probability of this model, the other one having the rest.
  package let probability: Double

  /// Below it a model changes no interval, as it is no alternative of a phase.
  private static let minimumProbability = 0.01

  /// Nil where one of the fits is no spring, the samples do not determine ζ, or one model is as good as certain.
  ///
  /// - Parameters:
  ///   - fitted: the fit that is reported.
  ///   - other: that of the other spring model.
  init?(
    of fitted: (candidate: Candidate, solution: Solution),
    beside other: (candidate: Candidate, solution: Solution)
  ) {
    let isGeneral = other.candidate.scrollModel.model == .spring
    let spring = isGeneral ? other : fitted
    guard let general = Self.probabilityOfGeneral(spring.candidate, spring.solution) else { return nil }
    let probability = isGeneral ? general : 1 - general
    guard probability >= Self.minimumProbability, probability <= 1 - Self.minimumProbability,
      let covariance = other.solution.covariance
    else { return nil }
    (candidate, solution, self.probability) = (other.candidate, other.solution, probability)
    gradient = ReportedGradient(other.solution.estimation, covariance: covariance)
  }

  /// The probability of a fitted general spring, its critical case having the rest.
  private static func probabilityOfGeneral(_ candidate: Candidate, _ solution: Solution) -> Double? {
    let (estimation, model) = (solution.estimation, candidate.scrollModel)
    let (n, p) = (Double(candidate.sampleCount), Double(candidate.freeCount))
    guard n > p, let covariance = solution.covariance,
      let index = model.parameters.firstIndex(where: { $0.name == ParameterName.dampingRatio.id }),
      let error = covariance.standardError(
        ReportedGradient(estimation, covariance: covariance)({ $0[index] })), error > 0, error.isFinite
    else { return nil }
    let variance = error * error
    let total = variance + Self.ratioDeviation * Self.ratioDeviation
    let distance = estimation.minimum.parameters[index] - 1
    // The likelihood ratio of n samples whose variance is estimated, not the normal one: e^(W/2) is too sure of few samples.
    let statistic = n * logarithmOfOnePlus(distance * distance / (variance * (n - p)))
    let logarithmOfOdds = (logarithm(variance / total) + statistic * (1 - variance / total)) / 2
    return 1 / (1 + exponential(-logarithmOfOdds))
  }

  /// The standard deviation of ζ among the catalogue's engines that return by a spring, about 1.
  private static let ratioDeviation = 0.3

  /// The sentence about the intervals.
  func notice(confidence: Double) -> Notice {
    let name = model == .bounce ? "a critical spring" : "a spring of another damping ratio"
    return Notice(
      .interval,
      "the \(Numerals.percent(confidence)) intervals of the spring's constants allow for \(name) too, which has a probability of "
        + "\(Numerals.significant(probability * 100, 2)) %; standard errors are those of the model")
  }

  /// The other model.
  package var model: MotionModel { candidate.scrollModel.model }

  /// The constants of a spring: what else is reported of a motion keeps the interval of its model.
  static let quantities = [
    ParameterName.damping.id, ParameterName.naturalFrequency.id, "stiffness", "response",
  ]

  /// Returns the interval of a constant under both models; nil where this model does not determine it.
  ///
  /// - Parameters:
  ///   - name: the constant's name in the fitted model.
  ///   - value: its estimate there.
  ///   - standardError: its standard error there.
  ///   - distribution: that of the estimate over its standard error.
  func interval(
    of name: String, value: Double, standardError: Double, distribution: StudentT, confidence: Double
  ) -> ClosedRange<Double>? {
    guard Self.quantities.contains(name), let function = function(name), let covariance = solution.covariance
    else { return nil }
    guard let derivatives = covariance.whitened(gradient(function)) else { return nil }
    let error = covariance.standardError(ofWhitened: derivatives)
    guard error.isFinite else { return nil }
    let other = function(solution.estimation.minimum.parameters)
    guard 3 * error <= abs(other) else { return nil }
    return StudentMixture([
      .init(
        value: value, standardError: standardError, distribution: distribution, weight: 1 - probability),
      .init(
        value: other, standardError: error,
        distribution: solution.distribution(whitened: derivatives),
        weight: probability),
    ]).interval(confidence: confidence)
  }

  /// A constant as a function of this model's reported parameters. A critical spring's natural frequency is its damping.
  private func function(_ name: String) -> (([Double]) -> Double)? {
    let model = candidate.scrollModel
    let isDamping = model.model == .bounce && name == ParameterName.naturalFrequency.id
    let name = isDamping ? ParameterName.damping.id : name
    if let index = model.parameters.firstIndex(where: { $0.name == name }) { return { $0[index] } }
    return model.derived.first { $0.name == name }?.value
  }
}
