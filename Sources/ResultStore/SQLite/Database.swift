import CSQLite
import Foundation

/// An SQLite file that threads take turns with.
///
/// Unchecked: the database is used under the lock alone. It is lent to bodies, all of this module, which keep neither it nor a row.
final class DatabaseQueue: @unchecked Sendable {
  private let turn = NSLock()
  private let database: Database

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: a path, or a URI `file:…`.
  ///   - patience: how long a lock of another process is waited for, s.
  /// - Throws: ``DatabaseError``.
  init(path: String, isReader: Bool = false, patience: Double = 0) throws(DatabaseError) {
    database = try Database(path: path, isReader: isReader, patience: patience)
  }

  /// Lends the database.
  func use<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
    turn.lock()
    defer { turn.unlock() }
    return try body(database)
  }

  /// Closes the file; what is asked of it later throws.
  func close() throws(DatabaseError) {
    turn.lock()
    defer { turn.unlock() }
    try database.close()
  }
}

/// A connection to an SQLite file, for one thread at a time, with the statements that are prepared on it.
final class Database {
  private var handle: OpaquePointer?
  private var statements: [String: Statement] = [:]
  /// Bytes of a value that a query makes: no stored one has as many, and a row of it is held several times.
  private static let maximumLength: Int32 = 1 << 24
  private static let isConfigured: Void = scrollfit_count_no_memory()

  fileprivate init(path: String, isReader: Bool, patience: Double) throws(DatabaseError) {
    _ = Self.isConfigured
    let access = isReader ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let result = sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    guard result == SQLITE_OK else { throw DatabaseError(handle, result) }
    sqlite3_extended_result_codes(handle, 1)
    scrollfit_take_names_for_names(handle)
    if isReader { sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.maximumLength) }
    sqlite3_busy_timeout(handle, Int32(clamping: Int64(1000 * patience)))
  }

  deinit { try? close() }

  fileprivate func close() throws(DatabaseError) {
    statements = [:]
    let result = sqlite3_close(handle)
    guard result == SQLITE_OK else { throw DatabaseError(handle, result) }
    handle = nil
  }

  private func opened() throws(DatabaseError) -> OpaquePointer {
    guard let handle else { throw DatabaseError(SQLITE_MISUSE, "the file is closed") }
    return handle
  }

  /// The statement that a key stands for, prepared when it is first asked for.
  private func statement(_ key: String, _ sql: () -> String) throws(DatabaseError) -> Statement {
    if let statement = statements[key] { return statement }
    let statement = try Statement(sql(), opened())
    statements[key] = statement
    return statement
  }

  /// Runs statements without values, one after the other.
  func execute(_ script: String) throws(DatabaseError) {
    let handle = try opened()
    let result = sqlite3_exec(handle, script, nil, nil, nil)
    guard result == SQLITE_OK else { throw DatabaseError(handle, result) }
  }

  /// Runs a statement, which stays prepared; each row is lent to a body.
  func run(_ sql: String, _ values: [StoredValue] = [], row: (Row) throws -> Void = { _ in }) throws {
    try statement(sql) { sql }.run(values, row: row)
  }

  /// The answer of a statement, a value for each row.
  func all<Value>(_ sql: String, _ values: [StoredValue] = [], row: (Row) throws -> Value) throws
    -> [Value]
  {
    var answer: [Value] = []
    try run(sql, values) { answer.append(try row($0)) }
    return answer
  }

  /// The first row of a statement's answer.
  ///
  /// - Throws: ``DatabaseError`` also where there is none.
  func first<Value>(_ sql: String, _ values: [StoredValue] = [], row: (Row) throws -> Value) throws
    -> Value
  {
    guard let first = try all(sql, values, row: row).first else {
      throw DatabaseError(SQLITE_MISMATCH, "nothing answers: \(sql)")
    }
    return first
  }

  /// Asks by a statement that must not write; `columns` takes its columns' names before any row.
  ///
  /// - Parameter isWanted: asked every few milliseconds, also between rows; once it is false, the statement ends with `SQLITE_INTERRUPT`.
  func ask(
    _ sql: String, while isWanted: () -> Bool, columns: ([String]) throws -> Void,
    row: ([StoredValue]) throws -> Void
  ) throws {
    let statement = try Statement(sql, opened())
    guard statement.isReader else { throw StoreError.statement("a query only reads, and this would write") }
    try columns(statement.columns)
    try run(while: isWanted) { try statement.run([]) { try row($0.values) } }
  }

  /// Operations of SQLite's virtual machine between two calls of its progress handler: some milliseconds.
  private static let pollInterval: Int32 = 1 << 18

  /// Runs a body whose statements end with `SQLITE_INTERRUPT` once they are not wanted.
  private func run(while isWanted: () -> Bool, _ body: () throws -> Void) throws {
    let handle = try opened()
    try withoutActuallyEscaping(isWanted) { isWanted in
      var isWanted = isWanted
      try withUnsafeMutablePointer(to: &isWanted) { pointer in
        sqlite3_progress_handler(
          handle, Self.pollInterval,
          { $0?.assumingMemoryBound(to: (() -> Bool).self).pointee() == false ? 1 : 0 }, pointer)
        defer { sqlite3_progress_handler(handle, 0, nil, nil) }
        try body()
      }
    }
  }

  /// Inserts a row. All rows of a table have the same columns.
  ///
  /// - Parameter fill: sets the columns, in the same order each time; for the first row it is asked for their names first.
  /// - Returns: the row's number.
  @discardableResult
  func add(_ table: String, _ fill: (inout NewRow) -> Void) throws -> Int64 {
    let insertion = try statement(table) {
      var row = NewRow(nil)
      fill(&row)
      let positions = row.columns.map { _ in "?" }.joined(separator: ", ")
      return "INSERT INTO \(table) (\(row.columns.joined(separator: ", "))) VALUES (\(positions))"
    }
    var row = NewRow(insertion)
    fill(&row)
    try insertion.run(row.binding)
    return try lastRow
  }

  /// The number of the row that was inserted last.
  var lastRow: Int64 { get throws(DatabaseError) { sqlite3_last_insert_rowid(try opened()) } }

  /// The number of rows that the last statement changed.
  var changes: Int { get throws(DatabaseError) { Int(sqlite3_changes64(try opened())) } }

  /// True after a transaction has begun, unless an error has undone it.
  var isInsideTransaction: Bool {
    get throws(DatabaseError) { sqlite3_get_autocommit(try opened()) == 0 }
  }

  /// Keeps all that a body changes, or nothing; no other process writes meanwhile.
  func transaction(_ body: (Database) throws -> Void) throws {
    try run("BEGIN IMMEDIATE")
    try undoing {
      try body($0)
      try run("COMMIT")
    }
  }

  /// Runs a body in a transaction, which what it throws undoes.
  func undoing<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do { return try body(self) } catch {
      // An error like that of a full disk has undone it already.
      if try isInsideTransaction { try run("ROLLBACK") }
      throw error
    }
  }
}

/// An error that SQLite reports.
struct DatabaseError: Error {
  /// The extended result code (<https://sqlite.org/rescode.html>).
  let extendedCode: Int32
  let message: String

  /// The primary result code.
  var code: Int32 { extendedCode & 0xFF }

  init(_ extendedCode: Int32, _ message: String) {
    self.extendedCode = extendedCode
    self.message = message
  }

  /// The last error of a connection; where none could be made, what a code means.
  init(_ connection: OpaquePointer?, _ result: Int32) {
    let message = connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(result)
    self.init(
      connection.map { sqlite3_extended_errcode($0) } ?? result, message.map { String(cString: $0) } ?? "")
  }
}
