import Foundation
import ScrollAnalysis
import Testing

@testable import ResultStore

final class ResultStoreTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String = "s.sqlite") -> String { folder.appending(path: name).path }

  private func entry(_ position: Int, _ source: String = "a.csv") -> BatchEntry {
    BatchEntry(position: position, source: source, content: .file)
  }

  private let failed = [BatchRecord(.init("nothing moves", line: 3))]

  private func begun(_ admission: StoreRun.Admission) throws -> Int64 {
    guard case .begun(let content) = admission else {
      Issue.record("\(admission)")
      throw StoreError.missing
    }
    return content
  }

  private func rows(_ sql: String, of store: ResultStore) throws -> [[StoredValue]] {
    var rows: [[StoredValue]] = []
    try store.ask(sql, columns: { _ in }, row: { rows.append($0) })
    return rows
  }

  @Test("A store whose making was interrupted is made again")
  func anInterruptedMakingIsRolledBack() throws {
    // Copied while a transaction is open, as a killed process leaves the two files.
    let open = try DatabaseQueue(path: path("open.sqlite"))
    try open.use { database in
      try database.execute(
        """
        PRAGMA cache_size = 2; CREATE TABLE filler (text); BEGIN IMMEDIATE;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO filler SELECT hex(randomblob(40)) FROM n;
        """)
      for ending in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: path("open.sqlite\(ending)"), toPath: path("foreign.sqlite\(ending)"))
      }
      try database.execute("ROLLBACK; DROP TABLE filler; BEGIN IMMEDIATE; CREATE TABLE filler (text);")
      try database.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO filler SELECT hex(randomblob(40)) FROM n;
        """)
      for ending in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: path("open.sqlite\(ending)"), toPath: path("s.sqlite\(ending)"))
      }
      try database.execute("ROLLBACK")
    }
    #expect(throws: StoreError.notAStore) { try ResultStore(writing: self.path("foreign.sqlite")) }
    let store = try ResultStore(writing: path())
    #expect(try rows("SELECT count(*) FROM recordings", of: store) == [[.integer(0)]])
  }

  @Test func whatIsDoneIsKnownByItsContentAndTheOptions() throws {
    let store = try ResultStore(writing: path())
    let run = try StoreRun(store, version: "1", options: "")
    let content = try begun(run.admit(entry(0), hash: [1]))
    #expect(try run.admit(entry(1, "b.csv"), hash: [1]) == .shared)
    try run.finish(content, failed)
    let again = try StoreRun(store, version: "1", options: "")
    // Under another name as well; with other options or another version not.
    #expect(
      try again.admit(entry(0, "c.csv"), hash: [1])
        == .known(recordings: 1, failed: 1, incomplete: 1, problems: failed))
    _ = try begun(again.admit(entry(1), hash: [2]))
    _ = try begun(StoreRun(store, version: "1", options: "--model bounce").admit(entry(0), hash: [1]))
    _ = try begun(StoreRun(store, version: "2", options: "").admit(entry(0), hash: [1]))
    let count = try rows("SELECT count(*) FROM recording", of: store)
    #expect(count == [[.integer(1)]])
  }

  /// A second connection sees what a kill would leave.
  @Test("A transaction ends after a tenth of a second, and a cautious store's with every call")
  func callsShareTransactions() async throws {
    func stored(_ name: String, isCautious: Bool) async throws -> (after: Int, later: Int) {
      let path = path("\(name).sqlite")
      let store = try ResultStore(writing: path, isCautious: isCautious)
      let run = try StoreRun(store, version: "1", options: "")
      try store.commit()
      for number in UInt8(0)..<20 {
        try run.finish(begun(run.admit(entry(Int(number)), hash: [number])), failed)
      }
      let count = {
        try DatabaseQueue(path: path, isReader: true).use {
          try $0.first("SELECT count(*) AS count FROM recording") { row throws -> Int in try row["count"] }
        }
      }
      let after = try count()
      for _ in 0..<1200 where try count() < 20 { try await Task.sleep(for: .milliseconds(50)) }
      let later = try count()
      try store.close()
      return (after, later)
    }
    #expect(try await stored("cautious", isCautious: true) == (20, 20))
    // A thread that has to wait for its turn may see the count only after the tenth of a second.
    var shared: (after: Int, later: Int)
    var attempts = 0
    repeat {
      shared = try await stored("shared\(attempts)", isCautious: false)
      attempts += 1
    } while shared.after == 20 && attempts < 50
    #expect(shared.after < 20 && shared.later == 20)
  }

  @Test("A call that fails undoes its transaction alone, and every later call throws its error")
  func failedCall() throws {
    struct Refused: Error {}
    let store = try ResultStore(writing: path())
    let run = try StoreRun(store, version: "1", options: "")
    try run.finish(begun(run.admit(entry(0), hash: [1])), failed)
    try store.commit()
    let content = try begun(run.admit(entry(1), hash: [2]))
    #expect(throws: StoreError.self) {
      try store.write { database in
        try database.execute("DELETE FROM recording")
        throw Refused()
      }
    }
    #expect(throws: StoreError.other("\(Refused())")) { try run.finish(content, failed) }
    #expect(throws: StoreError.other("\(Refused())")) { try store.close() }
    let reader = try ResultStore(reading: path())
    #expect(try rows("SELECT count(*) FROM recording", of: reader) == [[.integer(1)]])
    #expect(try rows("SELECT hash FROM content", of: reader) == [[.bytes([1])]])
  }

  /// The input that ends the process is marked as failed; one that was only beside it is not, because it is tried again alone.
  @Test func aContentThatEndsTheProcessTwiceIsLeftOut() throws {
    let store = try ResultStore(writing: path())
    var run = try StoreRun(store, version: "1", options: "")
    _ = try begun(run.admit(entry(0), hash: [1]))
    _ = try begun(run.admit(entry(1, "b.csv"), hash: [2]))
    #expect(try store.blame() == 2)
    run = try StoreRun(store, version: "1", options: "")
    #expect(try run.admit(entry(0), hash: [1]) == .suspect)
    #expect(try run.admit(entry(1, "b.csv"), hash: [2]) == .suspect)
    try run.finish(try begun(run.admit(entry(0), hash: [1], alone: true)), failed)
    _ = try begun(run.admit(entry(1, "b.csv"), hash: [2], alone: true))
    #expect(try store.blame() == 1)
    run = try StoreRun(store, version: "1", options: "")
    #expect(
      try run.admit(entry(1, "b.csv"), hash: [2])
        == .known(recordings: 1, failed: 1, incomplete: 1, problems: [BatchRecord(.endedProcess(times: 2))]))
    let error = try rows("SELECT error FROM failures WHERE source = 'b.csv'", of: store)
    #expect(error == [[.text("ended the process 2 times while it was in work: left out")]])
  }

  /// A process that others end says nothing of its recordings.
  @Test func whatWasInWorkAtTheEndOfAProcessWaitsAgain() throws {
    let store = try ResultStore(writing: path())
    for _ in 0..<4 {
      let run = try StoreRun(store, version: "1", options: "")
      _ = try begun(run.admit(entry(0), hash: [1]))
    }
  }

  @Test func aSourceWithoutContentIsAFailureUntilItHasOne() throws {
    let store = try ResultStore(writing: path())
    var run = try StoreRun(store, version: "1", options: "")
    try run.fail(entry(0), .init("no such file"))
    #expect(try run.outcome() == (1, 1, 1))
    run = try StoreRun(store, version: "1", options: "")
    try run.finish(try begun(run.admit(entry(0), hash: [1])), [])
    #expect(try rows("SELECT * FROM failures", of: store).isEmpty)
  }

  @Test func aQueryOnlyReads() throws {
    try ResultStore(writing: path()).close()
    let store = try ResultStore(reading: path())
    #expect(throws: StoreError.statement("a query only reads, and this would write")) {
      try rows("DELETE FROM fit", of: store)
    }
    #expect(throws: StoreError.self) { try rows("SELECT nothing", of: store) }
    #expect(throws: CancellationError.self) {
      try store.ask("SELECT 1", columns: { _ in throw CancellationError() }, row: { _ in })
    }
  }

  // MARK: Files that are no store

  @Test("All views of an export are of one moment")
  func exportIsASnapshot() throws {
    let store = try ResultStore(writing: path(), isCautious: true)
    let run = try StoreRun(store, version: "1", options: "")
    try run.finish(begun(run.admit(entry(0), hash: [1])), failed)
    let reader = try ResultStore(reading: path())
    var counts: [String: Int] = [:]
    var view = ""
    try reader.export(
      columns: { name, _ in
        view = name
        counts[name] = 0
        // Another process stores while the rows are read.
        let position = counts.count
        let other = self.entry(position, "\(position).csv")
        try run.finish(self.begun(run.admit(other, hash: [UInt8(position + 1)])), self.failed)
      },
      row: { _ in counts[view, default: 0] += 1 })
    #expect(counts["recordings"] == 1 && counts.count > 2)
    #expect(try rows("SELECT count(*) FROM recordings", of: reader) == [[.integer(Int64(counts.count + 1))]])
    // The rows of recordings come first: the last view is asked of the same moment.
    var sources: [StoredValue] = []
    try reader.export(
      columns: { name, _ in view = name }, row: { if view == "recordings" { sources.append($0[0]) } })
    #expect(sources.count == counts.count + 1)
  }

  @Test func whatIsNoStoreStaysAsItIs() throws {
    #expect(throws: StoreError.missing) { try ResultStore(reading: path("none")) }
    try Data("t,y\n0,1\n".utf8).write(to: URL(filePath: path("text")))
    let other = try DatabaseQueue(path: path("other"))
    try other.use { try $0.execute("CREATE TABLE a (b)") }
    try other.close()
    for name in ["text", "other"] {
      let before = try Data(contentsOf: URL(filePath: path(name)))
      #expect(throws: StoreError.notAStore) { try ResultStore(reading: path(name)) }
      #expect(throws: StoreError.notAStore) { try ResultStore(writing: path(name)) }
      #expect(try Data(contentsOf: URL(filePath: path(name))) == before)
    }
  }

  @Test func anotherVersionIsNamed() throws {
    try ResultStore(writing: path()).close()
    let queue = try DatabaseQueue(path: path())
    try queue.use { try $0.execute("PRAGMA user_version = 7") }
    try queue.close()
    let error = StoreError.version(found: 7, known: 2)
    #expect(throws: error) { try ResultStore(writing: path()) }
    #expect(throws: error) { try ResultStore(reading: path()) }
    #expect(error.description.contains("schema 7"))
  }

  @Test("A store of version 1 can be read, and gets the tables of version 2 when it is written to")
  func versionOneIsExtended() throws {
    try ResultStore(writing: path()).close()
    let queue = try DatabaseQueue(path: path())
    try queue.use {
      try $0.execute(
        """
        DROP VIEW comparisons; DROP VIEW distances; DROP TABLE distance; DROP TABLE comparison;
        PRAGMA user_version = 1
        """)
    }
    try queue.close()
    let old = try ResultStore(reading: path())
    var views: [String] = []
    try old.export(columns: { view, _ in views.append(view) }, row: { _ in })
    #expect(views == ["recordings", "facts", "phases", "fits", "constants"])
    try old.close()
    try ResultStore(writing: path()).close()
    #expect(try rows("SELECT * FROM comparisons", of: ResultStore(reading: path())).isEmpty)
  }

  @Test func aStoreThatIsLockedIsNamed() throws {
    let store = try ResultStore(writing: path())
    try store.close()
    let queue = try DatabaseQueue(path: path())
    try queue.use { database in
      try database.execute("BEGIN IMMEDIATE")
      #expect(throws: StoreError.locked) {
        try StoreRun(ResultStore(writing: path(), patience: 0.05), version: "1", options: "")
      }
      try database.execute("ROLLBACK")
    }
    _ = try StoreRun(ResultStore(writing: path()), version: "1", options: "")
  }

  /// A store that cannot grow says so, also to calls that build on what was undone with the transaction, and keeps what it has.
  @Test func aFullDiskIsNamed() throws {
    let store = try ResultStore(writing: path())
    let run = try StoreRun(store, version: "1", options: "")
    try run.finish(try begun(run.admit(entry(0), hash: [1])), failed)
    try store.commit()
    try store.write { try $0.run("PRAGMA max_page_count = 1") }
    let content = try begun(run.admit(entry(1, "b.csv"), hash: [2]))
    let large = [BatchRecord](repeating: BatchRecord(.init(String(repeating: "x", count: 10_000))), count: 50)
    #expect(throws: StoreError.full) { try run.finish(content, large) }
    #expect(throws: StoreError.full) { try run.finish(content, failed) }
    #expect(try rows("SELECT count(*) FROM recording", of: store) == [[.integer(1)]])
    #expect(try rows("PRAGMA integrity_check", of: store) == [[.text("ok")]])
  }
}
