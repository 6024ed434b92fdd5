import Certification

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
