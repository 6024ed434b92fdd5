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
