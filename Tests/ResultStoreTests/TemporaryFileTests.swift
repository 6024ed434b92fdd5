import Foundation
import Testing

@testable import ResultStore

@Suite("Temporary files of a store")
struct TemporaryFileTests {
  /// SQLite's values: 0 files by default, 2 memory. Each call's changes are kept so that they can be undone; in a file that took
  /// 18 system calls a recording.
  @Test("Writing makes none, and answers that are sorted may")
  func areOfReading() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try ResultStore(writing: folder.appending(path: "s.sqlite").path)
    let sql = "SELECT temp_store FROM pragma_temp_store"
    func setting(_ row: Row) throws -> Int { try row["temp_store"] }
    for _ in 0..<2 {
      #expect(try store.write { try $0.first(sql, row: setting) } == 2)
      #expect(try store.read { try $0.first(sql, row: setting) } == 0)
    }
    try store.close()
  }
}
