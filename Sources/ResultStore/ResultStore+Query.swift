extension ResultStore {
  /// The views of ``export(columns:row:)``, and what their rows are ordered by beside the input's order.
  private static let exported = [
    ("recordings", ""), ("facts", ", key"), ("phases", ", ordinal"), ("fits", ", ordinal"),
    ("constants", ", fit, ordinal"), ("comparisons", ""), ("distances", ", ordinal"),
  ]

  /// Asks the store.
  ///
  /// - Parameters:
  ///   - sql: one statement that reads.
  ///   - columns: takes the names of the answer's columns, once, before any row.
  ///   - row: takes a row, in the answer's order; rows are not kept.
  /// - Throws: ``StoreError``, and what `columns` and `row` throw.
  package func ask(
    _ sql: String, columns: ([String]) throws -> Void, row: ([StoredValue]) throws -> Void
  ) throws {
    var ended: (any Error)?
    try read { database in
      // Only SQLite's own errors become a StoreError.
      do { try database.ask(sql, columns: columns, row: row) } catch let error as DatabaseError {
        throw error
      } catch { ended = error }
    }
    if let ended { throw ended }
  }

  /// Everything that the store holds about its recordings, view by view, in the order of the inputs: the same inputs and
  /// options give the same rows, however often the run was interrupted.
  ///
  /// - Parameters:
  ///   - columns: takes a view's name and the names of its columns before its rows.
  ///   - row: takes a row of the view named last.
  package func export(
    columns: (_ view: String, _ names: [String]) throws -> Void, row: ([StoredValue]) throws -> Void
  ) throws {
    // One snapshot: what a batch stores meanwhile is in none of the views.
    try read { database in if isReader { try database.run("BEGIN") } }
    defer { try? read { database in if isReader { try database.run("COMMIT") } } }
    let known = try read { database in
      Set(
        try database.all("SELECT name FROM sqlite_schema WHERE type = 'view'") { row throws -> String in
          try row["name"]
        })
    }
    for (view, order) in Self.exported where known.contains(view) {
      // How often the command was given is no result.
      var names: [String] = []
      try ask("SELECT * FROM \(view) LIMIT 0", columns: { names = $0.filter { $0 != "run" } }, row: { _ in })
      try ask(
        "SELECT \(names.joined(separator: ", ")) FROM \(view) ORDER BY setting_id, run, position, part\(order)",
        columns: { try columns(view, $0) }, row: row)
    }
  }

  /// One row an estimate, and one for a recording without any, in the order of the inputs.
  package static let estimates = """
    SELECT i.setting_id, i.source, nullif(i.line, 0) AS line, r.series, lower(hex(c.hash)) AS content_hash,
      coalesce(r.status, 'failed') AS status, coalesce(r.error, i.error) AS error, f.axis, f.phase, f.start_time,
      f.end_time, f.model, f.verdict, f.converged, e.kind, e.name, e.unit, coalesce(e.word, e.value) AS value,
      e.standard_error, e.low, e.high, e.fixed
    FROM input i LEFT JOIN content c ON c.id = i.content_id LEFT JOIN recording r ON r.content_id = c.id
      LEFT JOIN fit f ON f.recording_id = r.id LEFT JOIN estimate e ON e.fit_id = f.id
    ORDER BY i.setting_id, i.run, i.position, r.part, f.ordinal, e.ordinal
    """
}
