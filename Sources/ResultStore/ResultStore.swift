import Foundation
import Synchronization

/// A file of results that outlives the process: an SQLite database in write-ahead mode.
///
/// Calls that store share transactions: one ends a tenth of a second after its beginning, or after a thousand calls. The end of
/// the process at any moment loses the calls of the last one at most, and a loss of power the last results; the file is whole, and
/// the next run makes again what is missing.
package final class ResultStore: Sendable {
  private let database: DatabaseQueue
  private let transaction: Mutex<SharedTransaction>
  let isReader: Bool

  /// Opens a store to write in it; makes it where there is none.
  ///
  /// - Parameters:
  ///   - patience: how long another process is waited for, s.
  ///   - isCautious: true if every call has a transaction of its own: the file then shows what was in work when the process ended.
  package init(writing path: String, patience: Double = 10, isCautious: Bool = false) throws(StoreError) {
    transaction = Mutex(SharedTransaction(limit: isCautious ? 1 : 1000))
    isReader = false
    // Opening a file to write changes it: what is no store stays as it is.
    if try Self.exists(path) {
      // Looking into a file that may only be read leaves a log behind that nobody can write later.
      guard FileManager.default.isReadableFile(atPath: path) else { throw .closed }
      guard FileManager.default.isWritableFile(atPath: path) else { throw .readOnly }
      // A process that ended while it made the store left a journal, which only a connection that writes rolls back.
      let found = try Self.connection(
        to: path, readonly: !Self.hasContent(path + "-journal"), patience: patience)
      do {
        try found.use { if try !Schema.isMissing($0) { try Schema.check($0) } }
        try found.close()
      } catch { throw StoreError(error) }
    }
    database = try Self.connection(to: path, readonly: false, patience: patience)
    do {
      try database.use { database in
        try database.execute(
          "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
        try database.transaction(Schema.prepare)
      }
    } catch { throw StoreError(error) }
  }

  /// Opens a store to ask it.
  package init(reading path: String) throws(StoreError) {
    guard try Self.exists(path) else { throw .missing }
    transaction = Mutex(SharedTransaction(limit: 1))
    isReader = true
    do { database = try Self.checkedReader(of: path) } catch {
      // SQLite reads a database in write-ahead mode only with files beside it, which it makes where they are missing.
      guard error == .readOnly || error == .closed, FileManager.default.isReadableFile(atPath: path) else {
        throw error
      }
      guard !Self.hasContent(path + "-wal") else { throw .unreadableLog }
      let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
      database = try Self.checkedReader(of: "file:\(name)?immutable=1")
    }
  }

  private static func exists(_ path: String) throws(StoreError) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard !isFolder.boolValue else { throw .isFolder }
    return exists
  }

  private static func checkedReader(of path: String) throws(StoreError) -> DatabaseQueue {
    let database = try connection(to: path)
    do { try database.use { try Schema.check($0) } } catch { throw StoreError(error) }
    return database
  }

  /// Returns true if there is such a file and it is not empty: SQLite's log or journal beside a store.
  private static func hasContent(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? Int ?? 0) > 0
  }

  private static func connection(
    to path: String, readonly: Bool = true, patience: Double = 10
  ) throws(StoreError) -> DatabaseQueue {
    do { return try DatabaseQueue(path: path, isReader: readonly, patience: patience) } catch {
      throw StoreError(error)
    }
  }

  deinit { try? commit() }

  /// Closes the file; a store that nobody else has open is one file again.
  package func close() throws(StoreError) {
    try commit()
    do { try database.close() } catch { throw StoreError(error) }
  }

  /// Ends the transaction that calls share.
  func commit() throws(StoreError) {
    guard !isReader else { return }
    try inWork { try commit($0) }
  }

  private func commit(_ database: Database) throws {
    guard try database.isInsideTransaction else { return }
    transaction.withLock { $0.calls = 0 }
    try database.run("COMMIT")
  }

  /// Stores by a body whose changes stay or go together: what it throws undoes the transaction with the calls that share it.
  ///
  /// A savepoint for each call would keep the others, at the cost of a copy of every page that it changes. Whoever stores ends with
  /// the first error, as with the end of the process.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try inWork { database in
      if try !database.isInsideTransaction {
        try database.run("BEGIN IMMEDIATE")
        endLater()
      }
      let value = try database.undoing(body)
      if transaction.withLock({ $0.isFullAfterCall() }) { try commit(database) }
      return value
    }
  }

  /// Ends the transaction after a while, however long no call follows; the next call throws its error.
  private func endLater() {
    DispatchQueue.global().asyncAfter(deadline: .now() + SharedTransaction.duration) { [weak self] in
      try? self?.commit()
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    // What was stored before an error can still be asked for.
    if transaction.withLock({ $0.failure == nil }) { try commit() }
    do { return try database.use(body) } catch { throw StoreError(error) }
  }

  /// Works on a store that is written to.
  ///
  /// An error that has undone the transaction is thrown again by every later call: nothing can build on what other calls put into
  /// it.
  private func inWork<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      return try database.use { database in
        if let failure = transaction.withLock({ $0.failure }) { throw failure }
        do { return try body(database) } catch {
          let failure = StoreError(error)
          if try !database.isInsideTransaction { transaction.withLock { $0.failure = failure } }
          throw failure
        }
      }
    } catch { throw StoreError(error) }
  }
}

/// The transaction that calls share.
private struct SharedTransaction {
  /// s.
  static let duration = 0.1

  /// The calls that one transaction has at most.
  let limit: Int
  var calls = 0
  /// The error that undid it.
  var failure: StoreError?

  init(limit: Int) { self.limit = limit }

  /// Counts a call; true if the transaction is to end with it.
  mutating func isFullAfterCall() -> Bool {
    calls += 1
    return calls >= limit
  }
}

extension ResultStore {
  /// Counts an attempt against everything that was in work when a process ended before its time.
  ///
  /// - Returns: how many contents that were.
  package func blame() throws(StoreError) -> Int { try waitAgain(attempts: 1) }

  /// Makes everything wait again that was in work when a process ended before its time.
  package func release() throws(StoreError) { _ = try waitAgain(attempts: 0) }

  private func waitAgain(attempts: Int) throws(StoreError) -> Int {
    try write { database in
      try database.run(
        "UPDATE content SET state = 'waiting', attempts = attempts + ? WHERE state = 'begun'",
        [.init(attempts)])
      return try database.changes
    }
  }
}

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
  ///   - isWanted: asked every few milliseconds, also while no row is found; once it is false, the statement ends with an error.
  ///   - columns: takes the names of the answer's columns, once, before any row.
  ///   - row: takes a row, in the answer's order; rows are not kept.
  /// - Throws: ``StoreError``, and what `columns` and `row` throw.
  package func ask(
    _ sql: String, while isWanted: () -> Bool = { true }, columns: ([String]) throws -> Void,
    row: ([StoredValue]) throws -> Void
  ) throws {
    var ended: (any Error)?
    try read { database in
      // Only SQLite's own errors become a StoreError.
      do { try database.ask(sql, while: isWanted, columns: columns, row: row) } catch let error
        as DatabaseError
      {
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
