import GRDB
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
  package static let mostAttempts = 2

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
      try database.execute(sql: "UPDATE content SET state = 'waiting' WHERE state = 'begun'")
      try database.execute(
        sql: """
          INSERT INTO setting (tool_version, options, run) VALUES (?, ?, 1)
          ON CONFLICT DO UPDATE SET run = run + 1
          """, arguments: [version, options])
      let row = try Row.fetchOne(
        database, sql: "SELECT id, run FROM setting WHERE tool_version = ? AND options = ?",
        arguments: [version, options])
      return (row?["id"] ?? 0, row?["run"] ?? 0)
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
      let found = try database.cachedStatement(
        sql: "SELECT id, state, attempts FROM content WHERE setting_id = ? AND hash = ?")
      let row = try Row.fetchOne(found, arguments: [setting, hash.data])
      guard let row else {
        try database.cachedStatement(
          sql: "INSERT INTO content (setting_id, hash, state) VALUES (?, ?, 'begun')"
        ).execute(arguments: [setting, hash.data])
        let content = database.lastInsertedRowID
        try name(entry, content: content, error: nil, database)
        return .begun(content: content)
      }
      let content: Int64 = row["id"], attempts: Int = row["attempts"]
      try name(entry, content: content, error: nil, database)
      switch row["state"] as String {
      case "done": return try known(content, database)
      case "begun": return .shared
      default: break
      }
      if attempts >= Self.mostAttempts {
        try insert([BatchRecord(.endedProcess(times: attempts))], content, database)
        return try known(content, database)
      }
      guard attempts == 0 || alone else { return .suspect }
      try database.cachedStatement(sql: "UPDATE content SET state = 'begun' WHERE id = ?")
        .execute(arguments: [content])
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
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT count(*) AS recordings, total(status = 'failed') AS failed, total(NOT complete) AS incomplete
          FROM recordings WHERE setting_id = ? AND run = ?
          """, arguments: [setting, number])
      return (row?["recordings"] ?? 0, row?["failed"] ?? 0, row?["incomplete"] ?? 0)
    }
  }

  private func name(_ entry: BatchEntry, content: Int64?, error: String?, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO input (setting_id, source, line, run, position, content_id, error)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET run = excluded.run, position = excluded.position,
          content_id = excluded.content_id, error = excluded.error
        """
    ).execute(arguments: [setting, entry.source, entry.line ?? 0, number, entry.position, content, error])
  }

  private func known(_ content: Int64, _ database: Database) throws -> Admission {
    let row = try Row.fetchOne(
      try database.cachedStatement(
        sql: """
          SELECT count(*) AS recordings, total(status = 'failed') AS failed, total(NOT complete) AS incomplete
          FROM recording WHERE content_id = ?
          """), arguments: [content])
    let failures = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT series, error, error_line, error_column FROM recording
          WHERE content_id = ? AND error IS NOT NULL ORDER BY part
          """), arguments: [content])
    let problems = failures.map { row in
      BatchRecord(
        series: row["series"], recording: nil, facts: [:], fits: [],
        problem: BatchRecord.Problem(row["error"], line: row["error_line"], column: row["error_column"]))
    }
    return .known(
      recordings: row?["recordings"] ?? 0, failed: row?["failed"] ?? 0, incomplete: row?["incomplete"] ?? 0,
      problems: problems)
  }

  private func insert(_ records: [BatchRecord], _ content: Int64, _ database: Database) throws {
    for (part, record) in records.enumerated() {
      try RecordingRows(record, part: part).insert(content: content, database)
    }
    try database.cachedStatement(sql: "UPDATE content SET state = 'done' WHERE id = ?")
      .execute(arguments: [content])
  }
}
