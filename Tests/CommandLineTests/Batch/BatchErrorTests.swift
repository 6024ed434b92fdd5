import Foundation
import TestSupport
import Testing

/// Failures of reading or writing in a batch: each is a sentence, the store can go on, and the exit status is 2.
struct BatchErrorTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write("many.ndjson", BatchTests.traces(3))
  }

  private func write(_ name: String, _ lines: [String]) throws {
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.url.appending(path: name))
  }

  private func run(_ shell: String) throws -> Binary { try Binary(shell: shell, in: folder.url) }

  private func integrity(_ store: String = "s.sqlite") throws -> String {
    try run("\"$0\" query \(store) 'PRAGMA integrity_check' --format csv").output
  }

  @Test(
    .tags(.requiresRoot), .enabled(if: UnprivilegedUser.prefix != nil, "no unprivileged user is to be had"))
  func whatMayNotBeReadIsARow() throws {
    let unprivileged = try #require(UnprivilegedUser.prefix)
    try FileManager.default.createDirectory(atPath: folder.path("closed"), withIntermediateDirectories: true)
    try write("closed/a.ndjson", [BatchTests.traces(4)[3]])
    try write("secret.ndjson", [BatchTests.traces(5)[4]])
    chmod(folder.path("closed"), 0o000)
    chmod(folder.path("secret.ndjson"), 0o000)
    chmod(folder.url.path, 0o777)
    defer { chmod(folder.path("closed"), 0o755) }
    let batch = try run(
      "\(unprivileged)\"$0\" batch many.ndjson secret.ndjson closed --store s.sqlite --quiet")
    #expect(batch.status == 2)
    #expect(
      batch.errors == """
        scrollfit: secret.ndjson: cannot be read: Permission denied
        scrollfit: closed: the folder cannot be read: Permission denied

        """)
    let rows = try run(
      "\"$0\" query s.sqlite 'SELECT source, status, error FROM recordings ORDER BY position' --format csv")
    #expect(
      rows.output.hasSuffix(
        """
        many.ndjson,done,
        secret.ndjson,failed,cannot be read: Permission denied
        closed,failed,the folder cannot be read: Permission denied

        """))
    // Opened up, only what was missing is done.
    chmod(folder.path("secret.ndjson"), 0o644)
    chmod(folder.path("closed"), 0o755)
    let again = try run("\(unprivileged)\"$0\" batch many.ndjson secret.ndjson closed --store s.sqlite")
    #expect(again.status == 0 && again.errors.contains("5 done, 0 failed, 3 already stored"))
  }

  @Test(
    .tags(.requiresRoot), .enabled(if: UnprivilegedUser.prefix != nil, "no unprivileged user is to be had"))
  func aStoreThatMayNotBeWritten() throws {
    let unprivileged = try #require(UnprivilegedUser.prefix)
    try FileManager.default.createDirectory(atPath: folder.path("kept"), withIntermediateDirectories: true)
    chmod(folder.path("kept"), 0o555)
    chmod(folder.url.path, 0o777)
    func batch(_ store: String) throws -> Binary {
      try run("\(unprivileged)\"$0\" batch many.ndjson --store \(store) --quiet")
    }
    let inside = try batch("kept/s.sqlite")
    #expect(
      inside.status == 2
        && inside.errors == "scrollfit: kept/s.sqlite: cannot be written: Permission denied\n")
    chmod(folder.path("kept"), 0o755)
    #expect(try batch("s.sqlite").status == 0)
    for (mode, sentence) in [
      (mode_t(0o444), "cannot be written: it is read-only"),
      (0o000, "cannot be opened: no permission to read and write the file or its folder"),
    ] {
      chmod(folder.path("s.sqlite"), mode)
      let run = try batch("s.sqlite")
      #expect(run.status == 2 && run.errors == "scrollfit: s.sqlite: \(sentence)\n", "\(run.errors)")
    }
    chmod(folder.path("s.sqlite"), 0o644)
    #expect(try integrity() == "integrity_check\nok\n")
    #expect(try batch("s.sqlite").status == 0)
  }

  @Test(
    "A store is queried where nothing may be written, unless results are in its log",
    .enabled(if: UnprivilegedUser.prefix != nil, "no unprivileged user is to be had"))
  func storeInAFolderThatMayNotBeWritten() throws {
    let unprivileged = try #require(UnprivilegedUser.prefix)
    try FileManager.default.createDirectory(atPath: folder.path("k#p?t%"), withIntermediateDirectories: true)
    let store = "'k#p?t%/s.sqlite'"
    #expect(try run("\"$0\" batch many.ndjson --store \(store) --quiet").status == 0)
    chmod(folder.url.path, 0o755)
    chmod(folder.path("k#p?t%"), 0o555)
    defer { chmod(folder.path("k#p?t%"), 0o755) }
    let query = "\(unprivileged)\"$0\" query \(store) 'SELECT count(*) FROM recordings' --format csv"
    let answer = try run(query)
    #expect(answer.status == 0 && answer.output == "count(*)\n3\n", "\(answer.errors)")
    #expect(try run("ls \(store)*").output == "k#p?t%/s.sqlite\n")
    // What a batch that was killed leaves.
    chmod(folder.path("k#p?t%"), 0o755)
    try write("k#p?t%/s.sqlite-wal", ["results"])
    chmod(folder.path("k#p?t%"), 0o555)
    let log = try run(query)
    #expect(
      log.status == 1 && log.output.isEmpty
        && log.errors.contains("its last results are in a write-ahead log"),
      "\(log.errors)")
  }

  @Test("A store that is a folder, or over the limit of file sizes, is named as such")
  func storeThatCannotBeWritten() throws {
    let directory = try run("mkdir d; \"$0\" batch many.ndjson --store d --quiet")
    #expect(
      directory.status == 2 && directory.errors == "scrollfit: d: is a folder, not a results database\n")
    let question = try run("\"$0\" query d 'SELECT 1'")
    #expect(
      question.status == 1 && question.errors == "scrollfit: d: is a folder, not a results database\n")
    let limited = try run("ulimit -f 40; \"$0\" batch many.ndjson --store s.sqlite --quiet")
    #expect(
      limited.status == 2 && limited.errors.contains("(ulimit -f); the results stored until then are kept"))
    #expect(limited.errors.filter { $0 == "\n" }.count == 1)
  }

  /// A program that is no scrollfit holds the file longer than it is waited for.
  @Test(.tags(.external)) func aStoreThatAnotherProgramHolds() throws {
    #expect(try run("\"$0\" batch many.ndjson --store s.sqlite --quiet").status == 0)
    try write("more.ndjson", BatchTests.traces(4))
    let held = try run(
      """
      python3 -c 'import sqlite3, time
      held = sqlite3.connect("s.sqlite", isolation_level=None)
      held.execute("BEGIN IMMEDIATE")
      open("held", "w").close()
      time.sleep(60)' & holder=$!
      while ! [ -e held ]; do sleep 0.05; done
      "$0" batch more.ndjson --store s.sqlite --quiet; status=$?
      kill $holder; exit $status
      """)
    #expect(held.status == 2)
    #expect(
      held.errors
        == "scrollfit: s.sqlite: is locked by another process; the results stored until then are kept\n",
      "\(held.errors)")
    #expect(try run("\"$0\" batch more.ndjson --store s.sqlite --quiet").status == 0)
    #expect(try integrity() == "integrity_check\nok\n")
  }

  private static let hasFileSystems =
    (try? Binary(shell: "unshare -m sh -c 'mount -t tmpfs -o size=64k none /mnt'"))?.status == 0

  /// A file system of 200 KB.
  @Test(.tags(.requiresRoot), .enabled(if: hasFileSystems, "no file system of its own can be mounted here"))
  func aDiskThatIsFull() throws {
    try write("many.ndjson", BatchTests.traces(200))
    let run = try run(
      """
      mkdir small
      unshare -m sh -c 'mount -t tmpfs -o size=200k none small
        "$0" batch many.ndjson --store small/s.sqlite --quiet; echo $?
        "$0" query small/s.sqlite "PRAGMA integrity_check" --format csv
        "$0" batch many.ndjson --quiet --output small/rows.ndjson; echo $?; ls small
        mount -o remount,size=16M small
        "$0" batch many.ndjson --store small/s.sqlite --quiet; echo $?
        "$0" query small/s.sqlite "SELECT count(*) FROM recordings" --format csv' "$0"
      """)
    #expect(
      run.output == """
        2
        integrity_check
        ok
        1
        s.sqlite
        s.sqlite-shm
        s.sqlite-wal
        0
        count(*)
        200

        """, "\(run.output)")
    #expect(
      run.errors == """
        scrollfit: small/s.sqlite: the disk is full; the results stored until then are kept
        scrollfit: small/rows.ndjson: cannot be written: No space left on device

        """, "\(run.errors)")
  }

  /// A page of a recording has some 300 kB.
  @Test(
    "A disk that fills while pages are made has whole pages, and the same command goes on",
    .tags(.requiresRoot), .enabled(if: hasFileSystems, "no file system of its own can be mounted here"))
  func pagesOnAFullDisk() throws {
    try write("many.ndjson", BatchTests.traces(9))
    let run = try run(
      """
      mkdir small
      unshare -m sh -c 'mount -t tmpfs -o size=1M none small
        batch() { "$0" batch many.ndjson --store s.sqlite --html small/page.html --pages --quiet; echo $?; }
        batch; ls -A small
        for page in small/page-pages/*; do tail -c 8 "$page"; done | sort | uniq -c | tr -d " "
        mount -o remount,size=64M small
        batch; ls -A small small/page-pages | grep -c html' "$0"
      """)
    let lines = run.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 5, "\(run.output)")
    #expect(lines[0] == "1" && lines[1] == "page-pages" && lines[3] == "0" && lines[4] == "10", "\(lines)")
    let whole = ["1</html>", "2</html>", "3</html>"]
    #expect(whole.contains(lines[2]), "\(lines)")
    #expect(run.errors.hasPrefix("scrollfit: small/page-pages/many-line-"))
    #expect(run.errors.hasSuffix(": cannot be written: No space left on device\n"), "\(run.errors)")
  }

  /// While its first line, a long one, is in work, more than is read ahead is cut off.
  @Test func aFileThatShrinksWhileItIsRead() throws {
    let samples = 0..<60_000
    let long = "{\"id\": \"long\", \"t\": \(Array(samples)), \"y\": \(samples.map { 1000 * $0 % 7777 })}"
    let padding = String(repeating: " ", count: 60_000)
    try write("shrinks.ndjson", [long] + (0..<100).map { "{\"id\": \($0), \"t\": [], \(padding)\"y\": []}" })
    let begun = "SELECT count(*) FROM content WHERE state = 'begun'"
    let run = try run(
      """
      "$0" batch shrinks.ndjson --time-unit s --model deceleration --jobs 1 --store s.sqlite --quiet & batch=$!
      for try in $(seq 600); do
        if "$0" query s.sqlite "\(begun)" --format csv 2>/dev/null | grep -qx 1; then break; fi
      done
      truncate -s 4000000 shrinks.ndjson
      wait $batch
      """)
    #expect(run.status == 2)
    let last = try self.run(
      "\"$0\" query s.sqlite 'SELECT error FROM failures ORDER BY position DESC LIMIT 1' --format csv")
    #expect(
      last.output == "error\ncannot be read: it became shorter while it was read\n", "\(last.output)")
    #expect(try integrity() == "integrity_check\nok\n")
  }
}
