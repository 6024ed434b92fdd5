import ScrollAnalysis

/// A run of a batch with its options, as a store sees it: which contents are done, in work and to be done.
///
/// A content is worked on once, however many inputs have it and however often the command is given.
package struct StoreRun: Sendable {
  /// The decision on an input.
  package enum Admission: Equatable, Sendable {
    /// It is done; how many recordings there are, how many of them failed, how many are not complete, and those of
    /// which something could not be used.
    case known(recordings: Int, failed: Int, incomplete: Int, problems: [BatchRecord])
    /// Another input with the same content is in work.
    case shared
    /// It was in work when a process ended: to be admitted alone, behind all others.
    case suspect
    /// It is to be worked on; ``StoreRun/finish(_:_:)`` takes the results.
    case begun(content: Int64)
  }

  /// The number of times that a content may crash the worker.
  package static let maximumAttempts = 2

  let store: ResultStore
  let setting: Int64
  let number: Int

  /// Begins a run: what an earlier process left in work waits again.
  ///
  /// - Parameters:
  ///   - version: the program's.
  ///   - options: everything that the results depend on beside the contents, as text.
  package init(_ store: ResultStore, version: String, options: String) throws(StoreError) {
    self.store = store
    (setting, number) = try store.write { database in
      let key = [StoredValue.text(version), .text(options)]
      try database.run("UPDATE content SET state = 'waiting' WHERE state = 'begun'")
      try database.run(
        """
        INSERT INTO setting (tool_version, options, run) VALUES (?, ?, 1)
        ON CONFLICT DO UPDATE SET run = run + 1
        """, key)
      let sql = "SELECT id, run FROM setting WHERE tool_version = ? AND options = ?"
      return try database.first(sql, key) { (try $0["id"], try $0["run"]) }
    }
  }

  /// Says what is to be done with an input; what is to be worked on counts as begun from here on, whatever happens.
  ///
  /// - Parameters:
  ///   - hash: of its content.
  ///   - alone: nothing else is in work: what was in work when a process ended may begin.
  package func admit(
    _ entry: BatchEntry, hash: [UInt8], alone: Bool = false
  ) throws(StoreError) -> Admission {
    try store.write { database in
      let found = try database.all(
        "SELECT id, state, attempts FROM content WHERE setting_id = ? AND hash = ?",
        [.integer(setting), .bytes(hash)]
      ) { row throws -> (content: Int64, state: String, attempts: Int) in
        (try row["id"], try row["state"], try row["attempts"])
      }
      guard let (content, state, attempts) = found.first else {
        let content = try database.add("content") { row in
          row.set("setting_id", .integer(setting))
          row.set("hash", .bytes(hash))
          row.set("state", .text("begun"))
        }
        try name(entry, content: content, error: nil, database)
        return .begun(content: content)
      }
      try name(entry, content: content, error: nil, database)
      switch state {
      case "done": return try known(content, database)
      case "begun": return .shared
      default: break
      }
      if attempts >= Self.maximumAttempts {
        try insert([BatchRecord(.endedProcess(times: attempts))], content, database)
        return try known(content, database)
      }
      guard attempts == 0 || alone else { return .suspect }
      try database.run("UPDATE content SET state = 'begun' WHERE id = ?", [.integer(content)])
      return .begun(content: content)
    }
  }

  /// Stores the results of a content that was begun.
  package func finish(_ content: Int64, _ records: [BatchRecord]) throws(StoreError) {
    try store.write { try insert(records, content, $0) }
  }

  /// Stores an input that has no content that could be read.
  package func fail(_ entry: BatchEntry, _ problem: BatchRecord.Problem) throws(StoreError) {
    try store.write { try name(entry, content: nil, error: problem.sentence, $0) }
  }

  /// The outcome of the inputs of this run.
  package func outcome() throws(StoreError) -> (recordings: Int, failed: Int, incomplete: Int) {
    try store.read { database in
      try counts("recordings WHERE setting_id = \(setting) AND run = \(number)", database)
    }
  }

  /// The recordings of this run by their verdict against an engine; empty where none was compared.
  package func verdicts() throws(StoreError) -> [EquivalenceVerdict: Int] {
    let counts = try store.read { database in
      try database.all(
        """
        SELECT verdict, count(*) AS count FROM comparisons WHERE setting_id = \(setting) AND run = \(number)
        GROUP BY verdict
        """
      ) { row throws -> (EquivalenceVerdict?, Int) in
        (EquivalenceVerdict(rawValue: try row["verdict"]), try row["count"])
      }
    }
    return counts.reduce(into: [:]) { verdicts, found in
      if let verdict = found.0 { verdicts[verdict] = found.1 }
    }
  }

  private func name(_ entry: BatchEntry, content: Int64?, error: String?, _ database: Database)
    throws
  {
    try database.run(
      """
      INSERT INTO input (setting_id, source, line, run, position, content_id, error)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET run = excluded.run, position = excluded.position,
        content_id = excluded.content_id, error = excluded.error
      """,
      [
        .integer(setting), .text(entry.source), .init(entry.line ?? 0), .init(number), .init(entry.position),
        .init(content), .init(error),
      ])
  }

  private func known(_ content: Int64, _ database: Database) throws -> Admission {
    let (recordings, failed, incomplete) = try counts("recording WHERE content_id = \(content)", database)
    let problems = try database.all(
      """
      SELECT series, error, error_line, error_column FROM recording
      WHERE content_id = ? AND error IS NOT NULL ORDER BY part
      """, [.integer(content)]
    ) { row in
      BatchRecord(
        series: try row["series"], recording: nil, facts: [:], fits: [],
        problem: BatchRecord.Problem(
          try row["error"], line: try row["error_line"], column: try row["error_column"]))
    }
    return .known(recordings: recordings, failed: failed, incomplete: incomplete, problems: problems)
  }

  /// The recordings of a table or view, those that failed and those that are not complete.
  private func counts(
    _ source: String, _ database: Database
  ) throws -> (recordings: Int, failed: Int, incomplete: Int) {
    try database.first(
      "SELECT count(*) AS recordings, total(status = 'failed') AS failed, total(NOT complete) AS incomplete FROM \(source)"
    ) { (try $0["recordings"], try $0["failed"], try $0["incomplete"]) }
  }

  private func insert(_ records: [BatchRecord], _ content: Int64, _ database: Database) throws {
    for (part, record) in records.enumerated() {
      try RecordingRows(record, part: part).insert(content: content, database)
    }
    try database.run("UPDATE content SET state = 'done' WHERE id = ?", [.integer(content)])
  }
}
