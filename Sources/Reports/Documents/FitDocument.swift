import LeastSquares
import Numerals
import Recordings
import ScrollFitting

extension Fit {
  /// One fit: its warnings and notes, its numbers, and what they are worth.
  var blocks: [Document.Block] {
    let position = [axis?.rawValue, PhaseKind.noun(of: phase)].compactMap(\.self).joined(separator: ", ")
    let range = "\(Numerals.significant(from)) s to \(Numerals.significant(to)) s"
    var blocks: [Document.Block] = [
      .heading("\(position): \(model), \(counted(samples, "sample")) from \(range)", level: 2)
    ]
    if !notices.isEmpty { blocks.append(.facts(notices.map(\.fact))) }
    if let table { blocks.append(.table(table)) }
    blocks.append(.facts(facts))
    if let sensitivity { blocks.append(.table(sensitivity.table(unit: unit))) }
    return blocks
  }

  /// Parameters and derived quantities with their errors; nil for a model without any.
  var table: Document.Table? {
    let estimates = parameters.map { ($0, $0.note) } + derived.map { ($0, "derived") }
    guard !estimates.isEmpty else { return nil }
    return Document.Table(
      estimates,
      [
        ("parameter", .left, { $0.0.name }),
        ("value", .firstWord, { $0.0.text }),
        ("\(Numerals.percent(intervals.confidence)) interval", .left, { $0.0.intervalText }),
        ("", .left, { $0.1 }),
      ])
  }

  /// The facts that qualify the numbers.
  var facts: [Document.Fact] {
    var facts = [Document.Fact("residuals", residuals.description(unit: unit))]
    if let sparkline = Sparkline(zip(curve.observed, curve.fitted).map { $0 - $1 }) {
      facts.append(
        Document.Fact("over time", "\(sparkline.blocks) (±\(quantity(sparkline.scale, unit, digits: 3)))")
      )
    }
    if let loss { facts.append(Document.Fact("loss", loss.description(unit: unit))) }
    facts.append(Document.Fact("noise", noise.description(unit: unit)))
    facts.append(Document.Fact("errors", intervals.description))
    facts.append(Document.Fact("verdict", "\(adequacy.verdict.phrase): \(adequacy.reason)"))
    if let strongest = correlations.max(by: { abs($0.value) < abs($1.value) }), abs(strongest.value) >= 0.9 {
      let size = Numerals.signed(Numerals.significant(strongest.value, 3))
      facts.append(Document.Fact("correlated", "\(strongest.first) and \(strongest.second): \(size)"))
    }
    facts += against.map { Document.Fact("against", $0.description(of: estimate(named: $0.parameter))) }
    facts.append(Document.Fact("selection", selection.description))
    if !selection.weights.isEmpty { facts.append(Document.Fact("weights", selection.weightsDescription)) }
    let effort = "\(counted(iterations, "iteration")), \(counted(evaluations, "evaluation"))"
    let outcome = termination.converged ? "converged" : "did not converge"
    facts.append(Document.Fact(outcome, "\(estimator), \(effort): \(termination.phrase)"))
    return facts
  }

  func estimate(named name: String) -> Estimate? { (parameters + derived).first { $0.name == name } }
}

extension Estimate {
  /// The note beside the number.
  fileprivate var note: String {
    if fixed { return shared ? "fixed, shared" : "fixed" }
    return shared ? "shared" : ""
  }
}

extension ResidualSummary {
  fileprivate func description(unit: String) -> String {
    var parts = ["rms \(quantity(rms, unit, digits: 3))"]
    if let grid, floor > 0 {
      let ratio = Numerals.significant(rms / floor, 3)
      let floor = quantity(floor, unit, digits: 3)
      parts = ["\(parts[0]) is \(ratio) times the floor \(floor) of a \(quantity(grid, unit)) grid"]
    }
    parts.append("largest \(quantity(maximum, unit, digits: 3))")
    parts.append(counted(degreesOfFreedom, "degree") + " of freedom")
    if let durbinWatson { parts.append("Durbin-Watson \(Numerals.fixed(durbinWatson, 2))") }
    if let runsP { parts.append("runs p \(Numerals.probability(runsP))") }
    return parts.joined(separator: ", ")
  }
}

extension Adequacy.Verdict {
  var phrase: String {
    switch self {
    case .holds: "holds"
    case .near: "nearly holds"
    case .fails: "fails"
    case .undecided: "undecided"
    }
  }
}

extension Comparison {
  /// `damping 10.9 (damping article): +0.0038, 0.7 standard errors`.
  fileprivate func description(of estimate: Estimate?) -> String {
    let rounding = Rounding(value: difference, error: estimate?.reportedError)
    let distance = z.map { ", \(standardErrors(abs($0)))" } ?? ""
    let sign = Numerals.signed(rounding.text(difference))
    return "\(parameter) \(Numerals.significant(expected)) (\(reference)): \(sign)\(distance)"
  }
}

extension Selection {
  fileprivate var description: String {
    let aicc = aicc.map { Numerals.fixed($0, 1) } ?? "undefined"
    let rSquared = rSquared.map { ", R² \(Numerals.significant($0, 8))" } ?? ""
    return "AICc \(aicc), BIC \(bic.map { Numerals.fixed($0, 1) } ?? "undefined")\(rSquared)"
  }

  fileprivate var weightsDescription: String {
    weights.map { "\($0.model) \(Numerals.probability($0.weight))" }.joined(separator: ", ")
  }
}

extension Termination {
  /// The reason that the iteration stopped, in words.
  var phrase: String {
    switch self {
    case .gradient: "the gradient is zero"
    case .step: "the last step was too small to matter"
    case .exact: "the residuals are zero"
    case .linear: "one linear solve"
    case .kink: "the sum of squares rises on both sides of a sample"
    case .noDescent: "stalled: no trial step reduced the cost; convergence not verified"
    case .bound: "a parameter is at its bound"
    case .evaluationLimit: "the evaluations allowed are used up"
    case .budget: "evaluation budget spent"
    case .undefined: "the model has no finite value at the initial parameters"
    }
  }
}
