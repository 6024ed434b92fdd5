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
    let recording = try database.add(
      "recording",
      [
        ("content_id", .init(content)), ("part", .init(part)), ("series", .init(record.series)),
        ("status", .init(record.status.rawValue)), ("complete", .init(record.isComplete)),
        ("error", .init(record.problem?.sentence)), ("error_line", .init(record.problem?.line)),
        ("error_column", .init(record.problem?.column)), ("format", .init(summary?.format)),
        ("unit", .init(summary?.unit)),
        ("time_origin", .init(summary?.timeOrigin)), ("frame_interval", .init(summary?.frameInterval)),
        ("frame_rate", .init(summary?.frameRate)), ("dropped_frames", .init(summary?.droppedFrames)),
        ("longest_gap", .init(summary?.longestGap)), ("grid_x", .init(summary?.quantizationStep[.x])),
        ("grid_y", .init(summary?.quantizationStep[.y])),
        ("cleaned", .init(summary.map { $0.cleaning.reduce(0) { $0 + $1.count } })),
        ("warnings", .init(json(summary?.warnings ?? []))),
      ])
    for (key, value) in record.facts {
      try database.add(
        "fact", [("recording_id", .init(recording)), ("key", .init(key)), ("value", .init(value))])
    }
    for (ordinal, phase) in (summary?.phases ?? []).enumerated() {
      try database.add(
        "phase",
        [
          ("recording_id", .init(recording)), ("ordinal", .init(ordinal)),
          ("axis", .init(phase.axis.rawValue)),
          ("kind", .init(phase.kind)), ("start_time", .init(phase.from)),
          ("start_error", .init(phase.fromError)),
          ("end_time", .init(phase.to)), ("end_error", .init(phase.toError)),
          ("samples", .init(phase.samples)),
        ])
    }
    try insert(record.answer, unit: summary?.unit ?? "", of: recording, database)
    for (ordinal, fit) in record.fits.enumerated() {
      let id = try insert(fit, ordinal: ordinal, of: recording, database)
      let kinds = fit.parameters.map { _ in "parameter" } + fit.derived.map { _ in "derived" }
      for (position, (kind, estimate)) in zip(kinds, fit.parameters + fit.derived).enumerated() {
        try insert(estimate, kind: kind, ordinal: position, of: id, database)
      }
    }
  }

  private func insert(_ answer: Answer?, unit: String, of recording: Int64, _ database: Database) throws {
    guard let answer, let engine = answer.engine else { return }
    let farthest = answer.farthest
    try database.add(
      "comparison",
      [
        ("recording_id", .init(recording)), ("engine", .init(engine)),
        ("verdict", .init(answer.equivalence.rawValue)), ("phase", .init(farthest?.phase.rawValue)),
        ("largest", .init(farthest?.largest)), ("unit", .init(unit)),
      ])
    for (ordinal, distance) in answer.distances.enumerated() {
      try database.add(
        "distance",
        [
          ("recording_id", .init(recording)), ("ordinal", .init(ordinal)),
          ("phase", .init(distance.phase.rawValue)), ("verdict", .init(distance.equivalence.rawValue)),
          ("largest", .init(distance.largest)),
        ])
    }
  }

  private func insert(_ fit: Fit, ordinal: Int, of recording: Int64, _ database: Database) throws
    -> Int64
  {
    let residuals = fit.residuals, adequacy = fit.adequacy
    return try database.add(
      "fit",
      [
        ("recording_id", .init(recording)), ("ordinal", .init(ordinal)), ("axis", .init(fit.axis?.rawValue)),
        ("phase", .init(fit.phase)),
        ("start_time", .init(fit.from)), ("end_time", .init(fit.to)), ("samples", .init(fit.samples)),
        ("model", .init(fit.model.id)), ("estimator", .init(fit.estimator)), ("unit", .init(fit.unit)),
        ("degrees_of_freedom", .init(residuals.degreesOfFreedom)),
        ("sum_of_squares", .init(residuals.sumOfSquares)),
        ("rms", .init(residuals.rms)), ("maximum", .init(residuals.maximum)),
        ("durbin_watson", .init(residuals.durbinWatson)), ("runs_p", .init(residuals.runsP)),
        ("grid", .init(residuals.quantizationStep)), ("floor", .init(residuals.quantizationNoise)),
        ("verdict", .init(adequacy.verdict.rawValue)), ("structure", .init(adequacy.patternPValue)),
        ("excess", .init(adequacy.lackOfFit)), ("excess_of_travel", .init(adequacy.relativeLackOfFit)),
        ("aicc", .init(fit.selection.aicc)), ("bic", .init(fit.selection.bic)),
        ("r_squared", .init(fit.selection.rSquared)),
        ("weight", .init(fit.selection.weights.first { $0.model == fit.model }?.weight)),
        ("termination", .init(fit.termination.rawValue)), ("converged", .init(fit.termination.converged)),
        ("iterations", .init(fit.iterations)), ("evaluations", .init(fit.evaluations)),
        ("warnings", .init(json(fit.warnings))),
      ])
  }

  private func insert(
    _ estimate: Estimate, kind: String, ordinal: Int, of fit: Int64, _ database: Database
  ) throws {
    let error = estimate.fixed ? nil : estimate.standardError
    let interval = estimate.fixed ? nil : estimate.interval
    try database.add(
      "estimate",
      [
        ("fit_id", .init(fit)), ("ordinal", .init(ordinal)), ("kind", .init(kind)),
        ("name", .init(estimate.name)),
        ("unit", .init(estimate.unit)), ("value", .init(estimate.label == nil ? estimate.value : nil)),
        ("word", .init(estimate.label)), ("standard_error", .init(error)),
        ("low", .init(interval?.lowerBound)),
        ("high", .init(interval?.upperBound)), ("fixed", .init(estimate.fixed)),
      ])
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
