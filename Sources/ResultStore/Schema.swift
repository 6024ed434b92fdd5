import CSQLite

/// The tables and views of a store, as docs/store.md describes them.
enum Schema {
  static let version = 2
  /// The versions that can be read. Version 1 lacks ``comparisons``, which are added when it is written to.
  private static let readable = 1...version
  /// `scro` in ASCII, in the header of the file: SQLite's `application_id`.
  static let applicationID = 0x7363_726F

  /// Makes an empty file a store.
  ///
  /// - Throws: ``StoreError`` for a file that is something else, or a store of another version.
  static func prepare(_ database: Database) throws {
    if try isMissing(database) {
      try database.execute(tables + views + comparisons)
      try database.execute(
        "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    }
    try check(database)
    if try found(database) == 1 {
      try database.execute(comparisons + "PRAGMA user_version = \(version)")
    }
  }

  /// Returns true if a database has no table yet.
  static func isMissing(_ database: Database) throws -> Bool {
    try database.first("SELECT count(*) AS tables FROM sqlite_schema") { try $0["tables"] } == 0
  }

  static func check(_ database: Database) throws {
    guard try database.first("PRAGMA application_id", row: { try $0["application_id"] }) == applicationID
    else {
      throw StoreError.notAStore
    }
    let found = try found(database)
    guard readable.contains(found) else { throw StoreError.version(found: found, known: version) }
  }

  /// The version that a store has.
  private static func found(_ database: Database) throws -> Int {
    try database.first("PRAGMA user_version") { try $0["user_version"] }
  }

  /// `OR` in place of `IN`: SQLite makes a table of a list of three at every change of a row.
  private static let tables = """
    CREATE TABLE setting (
      id INTEGER PRIMARY KEY, tool_version TEXT NOT NULL, options TEXT NOT NULL,
      run INTEGER NOT NULL DEFAULT 0, UNIQUE (tool_version, options)) STRICT;
    CREATE TABLE content (
      id INTEGER PRIMARY KEY, setting_id INTEGER NOT NULL REFERENCES setting, hash BLOB NOT NULL,
      state TEXT NOT NULL CHECK (state = 'waiting' OR state = 'begun' OR state = 'done'),
      attempts INTEGER NOT NULL DEFAULT 0,
      UNIQUE (setting_id, hash)) STRICT;
    CREATE INDEX content_begun ON content (state) WHERE state = 'begun';
    CREATE TABLE input (
      setting_id INTEGER NOT NULL REFERENCES setting, source TEXT NOT NULL, line INTEGER NOT NULL,
      run INTEGER NOT NULL, position INTEGER NOT NULL, content_id INTEGER REFERENCES content, error TEXT,
      PRIMARY KEY (setting_id, source, line)) STRICT, WITHOUT ROWID;
    CREATE TABLE recording (
      id INTEGER PRIMARY KEY, content_id INTEGER NOT NULL REFERENCES content, part INTEGER NOT NULL,
      series TEXT, status TEXT NOT NULL CHECK (status IN ('done', 'failed')), complete INTEGER NOT NULL,
      error TEXT, error_line INTEGER, error_column INTEGER, format TEXT, unit TEXT, time_origin REAL,
      frame_interval REAL, frame_rate REAL, dropped_frames INTEGER, longest_gap REAL, grid_x REAL, grid_y REAL,
      cleaned INTEGER, warnings TEXT NOT NULL, UNIQUE (content_id, part)) STRICT;
    CREATE TABLE fact (
      recording_id INTEGER NOT NULL REFERENCES recording, key TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (recording_id, key)) STRICT, WITHOUT ROWID;
    CREATE TABLE phase (
      recording_id INTEGER NOT NULL REFERENCES recording, ordinal INTEGER NOT NULL, axis TEXT NOT NULL,
      kind TEXT NOT NULL, start_time REAL, start_error REAL, end_time REAL, end_error REAL,
      samples INTEGER NOT NULL, PRIMARY KEY (recording_id, ordinal)) STRICT, WITHOUT ROWID;
    CREATE TABLE fit (
      id INTEGER PRIMARY KEY, recording_id INTEGER NOT NULL REFERENCES recording, ordinal INTEGER NOT NULL,
      axis TEXT, phase TEXT NOT NULL, start_time REAL, end_time REAL, samples INTEGER NOT NULL,
      model TEXT NOT NULL, estimator TEXT NOT NULL, unit TEXT NOT NULL, degrees_of_freedom INTEGER NOT NULL,
      sum_of_squares REAL, rms REAL, maximum REAL, durbin_watson REAL, runs_p REAL, grid REAL, floor REAL,
      verdict TEXT NOT NULL, structure REAL, excess REAL, excess_of_travel REAL, aicc REAL, bic REAL,
      r_squared REAL, weight REAL, termination TEXT NOT NULL, converged INTEGER NOT NULL,
      iterations INTEGER NOT NULL, evaluations INTEGER NOT NULL, warnings TEXT NOT NULL,
      UNIQUE (recording_id, ordinal)) STRICT;
    CREATE TABLE estimate (
      fit_id INTEGER NOT NULL REFERENCES fit, ordinal INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('parameter', 'derived')), name TEXT NOT NULL, unit TEXT NOT NULL,
      value REAL, word TEXT, standard_error REAL, low REAL, high REAL, fixed INTEGER NOT NULL,
      PRIMARY KEY (fit_id, ordinal)) STRICT, WITHOUT ROWID;

    """

  private static let views = """
    CREATE VIEW recordings AS
      SELECT i.setting_id, i.run, i.position, coalesce(r.part, 0) AS part, i.source, nullif(i.line, 0) AS line,
        r.series, lower(hex(c.hash)) AS content_hash,
        coalesce(r.status, CASE WHEN i.error IS NULL THEN 'waiting' ELSE 'failed' END) AS status,
        coalesce(r.complete, 0) AS complete, coalesce(r.error, i.error) AS error, r.error_line, r.error_column,
        r.format, r.unit, r.time_origin, r.frame_interval, r.frame_rate, r.dropped_frames, r.longest_gap,
        r.grid_x, r.grid_y, r.cleaned, r.warnings
      FROM input i LEFT JOIN content c ON c.id = i.content_id LEFT JOIN recording r ON r.content_id = c.id;
    CREATE VIEW facts AS
      SELECT i.setting_id, i.run, i.position, r.part, i.source, nullif(i.line, 0) AS line, r.series,
        f.key, f.value
      FROM input i JOIN recording r ON r.content_id = i.content_id JOIN fact f ON f.recording_id = r.id;
    CREATE VIEW phases AS
      SELECT i.setting_id, i.run, i.position, r.part, p.ordinal, i.source, nullif(i.line, 0) AS line, r.series,
        p.axis, p.kind, p.start_time, p.start_error, p.end_time, p.end_error, p.samples
      FROM input i JOIN recording r ON r.content_id = i.content_id JOIN phase p ON p.recording_id = r.id;
    CREATE VIEW fits AS
      SELECT i.setting_id, i.run, i.position, r.part, f.ordinal, i.source, nullif(i.line, 0) AS line, r.series,
        f.axis, f.phase, f.start_time, f.end_time, f.samples, f.model, f.estimator, f.unit,
        f.degrees_of_freedom, f.sum_of_squares, f.rms, f.maximum, f.durbin_watson, f.runs_p, f.grid, f.floor,
        f.verdict, f.structure, f.excess, f.excess_of_travel, f.aicc, f.bic, f.r_squared, f.weight,
        f.termination, f.converged, f.iterations, f.evaluations, f.warnings
      FROM input i JOIN recording r ON r.content_id = i.content_id JOIN fit f ON f.recording_id = r.id;
    CREATE VIEW constants AS
      SELECT i.setting_id, i.run, i.position, r.part, f.ordinal AS fit, e.ordinal, i.source,
        nullif(i.line, 0) AS line, r.series, f.axis, f.phase, f.model, f.verdict, f.converged, e.kind, e.name,
        e.unit, e.value, e.word, e.standard_error, e.low, e.high, e.fixed
      FROM input i JOIN recording r ON r.content_id = i.content_id JOIN fit f ON f.recording_id = r.id
        JOIN estimate e ON e.fit_id = f.id;
    CREATE VIEW failures AS
      SELECT setting_id, run, position, part, source, line, series, error, error_line, error_column
      FROM recordings WHERE error IS NOT NULL;
    -- Squares of distances from the mean: the mean of squares less the squared mean would lose their digits.
    CREATE VIEW summary AS
      SELECT setting_id, phase, model, name, unit, count(*) AS fits, avg(value) AS mean,
        CASE WHEN count(value) > 1 THEN
          sqrt(sum((value - centre) * (value - centre)) / (count(value) - 1)) END
          AS spread,
        min(value) AS least, max(value) AS largest
      FROM (
        SELECT *, avg(value) OVER (PARTITION BY setting_id, phase, model, name, unit) AS centre
        FROM constants WHERE kind = 'parameter' AND NOT fixed AND verdict <> 'fails')
      GROUP BY setting_id, phase, model, name, unit;

    """

  /// The distances of recordings from an engine.
  private static let comparisons = """
    CREATE TABLE comparison (
      recording_id INTEGER PRIMARY KEY REFERENCES recording, engine TEXT NOT NULL, verdict TEXT NOT NULL,
      phase TEXT, largest REAL, unit TEXT NOT NULL) STRICT;
    CREATE TABLE distance (
      recording_id INTEGER NOT NULL REFERENCES comparison, ordinal INTEGER NOT NULL, phase TEXT NOT NULL,
      verdict TEXT NOT NULL, largest REAL, PRIMARY KEY (recording_id, ordinal)) STRICT, WITHOUT ROWID;
    CREATE VIEW comparisons AS
      SELECT i.setting_id, i.run, i.position, r.part, i.source, nullif(i.line, 0) AS line, r.series,
        o.engine, o.verdict, o.phase, o.largest, o.unit
      FROM input i JOIN recording r ON r.content_id = i.content_id JOIN comparison o ON o.recording_id = r.id;
    CREATE VIEW distances AS
      SELECT i.setting_id, i.run, i.position, r.part, d.ordinal, i.source, nullif(i.line, 0) AS line, r.series,
        o.engine, d.phase, d.verdict, d.largest, o.unit
      FROM input i JOIN recording r ON r.content_id = i.content_id JOIN comparison o ON o.recording_id = r.id
        JOIN distance d ON d.recording_id = r.id;

    """
}

/// An error of a results database.
package enum StoreError: Error, Equatable, Sendable {
  case missing
  /// A file that is no SQLite database, or one of another program.
  case notAStore
  /// A store that another version of the program has made.
  case version(found: Int, known: Int)
  /// Another process holds it.
  case locked
  case full
  /// A disk that fails, or a file that would be larger than the process may write.
  case writeFailed
  case isFolder
  case readOnly
  /// A file that may not be read, or a folder in which nothing may be written.
  case closed
  /// A folder in which nothing may be written, with results in a write-ahead log.
  case unreadableLog
  case damaged
  /// A statement that SQLite refuses, in its words.
  case statement(String)
  /// Anything else, in SQLite's words.
  case other(String)

  init(_ error: any Error) {
    if let error = error as? StoreError {
      self = error
      return
    }
    guard let error = error as? DatabaseError else {
      self = .other("\(error)")
      return
    }
    guard scrollfit_is_write_failure(error.extendedCode) == 0 else {
      self = .writeFailed
      return
    }
    switch error.code {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: self = .readOnly
    case SQLITE_CANTOPEN: self = .closed
    case SQLITE_NOTADB: self = .notAStore
    case SQLITE_CORRUPT: self = .damaged
    case SQLITE_ERROR: self = .statement(error.message)
    default: self = .other(error.message)
    }
  }
}

/// The sentence, without the file's name, which stands before it.
extension StoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing: "no such results database"
    case .notAStore: "is not a results database of scrollfit"
    case .version(let found, let known):
      "has schema \(found); this version of scrollfit supports schema \(known): use another file"
    case .locked: "is locked by another process; the results stored until then are kept"
    case .writeFailed:
      """
      cannot be written: the disk fails, or the file is at the largest size that the process may write (ulimit -f); \
      the results stored until then are kept
      """
    case .isFolder: "is a folder, not a results database"
    case .full: "the disk is full; the results stored until then are kept"
    case .readOnly: "cannot be written: it is read-only"
    case .closed: "cannot be opened: no permission to read and write the file or its folder"
    case .unreadableLog:
      """
      its last results are in a write-ahead log (-wal), which can only be read where its folder can be written: copy \
      both files to another folder
      """
    case .damaged: "is corrupt: SQLite cannot read it"
    case .statement(let message): "SQL: \(message)"
    case .other(let message): "cannot be used: \(message)"
    }
  }
}
