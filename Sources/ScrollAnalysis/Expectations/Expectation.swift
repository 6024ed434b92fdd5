import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// A rule that recordings are checked against.
package struct Expectation: Equatable, Sendable {
  /// The rule as it is written: `decelerationRate = 0.998 ± 0.0005`.
  package let text: String
  let condition: Condition

  enum Condition: Equatable, Sendable {
    /// A constant of the models lies in a range.
    case constant(String, ClosedRange<Double>)
    /// The motions are those of an engine within a difference, pt.
    case like(ScrollEngine, limit: Double)
  }

  /// The names that a rule may begin with.
  package static let names =
    ["like", "decelerationRate"]
    + MotionModel.all.flatMap(\.constants).map(\.name)
    .reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }

  /// The rules of a file, in its order.
  ///
  /// - Throws: ``ExpectationError``.
  package static func rules(_ file: JSONValue) throws(ExpectationError) -> [Expectation] {
    guard let members = file.members, !members.isEmpty else { throw .noRules }
    var rules: [Expectation] = []
    for member in members { rules.append(try Expectation(member.key, member.value)) }
    return rules
  }

  private init(_ name: String, _ value: JSONValue) throws(ExpectationError) {
    guard Self.names.contains(name) else {
      throw .unknown(name, nearest: Catalogue.nearest(to: name, among: Self.names))
    }
    guard let value = value.text else {
      throw .form(name, example: name == "like" ? Self.likeForm : Self.rangeForm)
    }
    text = "\(name) = \(value)"
    condition = name == "like" ? try Self.like(value) : .constant(name, try Self.range(name, value))
  }

  private static let likeForm = "ios within 1 pt"
  private static let rangeForm = "0.998 ± 0.0005"
  /// The limit of a rule without one, pt.
  private static let limit = 0.5

  /// `ios within 1 pt`, or the engine alone.
  private static func like(_ text: String) throws(ExpectationError) -> Condition {
    let parts = text.split(separator: " within ", maxSplits: 1)
    guard let first = parts.first else { throw .form("like", example: likeForm) }
    let engine: ScrollEngine
    do { engine = try ScrollEngine(named: String(first).trimmingSpaces) } catch { throw .engine(error) }
    guard parts.count == 2 else { return .like(engine, limit: limit) }
    let words = parts[1].split(separator: " ")
    guard let limit = words.first.flatMap({ Double($0) }), limit.isFinite, limit >= 0,
      words.count == 1 || words.count == 2 && ["pt", "px"].contains(words[1])
    else { throw .form("like", example: likeForm) }
    return .like(engine, limit: limit)
  }

  /// `0.998 ± 0.0005`, also with +- or +/-, or `8...12`.
  private static func range(_ name: String, _ text: String) throws(ExpectationError) -> ClosedRange<Double> {
    for sign in ["±", "+/-", "+-"] {
      let parts = text.split(separator: sign, omittingEmptySubsequences: false)
        .map { Double(String($0).trimmingSpaces) }
      guard parts.count == 2 else { continue }
      guard let value = parts[0], let tolerance = parts[1], value.isFinite, tolerance.isFinite, tolerance >= 0
      else { throw .form(name, example: rangeForm) }
      return (value - tolerance)...(value + tolerance)
    }
    guard let range = Interval.parse(text) else { throw .form(name, example: rangeForm) }
    return range
  }
}

extension String {
  fileprivate var trimmingSpaces: String { split(separator: " ").joined(separator: " ") }
}

/// The reason that a file has no rules.
package enum ExpectationError: Error, Equatable, Sendable, CustomStringConvertible {
  case noRules
  case unknown(String, nearest: String?)
  case form(String, example: String)
  case engine(UnknownEngine)

  package var description: String {
    switch self {
    case .noRules: "no rules: write one a line, such as decelerationRate = \"0.998 ± 0.0005\""
    case .unknown(let name, let nearest):
      "no rule '\(name)'; "
        + (nearest.map { "did you mean '\($0)'?" } ?? "rules are \(Expectation.names.joined(separator: ", "))")
    case .form(let name, let example): "\(name) must be a text such as \"\(example)\""
    case .engine(let error): "like: \(error)"
    }
  }
}

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
    /// Flings beside the curve of an engine.
    case flings([EngineCurveFit], engine: String)
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
      let absent = comparison.absent.filter { $0.equivalence == comparison.equivalence }
      guard absent.isEmpty else {
        return ExpectationOutcome(
          rule: rule, equivalence: comparison.equivalence,
          finding: .none(absent.map(\.description).joined(separator: "; ")))
      }
      if let end = comparison.differingEnds.first {
        return ExpectationOutcome(
          rule: rule, equivalence: .different,
          finding: .difference(end.largest, atMost: end.high, gesture: "an edge hit"))
      }
      // A fling that differs or may be none decides where the models of all show no difference.
      if !comparison.decidingFlings.isEmpty,
        !comparison.phases.contains(where: { $0.equivalence == .different })
      {
        return ExpectationOutcome(
          rule: rule, equivalence: comparison.equivalence,
          finding: .flings(comparison.flings, engine: engine.name))
      }
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
