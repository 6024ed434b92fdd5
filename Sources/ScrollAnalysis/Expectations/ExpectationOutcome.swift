import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// The outcome of a rule.
package struct ExpectationOutcome: Equatable, Sendable {
  package let rule: Expectation
  /// Same: the rule is met; different: it is not met; undecided: the data do not decide.
  package let equivalence: EquivalenceVerdict
  package let finding: Finding

  /// The number that decides.
  package enum Finding: Equatable, Sendable {
    /// A constant with its error and 95 % interval, over so many motions.
    ///
    /// `quantile` is the number of standard errors to either end of the interval, of Student's t.
    case constant(
      value: Double, standardError: Double, interval: ClosedRange<Double>, motions: Int, quantile: Double,
      degreesOfFreedom: Double)
    /// The largest difference from the engine and its upper bound, in a gesture.
    case difference(Double, atMost: Double, gesture: String)
    /// The reason that there is no number.
    case none(String)
  }
}

extension MotionSet {
  /// The outcome of every rule.
  ///
  /// - Parameters:
  ///   - confidence: of the intervals, and of the bounds of differences.
  ///   - ignoresMissing: whether a rule for a constant that no recorded motion has cannot be told; it is not met otherwise.
  package func outcomes(
    of rules: [Expectation], confidence: Double = 0.95, ignoresMissing: Bool = false
  ) -> [ExpectationOutcome] {
    rules.map { rule in
      switch rule.condition {
      case .constant(let name, let range):
        constant(name, in: range, rule, confidence, missing: ignoresMissing ? .undecided : .different)
      case .like(let engine, let limit): like(engine, limit: limit, rule, confidence)
      }
    }
  }

  private func constant(
    _ name: String, in range: ClosedRange<Double>, _ rule: Expectation, _ confidence: Double,
    missing: EquivalenceVerdict
  ) -> ExpectationOutcome {
    let isRate = name == ParameterName.decelerationRate.id
    let fitted = isRate ? ParameterName.decayConstant.id : name
    func isOfConstant(_ summary: ModelSummary) -> Bool { summary.constants.contains { $0.name == fitted } }
    let summaries = phases.flatMap { ModelChoice.plausible(motions($0), $0) }
    guard let summary = summaries.first(where: isOfConstant),
      let constant = summary.constants.first(where: { $0.name == fitted })
    else {
      let models = MotionModel.all.filter { $0.constants.contains { $0.name == fitted } }.map(\.id)
      return ExpectationOutcome(
        rule: rule, equivalence: missing,
        finding: .none("no recorded motion follows \(models.joined(separator: " or "))"))
    }
    let quantile = StudentT(degreesOfFreedom: summary.degreesOfFreedom).criticalValue(confidence: confidence)
    let half = constant.standardError * quantile
    let (value, error, interval): (Double, Double, ClosedRange<Double>)
    if isRate {
      // The rate falls as the decay constant grows.
      value = DecelerationRate.rate(decayConstant: constant.value)
      error = constant.standardError * value / 1000
      interval =
        DecelerationRate.rate(
          decayConstant: constant.value + half)...DecelerationRate.rate(decayConstant: constant.value - half)
    } else {
      (value, error) = (constant.value, constant.standardError)
      interval = (constant.value - half)...(constant.value + half)
    }
    let equivalence: EquivalenceVerdict =
      !range.overlaps(interval)
      ? .different
      : range.contains(interval.lowerBound) && range.contains(interval.upperBound) ? .same : .undecided
    return ExpectationOutcome(
      rule: rule, equivalence: equivalence,
      finding: .constant(
        value: value, standardError: error, interval: interval, motions: summary.count, quantile: quantile,
        degreesOfFreedom: summary.degreesOfFreedom))
  }

  private func like(
    _ engine: ScrollEngine, limit: Double, _ rule: Expectation, _ confidence: Double
  ) -> ExpectationOutcome {
    do {
      let comparison = try FeelComparison(like: engine, self, limit: limit, confidence: confidence)
      let gestures = comparison.phases.flatMap(\.judged)
      guard let worst = gestures.max(by: { $0.high < $1.high }) else {
        return ExpectationOutcome(
          rule: rule, equivalence: .undecided, finding: .none("no gesture is covered"))
      }
      return ExpectationOutcome(
        rule: rule, equivalence: comparison.equivalence,
        finding: .difference(worst.largest, atMost: worst.high, gesture: worst.gesture.title))
    } catch {
      return ExpectationOutcome(rule: rule, equivalence: .undecided, finding: .none("\(error)"))
    }
  }
}
