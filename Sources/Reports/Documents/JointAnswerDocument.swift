import Numerals
import ScrollAnalysis
import ScrollFitting
import ScrollModels

/// Recordings that share parameters, in about ten lines.
struct JointAnswerDocument {
  let analysis: Analysis
  let answers: [Answer]
  let toolkit: Toolkit?

  /// The largest number of recordings with a line.
  private static let maximumRecordings = 5

  var blocks: [Document.Block] {
    let names = analysis.joint.map(\.estimate.name).joined(separator: ", ")
    let title = "\(counted(analysis.recordings.count, "recording")), one \(names) for all"
    let shown = answers.prefix(Self.maximumRecordings).map { Document.Block.paragraph($0.line) }
    let more = answers.count - shown.count
    return [.heading(title, level: 1)] + shown
      + (more > 0 ? [.paragraph("and \(counted(more, "recording")) more: --quiet has a line for each")] : [])
      + [.table(constants)] + code + [.facts(tests)]
      + [
        .paragraph(
          analysis.fits.preferred.adequacy(analysis.recordings.first?.unit ?? "", namingRecordings: true))
      ]
  }

  /// The engine of all recordings; nil where they have several.
  private var engine: String? {
    let engines = Set(answers.map(\.engine))
    return engines.count == 1 ? engines.first ?? nil : nil
  }

  private var compared: [FeelComparison.PhaseComparison] {
    engine == nil ? [] : answers.first { $0.comparison != nil }?.comparison?.phases ?? []
  }

  private var constants: Document.Table {
    let rows = analysis.joint.map { joint -> ConstantRow in
      let estimate = joint.estimate
      let fit = analysis.fits.first { fit in
        (fit.parameters + fit.derived).contains { $0.name == estimate.name && $0.shared }
      }
      let other = compared.flatMap(\.constants).first { $0.name == estimate.name }?.a.value
      return ConstantRow(
        fit?.model.entry.kind.noun ?? "", estimate.name, unit: estimate.unit, value: estimate.value,
        error: estimate.standardError, other: other, without: "")
    }
    var columns: [(title: String, alignment: Document.Alignment, cell: (ConstantRow) -> String)] = [
      ("constant", .left, \.name), ("yours", .firstWord, \.own),
    ]
    if let engine, rows.contains(where: { !$0.other.isEmpty }) {
      columns.append((engine, .left, \.other))
    }
    return Document.Table(rows, columns)
  }

  /// The test of each shared value.
  private var tests: [Document.Fact] {
    analysis.joint.map { Document.Fact("one \($0.estimate.name) for all?", $0.test) }
  }

  /// The toolkit's code for the shared constants.
  private var code: [Document.Block] {
    guard let toolkit else { return [] }
    let shared = analysis.joint.map { (name: $0.estimate.name, value: $0.estimate.value) }
    let names = Set(shared.map(\.name))
    let others = compared.flatMap(\.constants).filter { names.contains($0.name) }.map {
      (name: $0.name, value: $0.a.value)
    }
    let rows = [(owner: engine ?? "", constants: others), (owner: "yours", constants: shared)]
    return toolkit.table(rows).map { [.table($0)] } ?? []
  }
}

extension Analysis {
  /// A line for each recording, then one for each value that they share.
  package func lines(_ answers: [Answer]) -> String {
    let ofFormulas = fits.filter { $0.model == .formula }.map { fit in
      let parameters = fit.parameters.map { "\($0.name) = \($0.text)" }.joined(separator: ", ")
      return "\(fit.recordingName.title): \(parameters)"
    }
    let shared = joint.map { "\($0.estimate.name) = \($0.estimate.text), one value for all? \($0.test)" }
    return (answers.map(\.line) + ofFormulas + shared).map { $0.visible + "\n" }.joined()
  }
}

extension Answer {
  /// The recording's name and the answer.
  fileprivate var line: String { "\(recordingName.title): \(sentence)" }
}
