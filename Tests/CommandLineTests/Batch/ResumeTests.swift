import Foundation
import LeastSquares
import TestSupport
import Testing

/// A batch that is killed loses nothing and does nothing twice.
struct ResumeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" \(arguments)", in: folder.url)
  }

  private func ask(_ statement: String) throws -> [Substring] {
    let run = try run("query s.sqlite \"\(statement)\" --format csv")
    return run.status == 0 ? Array(run.output.split(separator: "\n").dropFirst()) : []
  }

  /// The seed of the moments at which a batch is killed: 1, or `SCROLLFIT_SEED`.
  private static let seed = ProcessInfo.processInfo.environment["SCROLLFIT_SEED"].flatMap { UInt64($0) } ?? 1

  /// Twenty times, wherever that is: also while the store is made.
  @Test(.tags(.slow)) func killedAtRandom() throws {
    let lines = BatchTests.traces(16) + ["{broken"]
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.url.appending(path: "many.ndjson"))
    let undisturbed = try run("batch many.ndjson --store whole.sqlite --quiet")
    #expect(undisturbed.status == 2)
    var generator = SplitMix64(seed: Self.seed)
    var done: Set<Substring> = []
    for kill in 0..<20 {
      let wait = 0.02 * Double(kill) * Double.random(in: 0.5...1.5, using: &generator)
      let run = try Binary(
        shell:
          "\"$0\" batch many.ndjson --store s.sqlite --quiet 2>/dev/null & sleep \(wait); kill -9 $!; wait $!",
        in: folder.url)
      #expect([128 + 9, 2].contains(run.status))
      let now = try Set(ask("SELECT content_hash FROM recordings WHERE status <> 'waiting'"))
      #expect(now.isSuperset(of: done), "after \(wait) s of seed \(Self.seed)")
      done = now
      let integrity = try ask("PRAGMA integrity_check")
      #expect(integrity.isEmpty || integrity == ["ok"])
    }
    #expect(try run("batch many.ndjson --store s.sqlite --quiet").status == undisturbed.status)
    let twice = try ask("SELECT 1 FROM recording GROUP BY content_id, part HAVING count(*) > 1")
    #expect(twice.isEmpty)
    let exports = try ["s.sqlite", "whole.sqlite"].map { try run("query \($0) --export").output }
    #expect(exports[0] == exports[1] && !exports[0].isEmpty)
  }

  @Test(
    "A batch that is killed while it makes pages has whole pages, and the same command makes the others",
    .tags(.slow))
  func killedWhileMakingPages() throws {
    let lines = BatchTests.traces(24)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.url.appending(path: "many.ndjson"))
    let batch = "batch many.ndjson --store s.sqlite --quiet --pages --html"
    #expect(try run("\(batch) whole.html").status == 0)
    var generator = SplitMix64(seed: Self.seed)
    for kill in 0..<8 {
      let wait = 0.05 * Double(kill) * Double.random(in: 0.5...1.5, using: &generator)
      let run = try Binary(
        shell: """
          setsid "$0" \(batch) page.html 2>/dev/null & sleep \(wait); kill -9 -$!; wait $!
          for page in page.html page-pages/*.html; do [ -e $page ] && tail -c 8 $page; done | sort -u
          """, in: folder.url)
      #expect(["", "</html>\n"].contains(run.output), "after \(wait) s of seed \(Self.seed): \(run.output)")
    }
    #expect(try run("\(batch) page.html").status == 0)
    let same = try Binary(shell: "diff -r page-pages whole-pages && ls -A page-pages | wc -l", in: folder.url)
    #expect(same.output == "24\n", "\(same.output)")
  }

  /// The worker, not the command, is killed while a recording is in work, whenever it is.
  @Test(.tags(.slow)) func whatEndsTheProcessTwiceIsNamedAndLeftOut() throws {
    let lines = BatchTests.traces(6)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.url.appending(path: "few.ndjson"))
    let long = (0..<40_000).map { "\(Double($0) / 120),\(1000 * sin(Double($0) / 500) + Double($0 % 7))\n" }
    try Data(("t,y\n" + long.joined()).utf8).write(to: folder.url.appending(path: "long.csv"))
    let begun =
      "SELECT count(*) FROM input JOIN content ON id = content_id WHERE state = 'begun' AND source = 'long.csv'"
    let run = try Binary(
      shell: """
        "$0" batch long.csv few.ndjson --jobs 1 --store s.sqlite --quiet & batch=$!
        while kill -0 $batch 2>/dev/null; do
          if "$0" query s.sqlite "\(begun)" --format csv 2>/dev/null | grep -qx 1; then pkill -9 -P $batch; fi
          sleep 0.05
        done
        wait $batch
        """, in: folder.url)
    #expect(run.status == 2)
    #expect(
      run.errors.contains(
        "worker crashed (signal 9, Killed) while processing a recording; continuing with the remaining inputs"
      ))
    #expect(
      try ask("SELECT source, error FROM failures") == [
        "long.csv,ended the process 2 times while it was in work: left out"
      ])
    #expect(try ask("SELECT count(*) FROM recordings WHERE status = 'done'") == ["6"])
  }

  /// Standard input cannot be read by another worker: the same command goes on.
  @Test(.tags(.slow)) func whatEndsTheReaderOfStandardInputIsSaid() throws {
    let times = (0..<40_000).map { "\(Double($0) / 100)" }.joined(separator: ",")
    let offsets = (0..<40_000).map { "\(Int(1000 * sin(Double($0) / 500)) + $0 % 7)" }
    let long = "{\"id\": \"long\", \"t\": [\(times)], \"y\": [\(offsets.joined(separator: ","))]}"
    let lines = BatchTests.traces(6) + [long]
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.url.appending(path: "all.ndjson"))
    let done = "SELECT count(*) FROM recordings WHERE status = 'done'"
    let begun = "SELECT count(*) FROM content WHERE state = 'begun'"
    let killed = try Binary(
      shell: """
        "$0" batch - --jobs 1 --store s.sqlite --quiet < all.ndjson & batch=$!
        while kill -0 $batch 2>/dev/null; do
          [ "$("$0" query s.sqlite "\(done)" --format csv 2>/dev/null | tail -1)" = 6 ] &&
            [ "$("$0" query s.sqlite "\(begun)" --format csv 2>/dev/null | tail -1)" = 1 ] && pkill -9 -P $batch
          sleep 0.05
        done
        wait $batch
        """, in: folder.url)
    #expect(killed.status == 2)
    #expect(
      killed.errors
        == "scrollfit: worker crashed (signal 9, Killed) while processing a recording; run the same command again to continue\n"
    )
    #expect(try ask(done) == ["6"])
    #expect(try run("batch - --jobs 1 --store s.sqlite --quiet < all.ndjson").errors.isEmpty)
    #expect(try ask(done) == ["7"])
  }
}
