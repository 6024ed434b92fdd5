import Certification
import LeastSquares
import Numerals

extension Certification {
  /// A table for each kind with a row a fit, what must be known beside it, and a summary.
  var document: Document {
    var blocks: [Document.Block] = []
    for summary in summaries {
      let fits = fits.filter { $0.kind == summary.kind }
      let rest = [.table(table(fits, summary.kind)), notes(fits), .paragraph(summary.sentence)].compactMap(
        \.self)
      blocks += [.heading("\(summary.kind.rawValue) datasets: digits that agree", level: 1)] + rest
    }
    return Document(blocks: blocks.isEmpty ? [.paragraph("No dataset.")] : blocks)
  }

  private func table(_ fits: [CertifiedFit], _ kind: ReferenceDataset.Kind) -> Document.Table {
    typealias Column = (title: String, alignment: Document.Alignment, cell: (CertifiedFit) -> String)
    var columns: [Column] = [("dataset", .left, \.name)]
    if kind == .nonlinear { columns.append(("start", .right, { $0.start.map(String.init) ?? "" })) }
    columns += [
      ("parameters", .right, { Numerals.fixed($0.parameterDigits, 1) }),
      ("std errors", .right, { Numerals.fixed($0.standardErrorDigits, 1) }),
      ("RSS", .right, { Numerals.fixed($0.residualSumOfSquaresDigits, 1) }),
      ("iterations", .right, { "\($0.iterations)" }),
      ("evaluations", .right, { "\($0.evaluations)" }),
      ("stop", .left, \.stop),
      ("", .left, { $0.isAboveBar ? "" : "below \(Numerals.plain(kind.bar))" }),
    ]
    return Document.Table(fits, columns)
  }

  /// Each note once, with the datasets it belongs to.
  private func notes(_ fits: [CertifiedFit]) -> Document.Block? {
    var facts: [Document.Fact] = []
    for fit in fits {
      for note in fit.notes {
        let fact = Document.Fact(note == fit.contradiction ? fit.name : fit.label, note)
        if !facts.contains(fact) { facts.append(fact) }
      }
    }
    return facts.isEmpty ? nil : .facts(facts)
  }
}

extension Certification.Summary {
  fileprivate var sentence: String {
    let bar = Numerals.plain(kind.bar)
    let lowest = "the fewest digits are \(Numerals.fixed(lowestDigits, 1))"
    let missing = converged == count ? "" : "; \(count - converged) did not converge"
    return
      "\(aboveBar) of \(count) agree in \(bar) digits or more of everything certified; \(lowest), and the worst parameter has "
      + "\(Numerals.fixed(meanParameterDigits, 2)) on average\(missing)."
  }
}

extension CertifiedFit {
  /// The notes beside the digits.
  var notes: [String] {
    var notes = contradiction.map { [$0] } ?? []
    if !termination.converged {
      var facts = ["no minimum was proven"]
      if let gradient, gradient.isFinite {
        facts.append(
          "the largest cosine between residuals and a derivative is \(Numerals.significant(gradient, 2))")
      }
      if let conditionNumber {
        facts.append("the condition number is \(Numerals.significant(conditionNumber, 2))")
      }
      notes.append(facts.joined(separator: "; "))
    } else if parameterDigits < 4, residualSumOfSquaresDigits < 4 {
      let found = Numerals.significant(residualSumOfSquares, 6)
      let certified = Numerals.significant(certifiedResidualSumOfSquares, 6)
      notes.append("another minimum than the certified one: sum of squares \(found), certified \(certified)")
    }
    if let lowerMinimum {
      notes.append("another start leads to a lower sum of squares, \(Numerals.significant(lowerMinimum, 6))")
    }
    return notes
  }

  fileprivate var stop: String {
    switch termination {
    case .gradient: "gradient zero"
    case .step: "step is rounding"
    case .exact: "residuals zero"
    case .linear: "linear solve"
    case .kink: "kink"
    case .noDescent: "no descent"
    case .bound: "at a bound"
    case .evaluationLimit: "evaluation limit"
    case .budget: "evaluation budget spent"
    case .undefined: "undefined"
    }
  }
}
