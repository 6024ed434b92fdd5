import Foundation
import ScrollAnalysis
import ScrollFitting

/// A recording as the rows of its tables.
struct RecordingRows {
  let record: BatchRecord
  /// From 0, among the recordings of one content.
  let part: Int

  init(_ record: BatchRecord, part: Int) {
    self.record = record
    self.part = part
  }

  func insert(content: Int64, _ database: Database) throws {
    let summary = record.recording
    let recording = try database.add("recording") { row in
      row.set("content_id", .init(content))
      row.set("part", .init(part))
      row.set("series", .init(record.series))
      row.set("status", .init(record.status.rawValue))
      row.set("complete", .init(record.isComplete))
      row.set("error", .init(record.problem?.sentence))
      row.set("error_line", .init(record.problem?.line))
      row.set("error_column", .init(record.problem?.column))
      row.set("format", .init(summary?.format))
      row.set("unit", .init(summary?.unit))
      row.set("time_origin", .init(summary?.timeOrigin))
      row.set("frame_interval", .init(summary?.frameInterval))
      row.set("frame_rate", .init(summary?.frameRate))
      row.set("dropped_frames", .init(summary?.droppedFrames))
      row.set("longest_gap", .init(summary?.longestGap))
      row.set("grid_x", .init(summary?.quantizationStep[.x]))
      row.set("grid_y", .init(summary?.quantizationStep[.y]))
      row.set("cleaned", .init(summary.map { $0.cleaning.reduce(0) { $0 + $1.count } }))
      row.set("warnings", .init(json(summary?.warnings ?? [])))
    }
    for (key, value) in record.facts {
      try database.add("fact") { row in
        row.set("recording_id", .init(recording))
        row.set("key", .init(key))
        row.set("value", .init(value))
      }
    }
    for (ordinal, phase) in (summary?.phases ?? []).enumerated() {
      try database.add("phase") { row in
        row.set("recording_id", .init(recording))
        row.set("ordinal", .init(ordinal))
        row.set("axis", .init(phase.axis.rawValue))
        row.set("kind", .init(phase.kind))
        row.set("start_time", .init(phase.from))
        row.set("start_error", .init(phase.fromError))
        row.set("end_time", .init(phase.to))
        row.set("end_error", .init(phase.toError))
        row.set("samples", .init(phase.samples))
      }
    }
    try insert(record.answer, unit: summary?.unit ?? "", of: recording, database)
    for (ordinal, fit) in record.fits.enumerated() {
      let id = try insert(fit, ordinal: ordinal, of: recording, database)
      for (position, estimate) in fit.parameters.enumerated() {
        try insert(estimate, kind: "parameter", ordinal: position, of: id, database)
      }
      for (position, estimate) in fit.derived.enumerated() {
        try insert(
          estimate, kind: "derived", ordinal: fit.parameters.count + position, of: id, database)
      }
    }
  }

  private func insert(_ answer: Answer?, unit: String, of recording: Int64, _ database: Database) throws {
    guard let answer, let engine = answer.engine else { return }
    let farthest = answer.farthest
    try database.add("comparison") { row in
      row.set("recording_id", .init(recording))
      row.set("engine", .init(engine))
      row.set("verdict", .init(answer.equivalence.rawValue))
      row.set("phase", .init(farthest?.phase.rawValue))
      row.set("largest", .init(farthest?.largest))
      row.set("unit", .init(unit))
    }
    for (ordinal, distance) in answer.distances.enumerated() {
      try database.add("distance") { row in
        row.set("recording_id", .init(recording))
        row.set("ordinal", .init(ordinal))
        row.set("phase", .init(distance.phase.rawValue))
        row.set("verdict", .init(distance.equivalence.rawValue))
        row.set("largest", .init(distance.largest))
      }
    }
  }

