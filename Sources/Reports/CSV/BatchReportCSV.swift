import ScrollAnalysis

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
