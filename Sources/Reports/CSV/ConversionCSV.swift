import ScrollFitting

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
