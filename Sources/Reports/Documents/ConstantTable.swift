import Numerals
import Recordings
import ScrollFitting
import ScrollModels

extension Analysis {
  /// The constants of the models with their errors and intervals: what an article has in a table. Pooled values come last.
  var latexDocument: Document {
    let level = Numerals.percent(fits.first?.intervals.confidence ?? 0.95)
    let table = Document.Table(
      constantRows,
      [
        ("recording", .left, \.recording), ("model", .left, \.model), ("constant", .left, \.estimate.name),
        ("value", .left, \.estimate.text), ("\(level) interval", .left, \.estimate.intervalText),
      ])
    return Document(
      blocks: [.paragraph("needs \\usepackage{booktabs}"), .table(table)]
        + reportSentences.map { .paragraph("to report: \($0)") })
  }

  /// A constant of a model with the recording or the pool that it is of.
  private struct Row {
    let recording: String
    let model: String
    let estimate: Estimate
  }

  private var constantRows: [Row] {
    let counts = Dictionary(grouping: fits, by: \.recordingName).mapValues(\.count)
    let own = fits.flatMap { fit in
      let title = fit.recordingName.title
      let position = (counts[fit.recordingName] ?? 0) > 1
      return fit.ownConstants.map { estimate in
        Row(
          recording: position ? "\(title) at \(Numerals.significant(fit.from, 3)) s" : title,
          model: fit.model.id,
          estimate: estimate)
      }
    }
    let pooled = joint.map {
      Row(recording: "joint fit", model: fits.first?.model.id ?? "", estimate: $0.estimate)
    }
    let means = across.filter(\.isOfEngine).map {
      Row(recording: "mean of \($0.recordings)", model: $0.model.id, estimate: $0.mean)
    }
    return own + pooled + means
  }

  /// The constants as a text states them: the pooled values where there are any, else those of each fit.
  package var reportSentences: [String] {
    let means = across.filter(\.isOfEngine).map { across in
      "\(across.mean.name) = \(across.mean.text) (\(across.model); mean ± standard error over "
        + "\(across.recordings) recordings, random effects)"
    }
    let shared = joint.map { joint in
      "\(joint.estimate.name) = \(joint.estimate.text) (one value for all recordings; value ± standard error of the joint fit)"
        + (joint.isRejected
          ? ", but the recordings have no one value, p \(Numerals.probability(joint.pValue)): the mean of fits without "
            + "--joint has their spread" : "")
    }
    guard means.isEmpty, shared.isEmpty else { return shared + means }
    return fits.flatMap { fit in
      fit.ownConstants.filter { !$0.fixed && $0.isDetermined }.map { estimate in
        "\(estimate.name) = \(estimate.text) (\(fit.model), \(counted(fit.samples, "sample")); value ± standard error)"
      }
    }
  }
}

extension Fit {
  /// The parameters that belong to an engine; all of a formula's and of a model without such.
  var ownConstants: [Estimate] {
    let names = Set(model.constants.map(\.name))
    return parameters.filter { names.isEmpty || names.contains($0.name) }
  }
}

extension AcrossRecordings {
  fileprivate var isOfEngine: Bool { model.hasConstant(mean.name) }
}
