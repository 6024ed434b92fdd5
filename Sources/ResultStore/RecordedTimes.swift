import ScrollAnalysis
import ScrollFitting

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
