import Certification
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

extension BatchReport {
  /// One row a constant and one a constant and group.
  var csv: String {
    Row.table.write(
      constants.flatMap { constant in
        [
          Row(constant: constant.constant, key: nil, value: nil, summary: constant.all, drift: constant.drift)
        ]
          + constant.groups.flatMap { grouping in
            grouping.groups.map {
              Row(constant: constant.constant, key: grouping.key, value: $0.value, summary: $0.summary)
            }
          }
      })
  }

  private struct Row {
    let constant: BatchCollection.ConstantName
    let key: String?
    let value: String?
    let summary: ConstantDistribution.Summary
    /// The drift in the constant's own row.
    var drift: ConstantDrift?

    static var table: CSVTable<Row> {
      CSVTable(columns: [
        .text("phase") { $0.constant.phase },
        .text("axis") { $0.constant.axis },
        .text("model") { $0.constant.model },
        .text("name") { $0.constant.name },
        .text("unit") { $0.constant.unit },
        .text("key") { $0.key },
        .text("group") { $0.value },
        .text("count") { "\($0.summary.count)" },
        .number("mean") { $0.summary.mean },
        .number("standardError") { $0.summary.standardError },
        .number("spread") { $0.summary.betweenDeviation },
        .number("pValue") { $0.summary.pValue },
        .number("q05") { $0.summary.quantiles[0] },
        .number("q25") { $0.summary.quantiles[1] },
        .number("median") { $0.summary.quantiles[2] },
        .number("q75") { $0.summary.quantiles[3] },
        .number("q95") { $0.summary.quantiles[4] },
        .number("joint") { $0.summary.joint?.value },
        .number("jointStandardError") { $0.summary.joint?.standardError },
        .number("jointPValue") { $0.summary.joint?.pValue },
        .text("jointMethod") { $0.summary.joint?.method.name },
        .number("drift") { $0.drift?.slope },
        .number("driftStandardError") { $0.drift?.standardError },
        .number("driftPValue") { $0.drift?.pValue },
        .text("driftOver") { $0.drift?.order.rawValue },
      ])
    }
  }
}

extension Certification {
  /// One row a parameter.
  var csv: String {
    ParameterRow.table.write(
      fits.flatMap { fit in fit.parameters.map { ParameterRow(fit: fit, parameter: $0) } })
  }
}

private struct ParameterRow {
  let fit: CertifiedFit
  let parameter: CertifiedFit.Row

  static var table: CSVTable<ParameterRow> {
    CSVTable(columns: [
      .text("dataset") { $0.fit.name },
      .text("kind") { $0.fit.kind.rawValue },
      .text("start") { $0.fit.start.map(String.init) },
      .text("name") { $0.parameter.name },
      .number("value") { $0.parameter.value },
      .number("standardError") { $0.parameter.standardError },
      .number("certified") { $0.parameter.certified },
      .number("certifiedStandardError") { $0.parameter.certifiedStandardError },
      .number("lre") { $0.parameter.digits },
      .number("lreStandardError") { $0.parameter.standardErrorDigits },
      .number("residualSumOfSquares") { $0.fit.residualSumOfSquares },
      .number("lreResidualSumOfSquares") { $0.fit.residualSumOfSquaresDigits },
      .text("converged") { $0.fit.termination.converged ? "true" : "false" },
      .text("iterations") { "\($0.fit.iterations)" },
      .text("evaluations") { "\($0.fit.evaluations)" },
      .text("termination") { $0.fit.termination.rawValue },
    ])
  }
}

extension Conversion {
  /// One row a value, then one an engine.
  var csv: String {
    Row.table.write(values.map(Row.value) + engines.map(Row.engine))
  }

  private enum Row {
    case value(Value)
    case engine(EngineForm)

    static var table: CSVTable<Row> {
      CSVTable(columns: [
        .text("kind") { if case .value = $0 { "value" } else { "engine" } },
        .text("name") { if case .value(let value) = $0 { value.name } else { $0.form?.engine } },
        .text("unit") { if case .value(let value) = $0 { value.unit } else { nil } },
        .number("value") { if case .value(let value) = $0 { value.value } else { nil } },
        .text("code") { $0.form?.code },
        .text("exact") { $0.form.map { $0.exact ? "true" : "false" } },
        .number("largestError") { $0.form?.largestError },
        .text("note") { $0.form?.note },
      ])
    }

    var form: EngineForm? {
      if case .engine(let form) = self { form } else { nil }
    }
  }
}
