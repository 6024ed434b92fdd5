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
    if let quantizationStep, quantizationNoise > 0 {
      let ratio = Numerals.significant(rms / quantizationNoise, 3)
      let quantizationNoise = quantity(quantizationNoise, unit, digits: 3)
      parts = [
        "\(parts[0]) is \(ratio) times the floor \(quantizationNoise) of a \(quantity(quantizationStep, unit)) grid"
      ]
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
  package var phrase: String {
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

extension Sensitivity {
  /// A row for each choice with the constant and its change, also in standard errors of the reported constant.
  func table(unit: String) -> Document.Table {
    Document.Table(
      cases,
      [
        ("sensitivity of \(reported.name)", .left, { $0.choice.description(unit: unit) }),
        ("value", .firstWord, \.estimate.text),
        ("change", .right, { hasChange($0) ? signed(change(of: $0), digits: 2) : "none" }),
        ("in standard errors", .right, { hasChange($0) ? errors(of: $0) : "" }),
      ])
  }

  /// Returns false for a change below a hundredth of a standard error.
  private func hasChange(_ varied: Case) -> Bool {
    abs(change(of: varied)) >= 0.01 * (reported.standardError ?? 0) && change(of: varied) != 0
  }

  private func errors(of varied: Case) -> String {
    guard let error = reported.standardError, error > 0 else { return "" }
    return signed(change(of: varied) / error, digits: 2)
  }

  private func signed(_ value: Double, digits: Int) -> String {
    Numerals.signed(Numerals.significant(value, digits))
  }
}

extension Sensitivity.Choice {
  fileprivate func description(unit: String) -> String {
    switch self {
    case .withoutFirst(let samples): "without the first \(counted(samples, "sample"))"
    case .withoutLast(let samples): "without the last \(counted(samples, "sample"))"
    case .noise(let model): "--noise \(model.optionName)"
    case .interval(let interval):
      if abs((1 / interval).rounded() * interval - 1) < 1e-9 {
        "--frame-rate \(Numerals.significant(1 / interval, 6))"
      } else {
        "--interval \(Numerals.significant(interval, 6))"
      }
    case .restFree: "rest free"
    case .restFixed(let rest): "rest fixed at \(quantity(rest, unit))"
    }
  }
}

extension [EdgeCrossing] {
  /// The velocity that each deceleration brings to an edge against the one that the bounce begins with.
  var blocks: [Document.Block] {
    guard !isEmpty else { return [] }
    return [
      .heading("Velocity at the edge", level: 1),
      .table(
        Document.Table(
          self,
          [
            ("recording", .left, { $0.recordingName.title }),
            ("edge", .left, { "\($0.axis.rawValue) at \(Numerals.significant($0.time)) s" }),
            ("of the deceleration", .firstWord, { $0.arrival.text }),
            ("of the bounce", .firstWord, { $0.departure.text }),
            ("ratio", .firstWord, { $0.ratio.text }),
            ("interval", .left, { $0.ratio.intervalText }),
          ])),
    ]
  }
}

extension [AxisComparison] {
  /// The same constant on both axes.
  var blocks: [Document.Block] {
    guard !isEmpty else { return [] }
    return [
      .heading("x against y", level: 1),
      .table(
        Document.Table(
          self,
          recordingColumn + [
            (
              "phase", .left,
              {
                "\(PhaseKind.noun(of: $0.phase)), \(Numerals.significant($0.from)) to \(Numerals.significant($0.to)) s"
              }
            ),
            ("parameter", .left, { $0.difference.name }),
            ("x", .firstWord, { $0.x.text }),
            ("y", .firstWord, { $0.y.text }),
            ("x − y", .firstWord, { $0.difference.text }),
            ("interval", .left, { $0.difference.intervalText }),
          ])),
    ]
  }

  /// The recording of each row, where there is more than one.
  private var recordingColumn:
    [(title: String, alignment: Document.Alignment, cell: (AxisComparison) -> String)]
  {
    let titles = Set(map { $0.recordingName.title })
    return titles.count > 1
      ? [("recording", .left, { $0.recordingName.title })] : []
  }
}
