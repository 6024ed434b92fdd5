import Foundation
import GRDB
import ScrollAnalysis
import ScrollFitting
import Synchronization

/// A recording as the rows of its tables. A number that is not finite is stored as NULL.
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
        ("content_id", content), ("part", part), ("series", record.series),
        ("status", record.status.rawValue), ("complete", record.isComplete),
        ("error", record.problem?.sentence), ("error_line", record.problem?.line),
        ("error_column", record.problem?.column), ("format", summary?.format), ("unit", summary?.unit),
        ("time_origin", number(summary?.timeOrigin)), ("frame_interval", number(summary?.frameInterval)),
        ("frame_rate", number(summary?.frameRate)), ("dropped_frames", summary?.droppedFrames),
        ("longest_gap", number(summary?.longestGap)), ("grid_x", number(summary?.grid[.x])),
        ("grid_y", number(summary?.grid[.y])),
        ("cleaned", summary.map { $0.cleaning.reduce(0) { $0 + $1.count } }),
        ("warnings", json(summary?.warnings ?? [])),
      ])
    for (key, value) in record.facts {
      try database.add("fact", [("recording_id", recording), ("key", key), ("value", value)])
    }
    for (ordinal, phase) in (summary?.phases ?? []).enumerated() {
      try database.add(
        "phase",
        [
          ("recording_id", recording), ("ordinal", ordinal), ("axis", phase.axis.rawValue),
          ("kind", phase.kind), ("start_time", number(phase.from)), ("start_error", number(phase.fromError)),
          ("end_time", number(phase.to)), ("end_error", number(phase.toError)), ("samples", phase.samples),
        ])
    }
    for (ordinal, fit) in record.fits.enumerated() {
      let id = try insert(fit, ordinal: ordinal, of: recording, database)
      let kinds = fit.parameters.map { _ in "parameter" } + fit.derived.map { _ in "derived" }
      for (place, (kind, estimate)) in zip(kinds, fit.parameters + fit.derived).enumerated() {
        try insert(estimate, kind: kind, ordinal: place, of: id, database)
      }
    }
  }

  private func insert(_ fit: Fit, ordinal: Int, of recording: Int64, _ database: Database) throws -> Int64 {
    let residuals = fit.residuals, adequacy = fit.adequacy
    return try database.add(
      "fit",
      [
        ("recording_id", recording), ("ordinal", ordinal), ("axis", fit.axis?.rawValue), ("phase", fit.phase),
        ("start_time", number(fit.from)), ("end_time", number(fit.to)), ("samples", fit.samples),
        ("model", fit.model.id), ("estimator", fit.estimator), ("unit", fit.unit),
        ("degrees_of_freedom", residuals.degreesOfFreedom),
        ("sum_of_squares", number(residuals.sumOfSquares)),
        ("rms", number(residuals.rms)), ("maximum", number(residuals.maximum)),
        ("durbin_watson", number(residuals.durbinWatson)), ("runs_p", number(residuals.runsP)),
        ("grid", number(residuals.grid)), ("floor", number(residuals.floor)),
        ("verdict", adequacy.verdict.rawValue), ("structure", number(adequacy.structure)),
        ("excess", number(adequacy.excess)), ("excess_of_travel", number(adequacy.excessOfTravel)),
        ("aicc", number(fit.selection.aicc)), ("bic", number(fit.selection.bic)),
        ("r_squared", number(fit.selection.rSquared)),
        ("weight", number(fit.selection.weights.first { $0.model == fit.model }?.weight)),
        ("termination", fit.termination.rawValue), ("converged", fit.termination.converged),
        ("iterations", fit.iterations), ("evaluations", fit.evaluations), ("warnings", json(fit.warnings)),
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
        ("fit_id", fit), ("ordinal", ordinal), ("kind", kind), ("name", estimate.name),
        ("unit", estimate.unit), ("value", estimate.label == nil ? number(estimate.value) : nil),
        ("word", estimate.label), ("standard_error", number(error)), ("low", number(interval?.lowerBound)),
        ("high", number(interval?.upperBound)), ("fixed", estimate.fixed),
      ])
  }

  private func number(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }

  /// A list of texts as JSON, which SQL takes apart with `json_each`.
  private func json(_ texts: [String]) -> String {
    guard !texts.isEmpty else { return "[]" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let data = try? encoder.encode(texts) else { return "[]" }
    return String(decoding: data, as: UTF8.self)
  }
}

extension Database {
  /// Inserts a row; columns are named beside their values, so that neither can lose its place.
  @discardableResult
  fileprivate func add(
    _ table: String, _ row: [(column: String, value: (any DatabaseValueConvertible)?)]
  ) throws -> Int64 {
    let sql = insertions.withLock { texts in
      if let text = texts[table] { return text }
      let columns = row.map(\.column).joined(separator: ", ")
      let places = row.map { _ in "?" }.joined(separator: ", ")
      let text = "INSERT INTO \(table) (\(columns)) VALUES (\(places))"
      texts[table] = text
      return text
    }
    try cachedStatement(sql: sql).execute(arguments: StatementArguments(row.map(\.value)))
    return lastInsertedRowID
  }
}

/// The statement that inserts into each table: all rows of a table have the same columns.
private let insertions = Mutex([String: String]())

extension [UInt8] {
  /// As SQLite's BLOB.
  var data: Data { Data(self) }
}
