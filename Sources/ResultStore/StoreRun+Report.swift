import ScrollAnalysis

extension StoreRun {
  /// The most misfits and reasons that a report names.
  private static let maximumNamedRecordings = 10

  /// The constants of this run's fits, of those whose model does not fail.
  ///
  /// - Parameter keys: what recordings are grouped by, of the facts that they name and `folder`, that of their file.
  package func collection(groupedBy keys: [String]) throws(StoreError) -> BatchCollection {
    let outcome = try outcome()
    return try store.read { database in
      let candidates = keys.isEmpty ? try candidateKeys(database) : []
      let recordings = try recordings(database, keys: keys + candidates)
      var collection = BatchCollection(
        recordingCount: outcome.recordings, failedCount: outcome.failed, keys: keys,
        candidateKeys: candidates,
        recordings: recordings)
      var indices: [RecordingReference: Int] = [:]
      for (index, recording) in recordings.enumerated() {
        indices[RecordingReference(recording)] = index
      }
      try database.run(
        """
        SELECT position, part, fit, phase, axis, model, name, unit, value, standard_error
        FROM constants WHERE \(scope) AND verdict <> 'fails' AND converged AND NOT fixed
          AND value IS NOT NULL AND standard_error IS NOT NULL
        ORDER BY position, part, fit, ordinal
        """
      ) { row in
        guard let recording = indices[try RecordingReference(row)] else { return }
        collection.add(
          .init(
            recording: recording, fit: try row["fit"], value: try row["value"],
            standardError: try row["standard_error"]),
          of: .init(
            phase: try row["phase"], axis: try row["axis"] ?? "", model: try row["model"],
            name: try row["name"],
            unit: try row["unit"]))
      }
      return collection
    }
  }

  /// The fits that describe their recordings worst, the worst first.
  package func poorFits() throws(StoreError) -> [BatchReport.PoorFit] {
    try store.read { database in
      try database.all(
        """
        SELECT f.*, r.content_hash FROM (
            SELECT * FROM fits WHERE \(scope) AND excess_of_travel > 0
            ORDER BY excess_of_travel DESC, position, part, ordinal LIMIT \(Self.maximumNamedRecordings)) f
          JOIN recordings r USING (setting_id, run, source, position, part)
        ORDER BY f.excess_of_travel DESC, position, part, f.ordinal
        """
      ) { row in
        BatchReport.PoorFit(
          reference: .init(recording: try BatchCollection.Recording(row), fit: try row["ordinal"]),
          model: try row["model"], rms: try row["rms"] ?? .nan, unit: try row["unit"],
          relativeLackOfFit: try row["excess_of_travel"], verdict: try row["verdict"])
      }
    }
  }

  /// The distances of this run's recordings from an engine, the largest first; nil where none was compared.
  package func engineComparison() throws(StoreError) -> BatchReport.EngineComparison? {
    let verdicts = try verdicts()
    return try store.read { database in
      let farthest = try database.all(
        """
        SELECT c.*, r.content_hash FROM (
            SELECT * FROM comparisons WHERE \(scope)
            ORDER BY largest DESC NULLS LAST, position, part LIMIT \(BatchReport.EngineComparison.maximumRecordings)) c
          JOIN recordings r USING (setting_id, run, source, position, part)
        ORDER BY c.largest DESC NULLS LAST, position, part
        """
      ) { row throws -> (engine: String, recording: BatchReport.ComparedRecording) in
        (
          try row["engine"],
          BatchReport.ComparedRecording(
            recording: try BatchCollection.Recording(row), verdict: try row["verdict"],
            phase: try row["phase"], largest: try row["largest"], unit: try row["unit"])
        )
      }
      return farthest.first.map {
        BatchReport.EngineComparison(
          engine: $0.engine, verdicts: verdicts, farthest: farthest.map(\.recording))
      }
    }
  }

  /// The errors of unusable inputs, the most frequent first.
  package func failures() throws(StoreError) -> [BatchReport.FailureCount] {
    try store.read { database in
      try database.all(
        """
        SELECT error, count(*) AS count FROM failures WHERE \(scope)
        GROUP BY error ORDER BY 2 DESC, 1 LIMIT \(Self.maximumNamedRecordings)
        """
      ) { BatchReport.FailureCount(sentence: try $0["error"], count: try $0["count"]) }
    }
  }

  private var scope: String { "setting_id = \(setting) AND run = \(number)" }

  private func recordings(_ database: Database, keys: [String]) throws -> [BatchCollection
    .Recording]
  {
    let groups = try facts(database, keys: keys)
    let folderKeys = keys.filter { $0.lowercased() == Self.folderKey }
    let times = try RecordedTimes(database, scope: scope)
    return try database.all(
      """
      SELECT position, part, source, line, series, content_hash, time_origin FROM recordings
      WHERE \(scope) AND status = 'done' ORDER BY position, part
      """
    ) { row in
      let reference = try RecordingReference(row)
      var own = groups[reference] ?? [:]
      let source: String = try row["source"]
      for key in folderKeys where own[key] == nil { own[key] = Self.folder(of: source) }
      return try BatchCollection.Recording(
        row, time: times.time(of: reference, origin: try row["time_origin"]), groups: own)
    }
  }

  /// The name of the key of files' folders, which no recording needs to name.
  private static let folderKey = "folder"
  /// The most values that a key may have for groups of more than a few recordings.
  private static let maximumGroups = 20

  /// The path of a file's folder; nil for standard input and for a file of the working directory.
  private static func folder(of source: String) -> String? {
    source.lastIndex(of: "/").map { String(source[..<$0]) }
  }

  /// The folder, and the facts that some recordings have different values of.
  private func candidateKeys(_ database: Database) throws -> [String] {
    let facts = try database.all(
      """
      SELECT min(key) AS key FROM facts WHERE \(scope) AND key NOT LIKE '%,%'
      GROUP BY lower(key) HAVING count(DISTINCT value) BETWEEN 2 AND \(Self.maximumGroups) ORDER BY 1
      """
    ) { row throws -> String in try row["key"] }
    return [Self.folderKey] + facts.filter { $0.lowercased() != Self.folderKey }
  }

  private func facts(_ database: Database, keys: [String]) throws -> [RecordingReference: [String:
    String]]
  {
    var facts: [RecordingReference: [String: String]] = [:]
    for key in keys {
      try database.run(
        "SELECT position, part, value FROM facts WHERE \(scope) AND lower(key) = lower(?)", [.text(key)]
      ) { row in
        let value: String = try row["value"]
        facts[try RecordingReference(row), default: [:]][key] = value
      }
    }
    return facts
  }
}

extension BatchCollection.Recording {
  fileprivate init(_ row: Row, time: Double? = nil, groups: [String: String] = [:]) throws {
    self.init(
      source: try row["source"], line: try row["line"], series: try row["series"],
      position: try row["position"],
      part: try row["part"], contentHash: try row["content_hash"], time: time, groups: groups)
  }
}
