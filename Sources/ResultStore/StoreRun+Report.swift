import GRDB
import ScrollAnalysis

extension StoreRun {
  /// The most misfits and reasons that a report names.
  private static let mostNamed = 10

  /// The constants of this run's fits, of those whose model does not fail.
  ///
  /// - Parameter keys: what recordings are grouped by, of what they say of themselves.
  package func collection(groupedBy keys: [String]) throws(StoreError) -> BatchCollection {
    let outcome = try outcome()
    return try store.read { database in
      let recordings = try recordings(database, keys: keys)
      var collection = BatchCollection(
        recordingCount: outcome.recordings, failedCount: outcome.failed, keys: keys,
        recordings: recordings)
      var indices: [RecordingPlace: Int] = [:]
      for (index, recording) in recordings.enumerated() {
        indices[RecordingPlace(recording)] = index
      }
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT position, part, fit, phase, axis, model, name, unit, value, standard_error
          FROM constants WHERE \(scope) AND verdict <> 'fails' AND converged AND NOT fixed
            AND value IS NOT NULL AND standard_error IS NOT NULL
          ORDER BY position, part, fit, ordinal
          """)
      while let row = try rows.next() {
        guard let recording = indices[RecordingPlace(row)] else { continue }
        collection.add(
          .init(recording: recording, fit: row[2], value: row[8], standardError: row[9]),
          of: .init(phase: row[3], axis: row[4] ?? "", model: row[5], name: row[6], unit: row[7]))
      }
      return collection
    }
  }

  /// The fits that describe their recordings worst, the worst first.
  package func misfits() throws(StoreError) -> [BatchReport.Misfit] {
    try store.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT f.*, r.content_hash FROM (
              SELECT * FROM fits WHERE \(scope) AND excess_of_travel > 0
              ORDER BY excess_of_travel DESC, position, part, ordinal LIMIT \(Self.mostNamed)) f
            JOIN recordings r USING (setting_id, run, source, position, part)
          ORDER BY f.excess_of_travel DESC, position, part, f.ordinal
          """
      ).map { row in
        BatchReport.Misfit(
          place: .init(recording: BatchCollection.Recording(row), fit: row["ordinal"]), model: row["model"],
          rms: row["rms"] ?? .nan, unit: row["unit"], excessOfTravel: row["excess_of_travel"],
          verdict: row["verdict"])
      }
    }
  }

  /// The errors of unusable inputs, the most frequent first.
  package func failures() throws(StoreError) -> [BatchReport.FailureCount] {
    try store.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT error, count(*) AS count FROM failures WHERE \(scope)
          GROUP BY error ORDER BY 2 DESC, 1 LIMIT \(Self.mostNamed)
          """
      ).map { BatchReport.FailureCount(sentence: $0["error"], count: $0["count"]) }
    }
  }

  private var scope: String { "setting_id = \(setting) AND run = \(number)" }

  private func recordings(_ database: Database, keys: [String]) throws -> [BatchCollection.Recording] {
    let groups = try facts(database, keys: keys)
    let times = try RecordedTimes(database, scope: scope)
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT position, part, source, line, series, content_hash, time_origin FROM recordings
        WHERE \(scope) AND status = 'done' ORDER BY position, part
        """)
    var recordings: [BatchCollection.Recording] = []
    while let row = try rows.next() {
      let place = RecordingPlace(row)
      recordings.append(
        BatchCollection.Recording(
          row, time: times.time(of: place, origin: row["time_origin"]),
          groups: groups[place] ?? [:]))
    }
    return recordings
  }

  private func facts(_ database: Database, keys: [String]) throws -> [RecordingPlace: [String: String]] {
    var facts: [RecordingPlace: [String: String]] = [:]
    for key in keys {
      let rows = try Row.fetchCursor(
        database, sql: "SELECT position, part, value FROM facts WHERE \(scope) AND lower(key) = lower(?)",
        arguments: [key])
      while let row = try rows.next() {
        facts[RecordingPlace(row), default: [:]][key] = row["value"]
      }
    }
    return facts
  }
}

extension BatchCollection.Recording {
  fileprivate init(_ row: Row, time: Double? = nil, groups: [String: String] = [:]) {
    self.init(
      source: row["source"], line: row["line"], series: row["series"], position: row["position"],
      part: row["part"], contentHash: row["content_hash"], time: time, groups: groups)
  }
}
