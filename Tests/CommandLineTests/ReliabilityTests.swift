import Foundation
import Testing

/// Input that once ended the process by a signal, or was lost without a word.
struct ReliabilityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ shell: String) throws -> Binary {
    try Binary(shell: shell, in: folder.url)
  }

  /// Runs a script beside the store s.sqlite of one recording.
  private func runWithStore(_ script: String) throws -> Binary {
    try write("x.csv", BadInputTests.curve)
    return try run("\"$0\" batch x.csv --model polynomial:2 --store s.sqlite --quiet\n" + script)
  }

  /// A query without an end of the numbers x from 1 on.
  private func endless(_ columns: String) -> String {
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT \(columns) FROM c"
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.url.appending(path: name))
  }

  @Test("A mistyped header of TOML is one line", arguments: ["[\\na = 1\\n", "[[\\na = 1\\n", "[.a]\\n"])
  func mistypedHeader(_ text: String) throws {
    let run = try run("printf '\(text)' | \"$0\" simulate -")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("scrollfit: -:1:") && run.errors.contains("TOML: a key is missing here"))
  }

  @Test(
    "Standard input that is closed, or a folder, is one line",
    arguments: ["simulate -", "batch --list -", "batch -", "batch --stdin-ndjson", "fit -", "segment -"])
  func unreadableStandardInput(_ verb: String) throws {
    for (input, reason) in [("<&-", "Bad file descriptor"), ("<.", "is a directory")] {
      let run = try run("\"$0\" \(verb) \(input)")
      #expect(run.status == 1, "\(verb) \(input)")
      let problem = verb.hasPrefix("batch -") && !verb.contains("list") ? run.output : run.errors
      #expect(problem.contains(reason), "\(verb) \(input): \(run.errors)")
    }
  }

  /// The worker is killed whenever the file of many samples is in work: as a trap would.
  /// Lines are handed to a worker together; one of many samples ends it, and those around it are read again.
  @Test("A line that ends the process is a failed line, and those handed over with it come out")
  func lineThatEndsTheProcess() throws {
    let times = (0..<40_000).map { "\(Double($0) / 100)" }.joined(separator: ",")
    let offsets = (0..<40_000).map { "\(Int(1000 * sin(Double($0) / 500)) + $0 % 7)" }
    let long = "{\"id\": \"long\", \"t\": [\(times)], \"y\": [\(offsets.joined(separator: ","))]}"
    let few = BatchTests.traces(6)
    try write("mixed.ndjson", (few[..<3] + [long] + few[3...]).joined(separator: "\n") + "\n")
    let run = try run(Self.killing("mixed.ndjson"))
    #expect(run.status == 2)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 7)
    let failed = lines.indices.filter { lines[$0].contains("\"status\": \"failed\"") }
    #expect(failed == [3] && lines[3].contains("ended the process 2 times while it was in work"))
    #expect(lines.enumerated().allSatisfy { $1.hasPrefix("{\"index\": \($0), ") })
  }

  /// A batch whose worker is killed whenever it has worked for a second.
  private static func killing(_ inputs: String) -> String {
    """
    "$0" batch \(inputs) --jobs 1 --quiet & batch=$!
    while kill -0 $batch 2>/dev/null; do
      worker=$(pgrep -P $batch) && ticks=$(awk '{print $14 + $15}' /proc/$worker/stat 2>/dev/null) &&
        [ "$ticks" -ge 100 ] && kill -9 $worker
      sleep 0.05
    done
    wait $batch
    """
  }

  @Test("A recording that ends the process is a failed line, and the others come out")
  func recordingThatEndsTheProcess() throws {
    try write("few.ndjson", BatchTests.traces(6).joined(separator: "\n") + "\n")
    try FileManager.default.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: true)
    let long = (0..<100_000).map { "\(Double($0) / 120),\(1000 * sin(Double($0) / 500) + Double($0 % 7))\n" }
    try write("a/1.csv", "t,y\n" + long.joined())
    try write("a/0.csv", BadInputTests.curve)
    try write("a/2.csv", BadInputTests.curve)
    let run = try run(Self.killing("a few.ndjson"))
    #expect(run.status == 2)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 9)
    let failed = lines.filter { $0.contains("\"status\": \"failed\"") }
    #expect(failed.count == 1 && failed[0].contains("\"source\": \"a/1.csv\""), "\(failed)")
    #expect(failed.first?.contains("ended the process 2 times while it was in work") == true)
    #expect(run.errors == "scrollfit: a/1.csv: ended the process 2 times while it was in work: left out\n")
    #expect(lines.enumerated().allSatisfy { $1.hasPrefix("{\"index\": \($0), ") })
  }

  @Test("A pipe is read once, whatever it is called")
  func pipes() throws {
    try write("x.csv", BadInputTests.curve)
    let file = try run("\"$0\" batch x.csv --model polynomial:2 --quiet").output
    let named = try run("mkfifo p; cat x.csv > p & \"$0\" batch p --model polynomial:2 --quiet; wait")
    #expect(named.status == 0)
    #expect(named.output.replacingOccurrences(of: "\"p\"", with: "\"x.csv\"") == file)
  }

  @Test("Files whose names are not UTF-8 are read, and their names shown with escapes")
  func namesThatAreNotUTF8() throws {
    try write("x.csv", BadInputTests.curve)
    for arguments in ["batch in", "batch in/*", "batch 'in/a*'", "fit in/* --format csv"] {
      let run = try run(
        """
        mkdir -p in; name=$(printf 'in/a\\377.csv'); cp x.csv "$name"
        "$0" \(arguments) --model polynomial:2 \(arguments.hasPrefix("batch") ? "--quiet" : "")
        """)
      #expect(run.status == 0, "\(arguments): \(run.errors)")
      #expect(run.output.contains(#"in/a\\xff.csv"#) || run.output.contains(#"in/a\xff.csv"#), "\(arguments)")
    }
  }

  @Test("A reader that closes its pipe ends a batch without an error")
  func closedPipe() throws {
    try write("x.ndjson", BatchTests.traces(40).joined(separator: "\n") + "\n")
    let run = try run("mkfifo p; head -c 10 p > /dev/null & \"$0\" batch x.ndjson --quiet > p")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.status) \(run.errors)")
  }

  @Test("A batch counts equal contents alike at any number of jobs", arguments: [1, 2, 8])
  func equalContents(_ jobs: Int) throws {
    try FileManager.default.createDirectory(atPath: folder.path("same"), withIntermediateDirectories: true)
    for index in 0..<20 { try write("same/\(index).csv", BadInputTests.curve) }
    let batch = "\"$0\" batch same --store s.sqlite --jobs \(jobs) --model polynomial:2"
    let first = try run(batch)
    #expect(first.errors.hasPrefix("scrollfit: 20 done, 0 failed, in"), "\(first.errors)")
    let again = try run(batch)
    #expect(again.errors.hasPrefix("scrollfit: 20 done, 0 failed, 20 already stored, in"), "\(again.errors)")
  }

  @Test("A failure that a store knows is told again")
  func knownFailures() throws {
    try write("bad.csv", "t,y\n0,1\n1,x\n")
    let batch = "\"$0\" batch bad.csv --store s.sqlite --quiet"
    let first = try run(batch), again = try run(batch)
    #expect(first.status == 1 && again.status == 1)
    #expect(first.errors == "scrollfit: bad.csv:3:3: 'x' in column 'y' is not a number\n")
    #expect(again.errors == first.errors)
  }

  @Test(
    "Times and offsets out of range are refused by every verb that reads recordings",
    arguments: ["fit -", "segment -", "identify -", "batch -"])
  func outOfRange(_ verb: String) throws {
    for (scale, sentence) in [
      ("e200,$((i*i))", "s after the first sample: a time must be below 1e11 s"),
      ("e-20,$((i*i))", "9e-20 s: its samples must span 1e-12 s at least"),
      (",$((i*i))e300", "3: offset 1e+300: an offset must be below 1e15"),
    ] {
      let run = try run("(echo t,y; for i in $(seq 0 9); do echo \"${i}\(scale)\"; done) | \"$0\" \(verb)")
      #expect(run.status == 1 && run.errors.contains(sentence), "\(verb): \(run.errors)")
    }
  }

  @Test(
    "A scenario without bounds is refused",
    arguments: [
      "duration = 1e6\n[recording]\nframeRate = 10000", "[[gestures]]\nduration = 1e9\nvelocity = { y = 1 }",
      "[[gestures]]\nat = 1e9\nvelocity = { y = 100 }",
      "duration = 1\n[[gestures]]\nat = 1e300\nvelocity = { y = 100 }",
      "content = { y = 2000 }\n[constants]\nbounceDamping = 1e-6\n[[gestures]]\nvelocity = { y = 9000 }",
    ])
  func scenarioWithoutBounds(_ scenario: String) throws {
    try write("s.toml", scenario)
    let run = try run("ulimit -v 4000000; \"$0\" simulate s.toml")
    #expect(run.status == 1 && run.errors.contains("at most 1000000 frames are simulated"), "\(run.errors)")
  }

  @Test(
    "A file of gigabytes where a short text is expected is refused",
    arguments: [
      "simulate big.toml", "expect big.toml x.csv", "fit x.csv --config big.toml",
      "compare --baseline big.toml x.csv",
      "certify big.toml",
    ])
  func largeText(_ verb: String) throws {
    try write("x.csv", BadInputTests.curve)
    let run = try run("truncate -s 4G big.toml; ulimit -v 3000000; \"$0\" \(verb)")
    #expect(run.status == 1 || run.status == 64)
    #expect(run.output.isEmpty && run.errors.contains("big.toml: larger than 64 MiB"), "\(run.errors)")
  }

  @Test(
    "Endless input that is read whole is refused", arguments: ["batch /dev/zero", "batch -", "simulate -"])
  func endlessInput(_ verb: String) throws {
    let run = try run("ulimit -v 4000000; \"$0\" \(verb) --quiet < /dev/zero || \"$0\" \(verb) < /dev/zero")
    #expect(run.status == 1 && (run.output + run.errors).contains("larger than 64 MiB"), "\(run.errors)")
  }

  @Test("An answer of any length is streamed, and ends with its reader")
  func streamedAnswer() throws {
    let run = try runWithStore(
      """
      ulimit -v 4000000; timeout 600 "$0" query s.sqlite '\(endless("x"))' | head -2
      "$0" query s.sqlite 'SELECT 1 AS a, 2 AS a' --format ndjson
      """)
    #expect(run.status == 0)
    #expect(run.output == "x\n1\n{\"a\": 1, \"a_2\": 2}\n")
  }

  /// It finds no row, so that no write shows it that the reader has left.
  @Test("A query ends with its reader, also while it finds no row")
  func abandonedQuery() throws {
    let run = try runWithStore(
      """
      { timeout 60 "$0" query s.sqlite '\(endless("count(*)"))'; echo "status $?" >&2; } | true
      """)
    #expect(run.errors == "status 0\n")
  }

  @Test("A value of a gigabyte that a query makes is refused", arguments: ["text", "json", "csv", "ndjson"])
  func largeValue(_ format: String) throws {
    let run = try runWithStore(
      """
      ulimit -v 3000000; "$0" query s.sqlite 'SELECT zeroblob(900000000)' --format \(format)
      """)
    #expect(run.status == 2 && run.errors.contains("too big"), "\(run.status) \(run.errors)")
  }

  /// A text of 64 to 140 MB in a file of 80 to 200 kB.
  @Test(
    "A small archive of a large file takes less than 1 GB of memory", .timeLimit(.minutes(15)),
    arguments: [
      ("t,y\\n", "0,0\\n", 1 << 25, "67108864 numbers"),
      ("[", "{\"t\":1,\"y\":1},\\n", 1 << 22, "4194304 values"),
    ])
  func archive(_ head: String, _ unit: String, _ count: Int, _ limit: String) throws {
    try write(
      "archive.py",
      """
      import gzip, os, subprocess, sys
      with gzip.open("x.gz", "wb", 1) as file:
          file.write(b'\(head)')
          for _ in range(\(count) >> 12): file.write(b'\(unit)' * 4096)
      run = subprocess.Popen([sys.argv[1], "fit", "x.gz"], stderr=subprocess.PIPE)
      print(run.stderr.read().decode(), end="")
      _, status, usage = os.wait4(run.pid, 0)
      print(status >> 8, status & 127, usage.ru_maxrss >> 20)
      """)
    let run = try run("python3 archive.py \"$0\"")
    #expect(
      run.output == """
        scrollfit: x.gz: more than \(limit), the maximum for one recording file
        1 0 0

        """, "\(run.output) \(run.errors)")
  }

  @Test("A run that is killed while it writes leaves nothing", arguments: ["INT", "TERM", "HUP", "KILL"])
  func killedOutput(_ signal: String) throws {
    try write("old.csv", "old")
    let run = try runWithStore(
      """
      # Background processes ignore INT, and all those of tests that nohup runs HUP. A query that outlives a test that is killed ends after so
      # many seconds of processor time.
      ulimit -t 60
      for output in new.csv "old.csv --force"; do
        env --default-signal=INT,TERM,HUP "$0" query s.sqlite '\(endless("x"))' --format csv --output $output & query=$!
        until grep -qs 'wchar: [0-9]\\{6,\\}' /proc/$query/io; do sleep 0.02; done
        kill -\(signal) $query; wait $query
      done
      """)
    #expect(Set(folder.names).isSubset(of: ["x.csv", "old.csv", "s.sqlite", "s.sqlite-shm", "s.sqlite-wal"]))
    #expect(try folder.text("old.csv") == "old", "\(run.errors)")
  }

  @Test("A formula of 120 kB is no line of 120 kB")
  func longFormula() throws {
    try write("x.csv", BadInputTests.curve)
    let run = try run(
      """
      "$0" fit x.csv --model "y = $(head -c 60000 /dev/zero | tr '\\0' '(')"
      """)
    #expect(run.status == 64 && run.errors.utf8.count < 1200, "\(run.errors)")
  }

  @Test("A page's script is allowed by its own hash")
  func scriptHash() throws {
    try write("x.csv", BadInputTests.curve)
    let run = try run(
      """
      "$0" fit x.csv --model polynomial:2 --html x.html > /dev/null
      python3 -c 'import base64, hashlib, re
      page = open("x.html").read()
      script = re.search("<script>(.*)</script>", page, re.S).group(1)
      print("sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() in page, "nonce" in page)'
      """)
    #expect(run.output == "True False\n", "\(run.errors)")
  }
}
