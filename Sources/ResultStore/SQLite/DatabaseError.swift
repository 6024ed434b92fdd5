import CSQLite

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
