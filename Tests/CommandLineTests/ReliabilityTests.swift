import Foundation
import Testing

/// Input that once ended the process by a signal, or was lost without a word.
struct ReliabilityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ shell: String) throws -> Binary {
    try Binary(shell: shell, in: folder.url)
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
  @Test("A recording that ends the process is a failed line, and the others come out")
  func recordingThatEndsTheProcess() throws {
    try write("few.ndjson", BatchTests.traces(6).joined(separator: "\n") + "\n")
    try FileManager.default.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: true)
    let long = (0..<100_000).map { "\(Double($0) / 120),\(1000 * sin(Double($0) / 500) + Double($0 % 7))\n" }
    try write("a/1.csv", "t,y\n" + long.joined())
    try write("a/0.csv", BadInputTests.curve)
    try write("a/2.csv", BadInputTests.curve)
    let run = try run(
      """
      "$0" batch a few.ndjson --jobs 1 --quiet & batch=$!
      for try in $(seq 1200); do
        worker=$(pgrep -P $batch) && ticks=$(awk '{print $14 + $15}' /proc/$worker/stat) &&
          [ "$ticks" -ge 100 ] && kill -9 $worker
        kill -0 $batch 2>/dev/null || break
        sleep 0.05
      done
      wait $batch
      """)
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
    #expect(
      again.errors.hasPrefix("scrollfit: 20 done, 0 failed, 20 of them known before, in"), "\(again.errors)")
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
}
