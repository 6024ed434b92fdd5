import Foundation
import GRDB

/// A file of results that outlives the process: an SQLite database in write-ahead mode.
///
/// What a call has stored survives the end of the process at any moment after it. After a loss of power the file is
/// whole and may lack the last results, which the next run makes again.
package final class ResultStore: Sendable {
  private let database: DatabaseQueue

  /// Opens a store to write in it; makes it where there is none.
  ///
  /// - Parameter patience: how long another process is waited for, s.
  package init(writing path: String, patience: Double = 10) throws(StoreError) {
    // Opening a file to write changes it: what is no store stays as it is.
    if try Self.exists(path) {
      // Looking into a file that may only be read leaves a log behind that nobody can write later.
      guard FileManager.default.isReadableFile(atPath: path) else { throw .closed }
      guard FileManager.default.isWritableFile(atPath: path) else { throw .readOnly }
      // A process that ended while it made the store left a journal, which only a connection that writes rolls back.
      let found = try Self.connection(
        to: path, readonly: !Self.hasContent(path + "-journal"), patience: patience)
      do {
        try found.read { if try !Schema.isMissing($0) { try Schema.check($0) } }
        try found.close()
      } catch { throw StoreError(error) }
    }
    var configuration = Configuration()
    configuration.journalMode = .wal
    configuration.busyMode = .timeout(patience)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
    do {
      database = try DatabaseQueue(path: path, configuration: configuration)
      try database.write { try Schema.prepare($0) }
    } catch { throw StoreError(error) }
  }

  /// Opens a store to ask it.
  package init(reading path: String) throws(StoreError) {
    guard try Self.exists(path) else { throw .missing }
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
    do { try database.read { try Schema.check($0) } } catch { throw StoreError(error) }
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
    var configuration = Configuration()
    configuration.readonly = readonly
    configuration.busyMode = .timeout(patience)
    do { return try DatabaseQueue(path: path, configuration: configuration) } catch {
      throw StoreError(error)
    }
  }

  /// Closes the file; a store that nobody else has open is one file again.
  package func close() throws(StoreError) {
    do { try database.close() } catch { throw StoreError(error) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try database.write(body) } catch { throw StoreError(error) }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try database.read(body) } catch { throw StoreError(error) }
  }
}

extension ResultStore {
  /// Counts an attempt against everything that was in work when a process ended before its time.
  ///
  /// - Returns: how many contents that were.
  package func blame() throws(StoreError) -> Int {
    try write { database in
      try database.execute(
        sql: "UPDATE content SET state = 'waiting', attempts = attempts + 1 WHERE state = 'begun'")
      return database.changesCount
    }
  }
}
