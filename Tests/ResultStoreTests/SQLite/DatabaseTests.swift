import CSQLite
import Foundation
import Testing

@testable import ResultStore

final class DatabaseTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "database-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func opened(isReader: Bool = false) throws -> DatabaseQueue {
    try DatabaseQueue(path: folder.appending(path: "d.sqlite").path, isReader: isReader)
  }

  @Test(
    "What is stored is read again",
    arguments: [
      .null, .integer(.min), .integer(.max), .number(0.1), .number(-0.0), .text(""), .text("é\u{0}\"'"),
      .bytes([]), .bytes([0, 255]),
    ] as [StoredValue])
  func values(_ value: StoredValue) throws {
    try opened().use { database in
      try database.execute("CREATE TABLE a (b)")
      #expect(try database.add("a") { $0.set("b", value) } == 1)
      let stored = try database.all("SELECT b FROM a") { $0.values }
      let bound = try database.all("SELECT ? AS b", [value]) { $0.values }
      #expect(stored == [[value]] && bound == [[value]])
    }
  }

  @Test("A number that is not finite is stored as NULL", arguments: [Double.nan, .infinity, nil])
  func notFinite(_ number: Double?) { #expect(StoredValue(number) == .null) }

  @Test("A field is read as its type, and as no other")
  func columns() throws {
    func read<Value: ColumnValue>(_ name: String, as type: Value.Type) throws -> Value {
      try opened().use {
        try $0.first("SELECT 1 AS i, 2.5 AS r, 't' AS t, NULL AS n") { row in try row[name] }
      }
    }
    #expect(try read("i", as: Int.self) == 1)
    #expect(try read("i", as: Int64.self) == 1)
    #expect(try read("i", as: Double.self) == 1)
    #expect(try read("r", as: Double.self) == 2.5)
    #expect(try read("t", as: String.self) == "t")
    #expect(try read("t", as: String?.self) == "t")
    #expect(try read("n", as: Int?.self) == nil)
    #expect(throws: DatabaseError.self) { try read("t", as: Int.self) }
    #expect(throws: DatabaseError.self) { try read("r", as: Int.self) }
    #expect(throws: DatabaseError.self) { try read("n", as: String.self) }
    #expect(throws: DatabaseError.self) { try read("i", as: String?.self) }
    #expect(throws: DatabaseError.self) { try read("none", as: Int.self) }
  }

  @Test(
    "SQL that is no single statement is refused",
    arguments: ["", " -- nothing", "SELECT 1; SELECT 2", "SELECT 1; nonsense", "SELECT \"nothing\"", "SELEC"])
  func statements(_ sql: String) throws {
    let error = #expect(throws: DatabaseError.self) { try opened().use { try $0.run(sql) } }
    #expect(error?.code == SQLITE_ERROR)
  }

  @Test(
    "A comment or a semicolon may end a statement",
    arguments: ["SELECT 1;", "SELECT 1 -- one", "SELECT 1; /* one */ ;"])
  func ends(_ sql: String) throws {
    let rows = try opened().use { try $0.all(sql) { $0.values } }
    #expect(rows == [[.integer(1)]])
  }

  @Test("As many values are bound as there are places")
  func positions() throws {
    for values in [[], [StoredValue.null, .null]] {
      let error = #expect(throws: DatabaseError.self) { try opened().use { try $0.run("SELECT ?", values) } }
      #expect(error?.code == SQLITE_RANGE)
    }
  }

  @Test("What a failed transaction has changed is undone")
  func undone() throws {
    let queue = try opened()
    func addTwice(_ number: Int, _ database: Database) throws {
      for _ in 0..<2 { try database.add("a") { $0.set("b", .init(number)) } }
    }
    func numbers() throws -> [Int] { try queue.use { try $0.all("SELECT b FROM a") { row in try row["b"] } } }
    try queue.use { database in
      try database.execute("CREATE TABLE a (b UNIQUE)")
      try database.transaction { try $0.add("a") { $0.set("b", .integer(1)) } }
    }
    #expect(try numbers() == [1])
    #expect(throws: DatabaseError.self) { try queue.use { try $0.transaction { try addTwice(3, $0) } } }
    #expect(try numbers() == [1])
    let (isInside, changes) = try queue.use { database in
      let isInside = try database.isInsideTransaction
      try database.run("UPDATE a SET b = 5")
      return (isInside, try database.changes)
    }
    #expect(!isInside && changes == 1)
  }

  @Test("A file that is closed, missing or only read refuses with SQLite's code")
  func refusals() throws {
    #expect(throws: DatabaseError.self) { try opened(isReader: true) }
    let queue = try opened()
    try queue.use { try $0.execute("CREATE TABLE a (b)") }
    try queue.close()
    let closed = #expect(throws: DatabaseError.self) { try queue.use { try $0.run("SELECT 1") } }
    #expect(closed?.code == SQLITE_MISUSE)
    let reader = try opened(isReader: true)
    let error = #expect(throws: DatabaseError.self) {
      try reader.use { try $0.run("INSERT INTO a VALUES (1)") }
    }
    #expect(error?.code == SQLITE_READONLY)
  }
}
