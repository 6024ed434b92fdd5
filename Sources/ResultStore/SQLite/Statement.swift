import CSQLite

/// A prepared statement.
final class Statement {
  private let connection: OpaquePointer
  private let handle: OpaquePointer

  /// - Throws: ``DatabaseError`` for text that is no statement, or more than one.
  init(_ sql: String, _ connection: OpaquePointer) throws(DatabaseError) {
    let text = Array(sql.utf8)
    let (first, count) = try Self.prepared(text[...], connection)
    guard let first else { throw DatabaseError(SQLITE_ERROR, "there is no statement") }
    self.connection = connection
    handle = first
    // A comment or a semicolon may follow.
    if let second = try Self.prepared(text.dropFirst(count), connection).handle {
      sqlite3_finalize(second)
      throw DatabaseError(SQLITE_ERROR, "there is more than one statement")
    }
  }

  /// The first statement of a text, nil where there is none, and the length of its part of the text.
  private static func prepared(
    _ text: ArraySlice<UInt8>, _ connection: OpaquePointer
  ) throws(DatabaseError) -> (handle: OpaquePointer?, count: Int) {
    var handle: OpaquePointer?
    var count = text.count
    let result = text.withUnsafeBytes { text in
      let start = text.assumingMemoryBound(to: CChar.self).baseAddress
      var end: UnsafePointer<CChar>?
      let result = sqlite3_prepare_v2(connection, start, Int32(clamping: text.count), &handle, &end)
      if let start, let end { count = end - start }
      return result
    }
    guard result == SQLITE_OK else { throw DatabaseError(connection, result) }
    return (handle, count)
  }

  deinit { sqlite3_finalize(handle) }

  /// True if it leaves the database as it is.
  var isReader: Bool { sqlite3_stmt_readonly(handle) != 0 }

  private(set) lazy var columns: [String] = (0..<sqlite3_column_count(handle)).map { position in
    sqlite3_column_name(handle, position).map { String(cString: $0) } ?? ""
  }

  /// Values bound to a statement's places, from the first on.
  struct Binding {
    fileprivate var count: Int32 = 0
    /// That of the first value that could not be bound.
    fileprivate var result = SQLITE_OK
  }

  /// Binds a value to the next place.
  func bind(_ value: StoredValue, _ binding: inout Binding) {
    binding.count += 1
    let result = bind(value, binding.count)
    if binding.result == SQLITE_OK { binding.result = result }
  }

  /// Binds values to the places of a statement and runs it; each row is lent to a body.
  func run(_ values: [StoredValue], row: (Row) throws -> Void = { _ in }) throws {
    var binding = Binding()
    for value in values { bind(value, &binding) }
    try run(binding, row: row)
  }

  /// Runs a statement whose places have values; each row is lent to a body.
  func run(_ binding: Binding, row: (Row) throws -> Void = { _ in }) throws {
    defer { sqlite3_reset(handle) }
    let count = sqlite3_bind_parameter_count(handle)
    guard binding.count == count else {
      throw DatabaseError(SQLITE_RANGE, "\(binding.count) values for \(count) places")
    }
    guard binding.result == SQLITE_OK else { throw DatabaseError(connection, binding.result) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try row(Row(self))
      case SQLITE_DONE: return
      case let result: throw DatabaseError(connection, result)
      }
    }
  }

  private func bind(_ value: StoredValue, _ position: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, position)
    case .integer(let integer): return sqlite3_bind_int64(handle, position, integer)
    case .number(let number): return sqlite3_bind_double(handle, position, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          // No address would be NULL.
          bytes.baseAddress.map { scrollfit_bind_text(handle, position, $0, UInt64(bytes.count)) }
            ?? scrollfit_bind_text(handle, position, "", 0)
        }
      }
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { bytes in
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(handle, position, 0)
          : scrollfit_bind_blob(handle, position, bytes.baseAddress, UInt64(bytes.count))
      }
    }
  }

  fileprivate func value(_ position: Int32) -> StoredValue {
    switch sqlite3_column_type(handle, position) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, position))
    case SQLITE_FLOAT: return .number(sqlite3_column_double(handle, position))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(handle, position)
      let count = Int(sqlite3_column_bytes(handle, position))
      return .text(
        String(decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(handle, position)
      let count = Int(sqlite3_column_bytes(handle, position))
      return .bytes(Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
    default: return .null
    }
  }
}

/// A row that is inserted: each value is bound to the place of its column, so that neither can lose it.
struct NewRow {
  /// Nil while the columns are listed that the insertion is made of.
  private let statement: Statement?
  fileprivate(set) var binding = Statement.Binding()
  private(set) var columns: [String] = []

  init(_ statement: Statement?) { self.statement = statement }

  mutating func set(_ column: StaticString, _ value: StoredValue) {
    if let statement { statement.bind(value, &binding) } else { columns.append("\(column)") }
  }
}

/// The row that a statement stands at; gone with the next one.
struct Row {
  private let statement: Statement

  fileprivate init(_ statement: Statement) { self.statement = statement }

  var values: [StoredValue] { statement.columns.indices.map { statement.value(Int32($0)) } }

  /// The field of a column.
  ///
  /// - Throws: ``DatabaseError`` where there is no such column, or its field has another type.
  subscript<Value: ColumnValue>(_ name: String) -> Value {
    get throws(DatabaseError) {
      guard let position = statement.columns.firstIndex(of: name),
        let value = Value(statement.value(Int32(position)))
      else {
        throw DatabaseError(SQLITE_MISMATCH, "the column \(name) is missing or of another type")
      }
      return value
    }
  }
}

/// A field of a row, as SQLite stores it.
package enum StoredValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case number(Double)
  case text(String)
  case bytes([UInt8])
}

extension StoredValue {
  init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
  init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
  init(_ value: String?) { self = value.map { .text($0) } ?? .null }
  init(_ value: Bool) { self = .integer(value ? 1 : 0) }

  /// A number that is not finite is stored as NULL.
  init(_ value: Double?) { self = value.flatMap { $0.isFinite ? .number($0) : nil } ?? .null }
}

/// A value that a column is read as.
protocol ColumnValue {
  /// Nil for a field of another type.
  init?(_ stored: StoredValue)
}

extension Int: ColumnValue {
  init?(_ stored: StoredValue) {
    switch stored {
    case .integer(let integer): self.init(exactly: integer)
    // SQL's total() is a number.
    case .number(let number): self.init(exactly: number)
    default: return nil
    }
  }
}

extension Int64: ColumnValue {
  init?(_ stored: StoredValue) {
    guard case .integer(let integer) = stored else { return nil }
    self = integer
  }
}

extension Double: ColumnValue {
  init?(_ stored: StoredValue) {
    switch stored {
    case .integer(let integer): self.init(integer)
    case .number(let number): self = number
    default: return nil
    }
  }
}

extension String: ColumnValue {
  init?(_ stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    self = text
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  init?(_ stored: StoredValue) {
    if case .null = stored {
      self = .none
    } else {
      guard let value = Wrapped(stored) else { return nil }
      self = value
    }
  }
}
