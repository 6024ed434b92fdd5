import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension Analysis {
  /// One row a parameter or derived quantity, then one a shared parameter (`joint`) and one a mean over recordings (`mean`).
  var csv: String {
    let own = fits.flatMap { fit in
      fit.parameters.map { EstimateRow(fit, .parameter, $0) }
        + fit.derived.map { EstimateRow(fit, .derived, $0) }
    }
    let pooled =
      joint.map { EstimateRow(kind: "joint", model: nil, axis: nil, estimate: $0.estimate) }
      + across.map { EstimateRow(kind: "mean", model: $0.model, axis: $0.axis, estimate: $0.mean) }
    return EstimateRow.table.write(own + pooled)
  }
}

extension Segmentation {
  /// One row a phase.
  var csv: String {
    PhaseRow.table.write(
      recordings.flatMap { recording in recording.phases.map { PhaseRow(recording: recording, phase: $0) } })
  }
}

private struct PhaseRow {
  let recording: RecordingSummary
  let phase: PhaseSummary

  static var table: CSVTable<PhaseRow> {
    CSVTable(columns: [
      .text("source") { $0.recording.source },
      .text("series") { $0.recording.series },
      .text("axis") { $0.phase.axis.rawValue },
      .text("kind") { $0.phase.kind },
      .number("from") { $0.phase.from },
      .number("fromError") { $0.phase.fromError },
      .number("to") { $0.phase.to },
      .number("toError") { $0.phase.toError },
      .text("samples") { String($0.phase.samples) },
    ])
  }
}

private struct EstimateRow {
  /// Nil for a value of several fits.
  var fit: Fit?
  let kind: String
  let model: MotionModel?
  let axis: Axis?
  let estimate: Estimate

  static var table: CSVTable<EstimateRow> {
    CSVTable(columns: [
      .text("source") { $0.fit?.source },
      .text("series") { $0.fit?.series },
      .text("axis") { $0.axis?.rawValue },
      .text("phase") { $0.fit?.phase },
      .number("from") { $0.fit?.from },
      .number("to") { $0.fit?.to },
      .text("model") { $0.model?.id },
      .text("kind") { $0.kind },
      .text("name") { $0.estimate.name },
      .text("unit") { $0.estimate.unit },
      .value { $0.estimate },
      .number("standardError") { $0.estimate.reportedError },
      .number("low") { $0.estimate.reportedInterval?.lowerBound },
      .number("high") { $0.estimate.reportedInterval?.upperBound },
      .text("fixed") { $0.estimate.fixed ? "true" : "false" },
    ])
  }
}

extension EstimateRow {
  init(_ fit: Fit, _ kind: Estimate.Kind, _ estimate: Estimate) {
    self.init(fit: fit, kind: kind.rawValue, model: fit.model, axis: fit.axis, estimate: estimate)
  }
}

extension ProjectionAnalysis {
  /// Without flings the table of both formulas, with them one row an estimate of their regressions.
  var csv: String {
    guard !regressions.isEmpty else { return Row.table.write(table) }
    return RegressionRow.table.write(
      regressions.flatMap { regression in
        regression.estimates.map { RegressionRow(regression: regression, estimate: $0) }
      })
  }
}

extension ProjectionAnalysis.Row {
  fileprivate static var table: CSVTable<Self> {
    CSVTable(columns: [
      .number("decelerationRate") { $0.decelerationRate },
      .number("velocity") { $0.velocity },
      .number("apple") { $0.apple },
      .number("log") { $0.log },
      .number("difference") { $0.difference },
      .number("relative") { $0.relative },
    ])
  }
}

private struct RegressionRow {
  let regression: ProjectionAnalysis.Regression
  let estimate: Estimate

  static var table: CSVTable<RegressionRow> {
    CSVTable(columns: [
      .number("decelerationRate") { $0.regression.decelerationRate },
      .text("count") { "\($0.regression.count)" },
      .text("name") { $0.estimate.name },
      .text("unit") { $0.estimate.unit },
      .number("value") { $0.estimate.value },
      .number("standardError") { $0.estimate.reportedError },
      .number("low") { $0.estimate.reportedInterval?.lowerBound },
      .number("high") { $0.estimate.reportedInterval?.upperBound },
    ])
  }
}

extension [Claim] {
  /// One row a claim.
  var csv: String {
    CSVTable<Claim>(columns: [
      .text("id") { $0.id },
      .text("article") { $0.article },
      .text("statement") { $0.statement },
      .number("published") { $0.published },
      .number("value") { $0.value },
      .number("standardError") { $0.standardError },
      .number("low") { $0.interval?.lowerBound },
      .number("high") { $0.interval?.upperBound },
      .text("unit") { $0.unit },
      .text("verdict") { $0.verdict?.rawValue },
      .text("detail") { $0.detail },
    ]).write(self)
  }
}
