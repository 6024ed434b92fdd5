import GRDB
public import ScrollFit

extension StoreRun {
  /// The most misfits and reasons that a report names.
  private static let mostNamed = 10

  /// What the recordings of this run say together. Constants are those of fits whose law does not fail.
  ///
  /// - Parameter keys: what recordings are grouped by, of what they say of themselves.
  public func report(groupedBy keys: [String]) throws(StoreError) -> BatchReport {
    let outcome = try outcome()
    return try store.read { database in
      let scope = "setting_id = \(setting) AND run = \(number)"
      return BatchReport(
        recordings: outcome.recordings, failed: outcome.failed,
        observations: try observations(database, scope, groups: try groups(database, scope, keys)),
        keys: keys,
        misfits: try Row.fetchAll(
          database,
          sql: """
            SELECT * FROM fits WHERE \(scope) AND excess_of_travel > 0
            ORDER BY excess_of_travel DESC, position, part, ordinal LIMIT \(Self.mostNamed)
            """
        ).map { row in
          BatchReport.Misfit(
            recording: Self.title(row), source: row["source"], line: row["line"], part: row["part"],
            ordinal: row["ordinal"], model: row["model"], rms: row["rms"] ?? .nan, unit: row["unit"],
            excessOfTravel: row["excess_of_travel"], verdict: row["verdict"])
        },
        failures: try Row.fetchAll(
          database,
          sql: """
            SELECT error, count(*) AS count FROM failures WHERE \(scope)
            GROUP BY error ORDER BY 2 DESC, 1 LIMIT \(Self.mostNamed)
            """
        ).map { BatchReport.FailureCount(sentence: $0["error"], count: $0["count"]) })
    }
  }

  private struct Place: Hashable {
    let position: Int
    let part: Int

    init(_ row: Row) {
      position = row["position"]
      part = row["part"]
    }
  }

  private func groups(
    _ database: Database, _ scope: String, _ keys: [String]
  ) throws -> [Place: [String: String]] {
    var groups: [Place: [String: String]] = [:]
    for key in keys {
      let rows = try Row.fetchCursor(
        database, sql: "SELECT position, part, value FROM facts WHERE \(scope) AND lower(key) = lower(?)",
        arguments: [key])
      while let row = try rows.next() { groups[Place(row), default: [:]][key] = row["value"] }
    }
    return groups
  }

  private func observations(
    _ database: Database, _ scope: String, groups: [Place: [String: String]]
  ) throws -> [BatchReport.Observation] {
    var observations: [BatchReport.Observation] = []
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT * FROM constants WHERE \(scope) AND verdict <> 'fails' AND converged AND NOT fixed
          AND value IS NOT NULL AND standard_error IS NOT NULL
        ORDER BY position, part, fit, ordinal
        """)
    while let row = try rows.next() {
      observations.append(
        BatchReport.Observation(
          recording: Self.title(row), position: row["position"],
          constant: BatchReport.ConstantName(
            phase: row["phase"], axis: row["axis"] ?? "", model: row["model"], name: row["name"],
            unit: row["unit"]),
          value: row["value"], standardError: row["standard_error"], groups: groups[Place(row)] ?? [:]))
    }
    return observations
  }

  /// `many.ndjson:7, series a`.
  private static func title(_ row: Row) -> String {
    let line = (row["line"] as Int?).map { ":\($0)" } ?? ""
    let series = (row["series"] as String?).map { ", series \($0)" } ?? ""
    return (row["source"] as String) + line + series
  }
}