  private func insert(_ fit: Fit, ordinal: Int, of recording: Int64, _ database: Database) throws
    -> Int64
  {
    let residuals = fit.residuals, adequacy = fit.adequacy
    return try database.add("fit") { row in
      row.set("recording_id", .init(recording))
      row.set("ordinal", .init(ordinal))
      row.set("axis", .init(fit.axis?.rawValue))
      row.set("phase", .init(fit.phase))
      row.set("start_time", .init(fit.from))
      row.set("end_time", .init(fit.to))
      row.set("samples", .init(fit.samples))
      row.set("model", .init(fit.model.id))
      row.set("estimator", .init(fit.estimator))
      row.set("unit", .init(fit.unit))
      row.set("degrees_of_freedom", .init(residuals.degreesOfFreedom))
      row.set("sum_of_squares", .init(residuals.sumOfSquares))
      row.set("rms", .init(residuals.rms))
      row.set("maximum", .init(residuals.maximum))
      row.set("durbin_watson", .init(residuals.durbinWatson))
      row.set("runs_p", .init(residuals.runsP))
      row.set("grid", .init(residuals.quantizationStep))
      row.set("floor", .init(residuals.quantizationNoise))
      row.set("verdict", .init(adequacy.verdict.rawValue))
      row.set("structure", .init(adequacy.patternPValue))
      row.set("excess", .init(adequacy.lackOfFit))
      row.set("excess_of_travel", .init(adequacy.relativeLackOfFit))
      row.set("aicc", .init(fit.selection.aicc))
      row.set("bic", .init(fit.selection.bic))
      row.set("r_squared", .init(fit.selection.rSquared))
      row.set("weight", .init(fit.selection.weights.first { $0.model == fit.model }?.weight))
      row.set("termination", .init(fit.termination.rawValue))
      row.set("converged", .init(fit.termination.converged))
      row.set("iterations", .init(fit.iterations))
      row.set("evaluations", .init(fit.evaluations))
      row.set("warnings", .init(json(fit.warnings)))
    }
  }

  private func insert(
    _ estimate: Estimate, kind: String, ordinal: Int, of fit: Int64, _ database: Database
  ) throws {
    let error = estimate.fixed ? nil : estimate.standardError
    let interval = estimate.fixed ? nil : estimate.interval
    try database.add("estimate") { row in
      row.set("fit_id", .init(fit))
      row.set("ordinal", .init(ordinal))
      row.set("kind", .init(kind))
      row.set("name", .init(estimate.name))
      row.set("unit", .init(estimate.unit))
      row.set("value", .init(estimate.label == nil ? estimate.value : nil))
      row.set("word", .init(estimate.label))
      row.set("standard_error", .init(error))
      row.set("low", .init(interval?.lowerBound))
      row.set("high", .init(interval?.upperBound))
      row.set("fixed", .init(estimate.fixed))
    }
  }

  /// A list of texts as JSON, which SQL takes apart with `json_each`.
  private func json(_ texts: [String]) -> String {
    guard !texts.isEmpty else { return "[]" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let data = try? encoder.encode(texts) else { return "[]" }
    return String(decoding: data, as: UTF8.self)
  }
}

/// The times of recordings: by the clock of their samples where that is the calendar's, else by what they name of
/// themselves.
struct RecordedTimes {
  /// The facts that give it, by the last part of their names without `_`, `-` and case; the first counts.
  private static let keys = [
    "recordedat", "recorded", "recordedon", "capturedat", "startedat", "starttime", "createdat", "datetime",
    "date",
    "timestamp", "created",
  ]

  /// Seconds since 1970 of a clock that counts from there: from 2001 to 2100. One that counts from the start of a device
  /// or a program is not there in thirty years.
  private static let calendar = 1e9...4.1e9

  private var told: [RecordingReference: Double] = [:]

  init(_ database: Database, scope: String) throws {
    let all = try database.all("SELECT DISTINCT key FROM fact ORDER BY key") { row throws -> String in
      try row["key"]
    }
    for name in Self.keys.reversed() {
      for key in all.reversed() where Self.plain(key) == name { try tell(key, database, scope) }
    }
  }

  /// Seconds since 1970; nil where the recording has none.
  func time(of reference: RecordingReference, origin: Double?) -> Double? {
    if let origin, Self.calendar.contains(origin) { return origin }
    return told[reference]
  }

  /// A date and time as ISO 8601 writes it, of UTC where it names no zone; or a number of seconds or milliseconds since 1970.
  private mutating func tell(_ key: String, _ database: Database, _ scope: String) throws {
    try database.run(
      """
      SELECT position, part,
        CASE WHEN value GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'
          THEN (julianday(value) - 2440587.5) * 86400
          WHEN CAST(value AS REAL) > 1e12 THEN CAST(value AS REAL) / 1000
          ELSE CAST(value AS REAL) END AS time
      FROM facts WHERE \(scope) AND key = ?
      """, [.text(key)]
    ) { row in
      if let time = try row["time"] as Double?, Self.calendar.contains(time) {
        told[try RecordingReference(row)] = time
      }
    }
  }

  /// `device.recorded_at` is `recordedat`.
  private static func plain(_ key: String) -> String {
    String(key.split(separator: ".").last ?? "").lowercased().filter { $0 != "_" && $0 != "-" }
  }
}

/// A recording of a run, in the order of the input.
struct RecordingReference: Hashable {
  let position: Int
  let part: Int

  init(_ row: Row) throws { (position, part) = (try row["position"], try row["part"]) }

  init(_ recording: BatchCollection.Recording) { (position, part) = (recording.position, recording.part) }
}
