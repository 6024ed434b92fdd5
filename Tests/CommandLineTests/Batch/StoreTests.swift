import Foundation
import Testing

/// `batch --store` and `query` as a person runs them.
struct StoreTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write("many.ndjson", (BatchTests.traces(12) + ["{broken", BatchTests.traces(1)[0]]))
  }

  private func write(_ name: String, _ lines: [String]) throws {
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.url.appending(path: name))
  }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" \(arguments)", in: folder.url)
  }

  private func ask(_ store: String, _ statement: String) throws -> [String] {
    let run = try run("query \(store) \"\(statement)\" --format csv")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return run.output.split(separator: "\n").dropFirst().map(String.init)
  }

  private func export(_ store: String) throws -> String {
    let run = try run("query \(store) --export")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return run.output
  }

  @Test func theStoreHasWhatTheLinesSay() throws {
    let lines = try run("batch many.ndjson --quiet")
    let stored = try run("batch many.ndjson --store s.sqlite --quiet")
    #expect(stored.status == lines.status && stored.output.isEmpty && stored.errors == lines.errors)
    #expect(folder.names.sorted() == ["many.ndjson", "s.sqlite"])
    // The last line has the content of the first: done once, told twice.
    #expect(try ask("s.sqlite", "SELECT count(*), count(DISTINCT content_hash) FROM recordings") == ["14,13"])
    #expect(
      try ask("s.sqlite", "SELECT line, error FROM failures") == [
        "13,not a JSON object: a key is missing here"
      ])
    for row in try BatchTests.Row.all(lines.output) {
      let number = try #require(row.line)
      let stored = try ask(
        "s.sqlite", "SELECT value FROM constants WHERE line = \(number) AND kind = 'parameter'")
      #expect(stored.map(Double.init) == row.fits.flatMap { $0.parameters.map(\.value) })
    }
    #expect(
      try ask("s.sqlite", "SELECT value, count(*) FROM facts WHERE key = 'device' GROUP BY 1") == [
        "new,6", "old,7",
      ])
    #expect(try ask("s.sqlite", "SELECT name, fits FROM summary ORDER BY 1").count == 3)
  }

  @Test("JSON of a query that fails in the middle is whole, and the error is said")
  func queryThatFails() throws {
    _ = try run("batch many.ndjson --store s.sqlite --quiet")
    let failing =
      "SELECT id, CASE WHEN id < 3 THEN 1 ELSE abs(-9223372036854775808) END AS n FROM content ORDER BY id"
    let query = try run("query s.sqlite \"\(failing)\" --format json")
    #expect(query.status == 2 && query.errors.contains("integer overflow"), "\(query.errors)")
    #expect(query.output == "[\n  {\"id\": 1, \"n\": 1},\n  {\"id\": 2, \"n\": 1}\n]\n", "\(query.output)")
  }

  @Test func theSameCommandAgainDoesOnlyWhatIsMissing() throws {
    _ = try run("batch many.ndjson --store s.sqlite --quiet")
    let before = try export("s.sqlite")
    let again = try run("batch many.ndjson --store s.sqlite")
    #expect(again.status == 2)
    #expect(again.errors.contains("14 already stored"))
    #expect(try export("s.sqlite") == before)
    // Another order and another name: nothing to do, and the rows follow.
    try FileManager.default.moveItem(atPath: folder.path("many.ndjson"), toPath: folder.path("moved.ndjson"))
    #expect(try run("batch moved.ndjson --store s.sqlite").errors.contains("14 already stored"))
    // A line more is the only work.
    try write("moved.ndjson", BatchTests.traces(14))
    #expect(try run("batch moved.ndjson --store s.sqlite").errors.contains("12 already stored"))
    // Other options are other results.
    let other = try run("batch moved.ndjson --model polynomial:2 --store s.sqlite")
    #expect(other.status == 0 && !other.errors.contains("known before"))
    #expect(
      try ask("s.sqlite", "SELECT options || '.' FROM setting ORDER BY id") == [
        ".", "'--model polynomial:2.",
      ])
  }

  @Test("Query writes every format") func everyFormat() throws {
    _ = try run("batch many.ndjson --store s.sqlite --quiet")
    let statement =
      "\"SELECT line, series, error, 0.5 AS half FROM recordings WHERE line > 11 ORDER BY line\""
    let error = "not a JSON object: a key is missing here"
    let blank = String(repeating: " ", count: error.count)
    #expect(
      try run("query s.sqlite \(statement)").output == """
        line  series  error\(blank.dropFirst(5))  half
        12    g11     \(blank)  0.5
        13            \(error)  0.5
        14    g0      \(blank)  0.5

        """)
    #expect(
      try run("query s.sqlite \(statement) --format json").output == """
        [
          {"line": 12, "series": "g11", "error": null, "half": 0.5},
          {"line": 13, "series": null, "error": "not a JSON object: a key is missing here", "half": 0.5},
          {"line": 14, "series": "g0", "error": null, "half": 0.5}
        ]

        """)
    #expect(
      try run("query s.sqlite \(statement) --format csv").output
        == "line,series,error,half\n12,g11,,0.5\n13,,not a JSON object: a key is missing here,0.5\n14,g0,,0.5\n"
    )
    let estimates = try run("query s.sqlite --export --format csv").output.split(separator: "\n")
    #expect(estimates[0].hasPrefix("setting_id,source,line,series,content_hash,status,error,axis,phase"))
    #expect(estimates.count { $0.contains(",g3,") } == estimates.count { $0.contains(",g4,") })
    for wrong in [
      "query s.sqlite", "query s.sqlite 'SELECT 1' --export", "query s.sqlite --export --format text",
    ] {
      #expect(try run(wrong).status == 64)
    }
  }

  @Test func whatRecordingsSayTogether() throws {
    let options = "--store s.sqlite --group-by device --quiet"
    let markdown = try run("batch many.ndjson \(options) --format markdown --html page.html")
    #expect(markdown.status == 2)
    #expect(markdown.output.hasPrefix("## Batch\n\n14 recordings, 1 failed."))
    for part in [
      "| deceleration y, whole: decayConstant | device new | 6 |", "### Drift\n",
      "| deceleration y, whole: decayConstant | all | 13 |", "### One value for all\n\nOne value of each",
      "| samples |", "| the input's order | 13 |",
    ] { #expect(markdown.output.contains(part), "\(part)") }
    let page = try folder.text("page.html")
    for part in ["Worst residuals", "Constants along the input", "<a href=\"#worst-1\">", "id=\"worst-1\""] {
      #expect(page.contains(part), "\(part)")
    }
    let anew = try run("batch many.ndjson --store s.sqlite --html anew.html")
    #expect(anew.errors.contains("again for the pictures of the page\n"), "\(anew.errors)")
    // Nothing is done anew for another look at it.
    let rows = try run("batch many.ndjson \(options) --format csv").output.split(separator: "\n")
    #expect(rows[0].hasPrefix("phase,axis,model,name,unit,key,group,count,mean,"))
    #expect(rows.count { $0.contains(",decayConstant,") } == 3)
    #expect(rows.count { $0.contains(",samples,") } == 3)
    for wrong in ["--format csv", "--html page.html", "--store s.sqlite --group-by device"] {
      #expect(try run("batch many.ndjson \(wrong)").status == 64)
    }
  }

  @Test func whatKeepsAStoreFromBeingUsed() throws {
    try write("text.csv", ["t,y", "0,1"])
    for (arguments, sentence) in [
      ("query none.sqlite 'SELECT 1'", "none.sqlite: no such results database"),
      ("query text.csv 'SELECT 1'", "text.csv: is not a results database of scrollfit"),
      ("batch many.ndjson --store text.csv", "text.csv: is not a results database of scrollfit"),
      ("batch many.ndjson --store no/s.sqlite", "no/s.sqlite: cannot be written: No such file or directory"),
    ] {
      let run = try run(arguments)
      #expect(
        run.errors == "scrollfit: \(sentence)\n" && run.output.isEmpty, "\(run.errors)")
      // The store is the one input of a query.
      #expect(run.status == (arguments.hasPrefix("query") ? 1 : 2))
    }
    #expect(try folder.text("text.csv") == "t,y\n0,1\n")
    #expect(folder.names.sorted() == ["many.ndjson", "text.csv"])
  }

  /// A limit on the size of files stands for a disk that is full.
  @Test func aDiskThatIsFullLeavesAStoreThatCanGoOn() throws {
    _ = try run("batch many.ndjson --store whole.sqlite --quiet")
    let full = try Binary(
      shell: "ulimit -f 250; \"$0\" batch many.ndjson --store s.sqlite --quiet", in: folder.url)
    #expect(full.status == 2)
    #expect(full.errors.contains("s.sqlite: "), "\(full.errors)")
    #expect(try ask("s.sqlite", "PRAGMA integrity_check") == ["ok"])
    #expect(try run("batch many.ndjson --store s.sqlite --quiet").status == 2)
    #expect(try export("s.sqlite") == export("whole.sqlite"))
  }

  @Test func twoBatchesDoNotWriteInOneStore() throws {
    let run = try Binary(
      shell: """
        flock s.sqlite-lock sh -c 'touch held; exec sleep 30' & holder=$!
        while ! [ -e held ]; do sleep 0.05; done
        "$0" batch many.ndjson --store s.sqlite; status=$?
        pkill -P $holder; exit $status
        """,
      in: folder.url)
    #expect(run.status == 2)
    #expect(run.errors.contains("scrollfit: s.sqlite: another batch is writing to this database\n"))
  }
}
