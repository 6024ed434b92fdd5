import ScrollAnalysis

extension FeelComparison {
  /// One row a constant, then one a gesture, then one a constant of each group: `kind` names which.
  var csv: String {
    ComparisonRow.table.write(
      phases.flatMap { phase in
        phase.constants.map { ComparisonRow(constant: $0, phase) }
          + phase.gestures.map { ComparisonRow(gesture: $0, unit: unit) }
      } + groups.flatMap { effect in effect.groups.map { ComparisonRow(group: $0, of: effect) } })
  }
}

private struct ComparisonRow {
  let phase: String
  let kind: String
  let name: String
  let unit: String
  var a: Double?
  var aError: Double?
  var aCount: Int?
  var b: Double?
  var bError: Double?
  var bCount: Int?
  var difference: Double?
  var low: Double?
  var high: Double?
  var pValue: Double?
  var detectable: Double?
  var final: Double?
  var verdict: EquivalenceVerdict?

  init(constant: ConstantDifference, _ phase: FeelComparison.PhaseComparison) {
    (self.phase, kind, name, unit) = (phase.phase.rawValue, "parameter", constant.name, constant.unit)
    (a, aError, aCount) = (constant.a.value, constant.a.standardError, phase.a.count)
    (b, bError, bCount) = (constant.b.value, constant.b.standardError, phase.b.count)
    (difference, low, high) = (
      constant.difference, constant.interval?.lowerBound, constant.interval?.upperBound
    )
    (pValue, detectable) = (constant.pValue, constant.detectable)
  }

  /// The settling times stand as a and b.
  init(gesture: TrajectoryDifference, unit: String) {
    (phase, kind, name, self.unit) = (gesture.gesture.phase.rawValue, "motion", gesture.gesture.name, unit)
    (a, b) = (gesture.settlingA, gesture.settlingB)
    (difference, low, high) = (gesture.largest, gesture.low, gesture.high)
    (detectable, final, verdict) = (gesture.detectable, gesture.final, gesture.equivalence)
  }

  /// The set stands in the name, its value as a.
  init(group: GroupEffect.Group, of effect: GroupEffect) {
    phase = effect.phase.rawValue
    kind = "group"
    name = "\(effect.set), \(effect.key) \(group.value): \(effect.name)"
    unit = effect.unit
    (a, aError, aCount) = (group.mean, group.standardError, group.count)
    pValue = effect.pValue
  }

  static var table: CSVTable<ComparisonRow> {
    CSVTable(columns: [
      .text("phase") { $0.phase },
      .text("kind") { $0.kind },
      .text("name") { $0.name },
      .text("unit") { $0.unit },
      .number("a") { $0.a },
      .number("aStandardError") { $0.aError },
      .text("aCount") { $0.aCount.map(String.init) },
      .number("b") { $0.b },
      .number("bStandardError") { $0.bError },
      .text("bCount") { $0.bCount.map(String.init) },
      .number("difference") { $0.difference },
      .number("low") { $0.low },
      .number("high") { $0.high },
      .number("pValue") { $0.pValue },
      .number("detectable") { $0.detectable },
      .number("final") { $0.final },
      .text("verdict") { $0.verdict?.rawValue },
    ])
  }
}

extension MotionSet {
  /// One row a constant of a model of a motion.
  var csv: String {
    MotionRow.table.write(
      motions.flatMap { motion in
        motion.models.flatMap { model in
          model.constants.map { MotionRow(motion: motion, model: model, constant: $0) }
        }
      })
  }
}

private struct MotionRow {
  let motion: RecordedMotion
  let model: ModelFit
  let constant: ModelFit.Constant

  static var table: CSVTable<MotionRow> {
    CSVTable(columns: [
      .text("source") { $0.motion.source },
      .text("series") { $0.motion.series },
      .text("axis") { $0.motion.axis.rawValue },
      .text("phase") { $0.motion.phase.rawValue },
      .text("law") { $0.model.model.id },
      .number("aicc") { $0.model.aicc },
      .text("name") { $0.constant.name },
      .text("unit") { $0.constant.unit },
      .number("value") { $0.constant.value },
      .number("standardError") { $0.constant.standardError },
    ])
  }
}

extension Identification {
  /// One row a class of each phase.
  var csv: String {
    CandidateRow.table.write(
      recordings.flatMap { recording in
        recording.phases.flatMap { phase in
          phase.candidates.enumerated().map { position, candidate in
            CandidateRow(recording: recording, phase: phase, rank: position + 1, candidate: candidate)
          }
        }
      })
  }
}

private struct CandidateRow {
  let recording: RecordingIdentification
  let phase: PhaseIdentification
  let rank: Int
  let candidate: EngineCandidate

  static var table: CSVTable<CandidateRow> {
    CSVTable(columns: [
      .text("source") { $0.recording.source },
      .text("series") { $0.recording.series },
      .text("axis") { $0.phase.axis.rawValue },
      .text("phase") { $0.phase.kind.rawValue },
      .number("from") { $0.phase.from },
      .number("to") { $0.phase.to },
      .text("rank") { String($0.rank) },
      .text("class") { $0.candidate.name },
      .text("engines") { $0.candidate.engines.joined(separator: "; ") },
      .text("law") { $0.candidate.model },
      .text("constants") { $0.candidate.constants.rawValue },
      .number("deltaAicc") { $0.candidate.deltaAICc },
      .number("rms") { $0.candidate.rms },
      .number("maximum") { $0.candidate.maximum },
      .number("maximumPixels") { $0.candidate.maximumPixels },
      .text("adequacy") { $0.candidate.adequacy.rawValue },
    ])
  }
}

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
