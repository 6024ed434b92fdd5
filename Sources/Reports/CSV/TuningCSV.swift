import ScrollAnalysis

extension Tuning {
  /// One row a constant, then one a gesture, of each kind of motion.
  var csv: String {
    let rows = phases.flatMap { phase in
      phase.constants.map {
        Row(
          phase: phase.phase.rawValue, kind: "constant", name: $0.name, unit: $0.unit, value: $0.value,
          current: $0.current)
      }
        + phase.gestures.map {
          Row(
            phase: phase.phase.rawValue, kind: "gesture", name: $0.name, unit: "pt", value: $0.difference,
            current: $0.current)
        }
    }
    return CSVTable<Row>(columns: [
      .text("phase", \.phase), .text("kind", \.kind), .text("name", \.name), .text("unit", \.unit),
      .number("value", \.value), .number("current", \.current),
    ]).write(rows)
  }

  private struct Row {
    let phase: String
    let kind: String
    let name: String
    let unit: String
    let value: Double
    let current: Double?
  }
}
