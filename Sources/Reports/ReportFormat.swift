import Certification
import FitJSON
import Recordings
import ScrollAnalysis
import ScrollFitting

/// The format of a report. Every format is a pure function: the same value gives the same text.
///
/// - `text`: for a person at a terminal, lines of about 100 columns.
/// - `json`: one object whose `schema` names its keys; they keep their order, numbers read back to the same double.
/// - `csv`: a header and one row a parameter, table row or claim; commas, line feeds, quotes doubled (RFC 4180).
/// - `markdown`: the content of `text` with tables that render on a code host.
/// - `latex`: tables of the package booktabs, everything else as comments; of `fit` the constants alone.
///
/// Every text ends with a line feed. Numbers that are not finite become `null` and a warning in JSON, an empty field
/// in CSV and a word in the other two.
package enum ReportFormat: String, CaseIterable, Sendable {
  case text, json, csv, markdown, latex

  /// True if the report of `fit` has the sensitivity of the fits.
  package var hasSensitivity: Bool {
    switch self {
    case .text, .json, .markdown: true
    case .csv, .latex: false
    }
  }

  /// The report of `fit`: schema `scrollfit.fit/1`.
  package func render(_ analysis: Analysis) -> String { write(analysis) }

  /// The report of `fit` with the releases of recordings with a finger, and with what it rests on: JSON has both under
  /// `releases` and `provenance`, text and Markdown a section for each recording with a finger, LaTeX the provenance in
  /// comments.
  package func render(_ analysis: Analysis, releases: [ReleaseReport], _ provenance: Provenance) -> String {
    write(FullAnalysis(analysis: analysis, releases: releases, provenance: provenance))
  }

  /// The report of `segment`: schema `scrollfit.segment/1`. CSV has one row a phase.
  package func render(_ segmentation: Segmentation) -> String { write(segmentation) }

  /// The report of `identify`: schema `scrollfit.identify/1`. CSV has one row a class of each phase.
  package func render(_ identification: Identification) -> String { write(identification) }

  /// The report of `project`: schema `scrollfit.project/1`. CSV has the table, or, where flings were given, the
  /// estimates of their regressions.
  package func render(_ projection: ProjectionAnalysis) -> String { write(projection) }

  /// The report of `reproduce`: schema `scrollfit.reproduce/1`.
  package func render(_ claims: [Claim]) -> String { write(claims) }

  /// The report of `certify`: schema `scrollfit.certify/1`.
  package func render(_ certification: Certification) -> String { write(certification) }

  /// The report of `convert`: schema `scrollfit.convert/1`. CSV has one row a value and one an engine.
  package func render(_ conversion: Conversion) -> String { write(conversion) }

  /// The report of `compare`: schema `scrollfit.compare/1`. CSV has one row a constant, gesture and group.
  package func render(_ comparison: FeelComparison) -> String { write(comparison) }

  /// The motions of one side of a comparison: JSON is the baseline, schema `scrollfit.baseline/1`.
  package func render(_ set: MotionSet) -> String { write(set) }

  /// The report of `tune`: schema `scrollfit.tune/1`. CSV has one row a constant and gesture.
  package func render(_ tuning: Tuning) -> String { write(tuning) }

  /// The report of `batch`: schema `scrollfit.batch-report/1`. CSV has one row a constant, and one a constant and group.
  package func render(_ batch: BatchReport) -> String { write(batch) }

  /// The report of `check`: schema `scrollfit.check/1`. CSV has one row a question.
  package func render(_ checklist: RecordingChecklist) -> String { write(checklist) }

  /// The report of `simulate --sweep`: schema `scrollfit.frame-rates/1`. CSV has one row a gesture and frame rate.
  package func render(_ sweep: FrameRateSweep) -> String { write(sweep) }

  private func write(_ report: some Report) -> String {
    switch self {
    case .text: TextWriter().write(report.document)
    case .json: JSONWriter().write(report.json)
    case .csv: report.csv
    case .markdown: MarkdownWriter().write(report.document)
    case .latex: LatexWriter().write(report.latexDocument)
    }
  }
}

/// A value that every format can write: as an object, as rows, and as a document to be read.
protocol Report {
  var json: JSONValue { get }
  var csv: String { get }
  var document: Document { get }
  /// The content of LaTeX.
  var latexDocument: Document { get }
}

extension Report {
  var latexDocument: Document { document }
}

extension Analysis: Report {}
/// The analysis with what its recordings show of the releases; CSV is the analysis alone.
private struct FullAnalysis: Report {
  let analysis: Analysis
  let releases: [ReleaseReport]
  let provenance: Provenance

  var json: JSONValue {
    analysis.json.adding("releases", .array(releases.map(\.json))).adding("provenance", provenance.json)
  }
  var csv: String { analysis.csv }
  var document: Document { Document(blocks: analysis.document.blocks + releases.flatMap(\.blocks)) }
  var latexDocument: Document {
    Document(blocks: analysis.latexDocument.blocks + provenance.document.blocks)
  }
}

extension Segmentation: Report {}
extension Identification: Report {}
extension ProjectionAnalysis: Report {}
extension [Claim]: Report {}
extension Certification: Report {}
extension Conversion: Report {}
extension FeelComparison: Report {}
extension MotionSet: Report {}
extension Tuning: Report {}
extension BatchReport: Report {}
extension RecordingChecklist: Report {}
extension FrameRateSweep: Report {}

/// The program, its options and the content of the inputs that a report rests on.
package struct Provenance: Equatable, Sendable {
  package struct Input: Equatable, Sendable {
    package let source: String
    /// SHA-256 of the file, 64 hexadecimal digits.
    package let hash: String

    package init(source: String, hash: String) {
      self.source = source
      self.hash = hash
    }
  }

  package let version: String
  /// As a shell takes them; those at their defaults are left out.
  package let options: String
  /// The files; standard input is not among them.
  package let inputs: [Input]

  package init(version: String, options: String, inputs: [Input]) {
    self.version = version
    self.options = options
    self.inputs = inputs
  }

  var json: JSONValue {
    [
      "version": .string(version), "options": .string(options),
      "inputs": .array(inputs.map { ["source": .string($0.source), "sha256": .string($0.hash)] }),
    ]
  }

  var document: Document {
    Document(
      blocks: [.paragraph("scrollfit \(version)\(options.isEmpty ? "" : " fit \(options)")")]
        + inputs.map { .paragraph("\($0.source): SHA-256 \($0.hash)") })
  }
}
