import CSQLite

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
    case .locked: "is locked by another process; finished results are stored"
    case .writeFailed:
      """
      cannot be written: the disk fails, or the file is at the largest size that the process may write (ulimit -f); \
      finished results are stored
      """
    case .isFolder: "is a folder, not a results database"
    case .full: "the disk is full; finished results are stored"
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
