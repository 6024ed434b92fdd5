import Elementary
import LeastSquares
import Numerals
import Recordings
import ScrollModels

/// The other springs that the samples of a phase allow beside the fitted one, and their probabilities: the other model, and the second minimum of
/// the critical spring's sum of squares.
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
///
/// Content that is let go beyond an edge with a velocity towards it follows nearly the same curve at two dampings, about a factor of 1.8 apart: the profile of the sum of
/// squares has two minima. The probability of each is the area of the profile likelihood of ln δ about it, δ being as probable on every scale beforehand.
package struct ModelAverage {
  /// Another spring.
  fileprivate struct Alternative {
    let candidate: Candidate
    let solution: Solution
    let gradient: ReportedGradient
    let probability: Double
    /// The damping of a critical spring's second minimum; nil of others.
    let damping: Double?
  }

  private let alternatives: [Alternative]

  /// Below it a spring changes no interval, as it is no alternative of a phase.
  private static let minimumProbability = 0.01

  /// Nil where the samples allow no other spring, or do not determine it.
  init?(of fitted: FittedSpring, beside springs: OtherSprings) {
    let ofOther = springs.other.flatMap { Self.probability(of: $0, beside: fitted) } ?? 0
    let ofSecond = (fitted.isCritical ? 1 - ofOther : ofOther) * springs.share
    alternatives = [
      springs.other.flatMap {
        Self.alternative($0, fitted.isCritical ? ofOther : ofOther - ofSecond, isSecond: false)
      },
      springs.second.flatMap { Self.alternative($0, ofSecond, isSecond: true) },
    ].compactMap { $0 }
    guard !alternatives.isEmpty else { return nil }
  }

  private static func alternative(
    _ spring: FittedSpring, _ probability: Double, isSecond: Bool
  ) -> Alternative? {
    guard probability >= minimumProbability, let covariance = spring.solution.covariance else { return nil }
    return Alternative(
      candidate: spring.candidate, solution: spring.solution,
      gradient: ReportedGradient(spring.solution.estimation, covariance: covariance),
      probability: probability,
      damping: isSecond ? spring.damping?.value : nil)
  }

  /// The probability of the other spring model; nil where the samples do not determine ζ, or one model is as good as certain.
  private static func probability(of other: FittedSpring, beside fitted: FittedSpring) -> Double? {
    let (spring, critical) = fitted.isCritical ? (other, fitted) : (fitted, other)
    guard let general = probabilityOfGeneral(spring, critical: critical) else { return nil }
    let probability = fitted.isCritical ? general : 1 - general
    return probability >= minimumProbability && probability <= 1 - minimumProbability ? probability : nil
  }

  /// The probability of a second minimum among both; 0 without an error of its damping.
  static func share(of second: FittedSpring, beside first: FittedSpring) -> Double {
    guard let width = second.damping?.relativeError, let ofFirst = first.damping?.relativeError else {
      return 0
    }
    let (sum, least) = (second.candidate.estimation.sumOfSquares, first.candidate.estimation.sumOfSquares)
    guard sum > 0, least > 0 else { return 0 }
    let count = Double(second.candidate.sampleCount)
    return 1 / (1 + exponential(-count / 2 * logarithm(least / sum)) * ofFirst / width)
  }

  /// The probability of a fitted general spring, its critical case having the rest.
  private static func probabilityOfGeneral(_ spring: FittedSpring, critical: FittedSpring) -> Double? {
    let candidate = spring.candidate
    let (n, p) = (Double(candidate.sampleCount), Double(candidate.freeCount))
    guard n > p, let (ratio, error) = spring.estimate(of: .dampingRatio) else { return nil }
    let variance = error * error
    let total = variance + Self.ratioDeviation * Self.ratioDeviation
    let distance = ratio - 1
    // The likelihood ratio of n samples whose variance is estimated, not the normal one: e^(W/2) is too sure of few samples.
    let byError = n * logarithmOfOnePlus(distance * distance / (variance * (n - p)))
    // Where the valley of the sum of squares bends, the critical spring is nearer than ζ's error says.
    let (sum, least) = (critical.candidate.estimation.sumOfSquares, candidate.estimation.sumOfSquares)
    let statistic = least > 0 && sum >= least ? min(byError, n * logarithm(sum / least)) : byError
    let logarithmOfOdds = (logarithm(variance / total) + statistic * (1 - variance / total)) / 2
    return 1 / (1 + exponential(-logarithmOfOdds))
  }

  /// The standard deviation of ζ among the catalogue's engines that return by a spring, about 1.
  private static let ratioDeviation = 0.3

  /// The sentence about the intervals.
  func notice(confidence: Double) -> Notice {
    let others = alternatives.enumerated().map { index, alternative in
      "\(alternative.name)\(index == 0 ? " too" : ""), which has a probability of "
        + "\(Numerals.significant(alternative.probability * 100, 2)) %"
    }
    return Notice(
      .interval,
      "the \(Numerals.percent(confidence)) intervals of the spring's constants allow for \(others.joined(separator: ", and for "))"
        + "; standard errors are those of the model")
  }

  /// The constants of a spring: what else is reported of a motion keeps the interval of its model.
  static let quantities = [
    ParameterName.damping.id, ParameterName.naturalFrequency.id, "stiffness", "response",
  ]

  /// Returns the interval of a constant under all springs; nil where none but the fitted one determines it.
  ///
  /// - Parameters:
  ///   - name: the constant's name in the fitted model.
  ///   - value: its estimate there.
  ///   - standardError: its standard error there.
  ///   - distribution: that of the estimate over its standard error.
  func interval(
    of name: String, value: Double, standardError: Double, distribution: StudentT, confidence: Double
  ) -> ClosedRange<Double>? {
    guard Self.quantities.contains(name) else { return nil }
    let others = alternatives.compactMap { $0.component(name) }
    guard !others.isEmpty else { return nil }
    let rest = 1 - others.reduce(0) { $0 + $1.weight }
    return StudentMixture(
      [.init(value: value, standardError: standardError, distribution: distribution, weight: rest)] + others
    ).interval(confidence: confidence)
  }
}

extension ModelAverage.Alternative {
  fileprivate var name: String {
    if let damping { return "a critical spring with a damping of \(Numerals.significant(damping, 4)) 1/s" }
    return candidate.scrollModel.model == .bounce ? "a critical spring" : "a spring of another damping ratio"
  }

  /// The distribution of a constant; nil where this spring does not determine it.
  fileprivate func component(_ name: String) -> StudentMixture.Component? {
    guard let function = function(name), let covariance = solution.covariance,
      let derivatives = covariance.whitened(gradient(function))
    else { return nil }
    let error = covariance.standardError(ofWhitened: derivatives)
    let value = function(solution.estimation.minimum.parameters)
    guard error.isFinite, 3 * error <= abs(value) else { return nil }
    return .init(
      value: value, standardError: error, distribution: solution.distribution(whitened: derivatives),
      weight: probability)
  }

  /// A constant as a function of this spring's reported parameters. A critical spring's natural frequency is its damping.
  private func function(_ name: String) -> (([Double]) -> Double)? {
    let model = candidate.scrollModel
    let isDamping = model.model == .bounce && name == ParameterName.naturalFrequency.id
    let name = isDamping ? ParameterName.damping.id : name
    if let index = model.parameters.firstIndex(where: { $0.name == name }) { return { $0[index] } }
    return model.derived.first { $0.name == name }?.value
  }
}
