import Foundation
import Testing

/// Input that cannot be used: one clear line, the right status, nothing on standard output, no file left behind.
struct BadInputTests {
  /// A file's text, the options, and what the line says after `scrollfit: `.
  struct Case: CustomTestStringConvertible {
    let name: String
    var text: String = ""
    var options = "--model deceleration"
    var status: Int32 = 1
    let line: String
    var testDescription: String { name }
  }

  static let curve = "t,y\n" + (0..<30).map { "\(Double($0) / 64),\($0 * (60 - $0))\n" }.joined()

  static let cases = [
    Case(name: "empty file", line: "in.csv: the file is empty"),
    Case(name: "header only", text: "t,y\n", line: "in.csv: no samples: the file ends before its first row"),
    Case(
      name: "no header", text: "0,1,5\n0.5,4,3\n1,2,2\n",
      line:
        "in.csv: no header: the first row is all numbers; name the columns by their numbers, for example "
        + "--column time=1,y=2"),
    Case(
      name: "no usable column", text: "a,b\n1,2\n1,2\n",
      line: "in.csv: no offset column; found 'a', 'b'; name one with --column y=NAME"),
    Case(
      name: "a number that is none", text: "t,y\n0,1\n1,abc\n2,3\n",
      line: "in.csv:3:3: 'abc' in column 'y' is not a number"),
    Case(name: "NaN", text: "t,y\n0,1\n1,nan\n2,3\n", line: "in.csv:3:3: 'nan' in column 'y' is not finite"),
    Case(name: "infinity", text: "t,y\n0,1\ninf,2\n", line: "in.csv:3:1: 'inf' in column 't' is not finite"),
    Case(
      name: "time going back", text: "t,y\n0,1\n1,2\n2,3\n1.5,4\n3,5\n",
      line: "in.csv:5: time decreases from 2.0 s to 1.5 s; --repair sorts the samples"),
    Case(
      name: "equal time", text: "t,y\n0,1\n1,2\n1,3\n1,4\n",
      line: "in.csv:4: two different offsets at the same time, 1.0 s"),
    Case(
      name: "too few samples", text: "t,y\n0,1\n1,2\n",
      line: "in.csv: axis y: deceleration needs at least 3 samples for its free parameters; the range has 2"),
    Case(
      name: "no motion", text: "t,y\n0,1\n1,1\n2,1\n3,1\n",
      line: "in.csv: no motion: all offsets are equal"),
    Case(
      name: "a huge offset", text: "t,y\n0,1e300\n1,2e300\n2,2.5e300\n3,2.6e300\n",
      line: "in.csv:2: offset 1e+300: an offset must be below 1e15"),
    Case(
      name: "a rank-deficient polynomial", text: curve, options: "--model polynomial:25",
      line: "in.csv: axis y: polynomial:25: the samples determine only"),
    Case(
      name: "binary bytes", text: "t,y\n0,\u{0}\u{1}\n", line: "in.csv:2:3: not a text in UTF-8: byte 0x0"),
    Case(
      name: "an empty range", text: curve, options: "--model deceleration --from 9",
      line: "in.csv: axis y: no samples between 9 s and the end: the recording runs from 0 s to 0.453125 s"),
    Case(
      name: "an unknown parameter", text: curve, options: "--model bounce --fix dampng=3", status: 64,
      line:
        "in.csv: axis y: bounce has no parameter 'dampng' (known: rest, displacement, initialVelocity, damping,"
    ),
    Case(
      name: "frames without an interval", text: "frame,y\n0,1\n1,2\n2,4\n3,5\n",
      line: "in.csv: column 'frame' counts frames"),
    Case(
      name: "offsets without times", text: "y\n0\n1\n2\n4\n7\n9\n", options: "",
      line:
        "in.csv: axis y: the recording has no times, without which no motion can be determined: give --frame-rate"
    ),
    Case(
      name: "a model over time without times", text: "y\n0\n1\n2\n4\n7\n9\n",
      line: "in.csv: axis y: the recording has no times"),
  ]

  @Test("Noise without times is no motion, to no verb", arguments: ["fit", "segment", "identify"])
  func noiseWithoutTimes(_ verb: String) throws {
    let folder = try TemporaryFolder()
    let rows = (0..<200).map { "\((Double($0 * $0 * 7919 % 1009) / 10))" }
    try "y\n\(rows.joined(separator: "\n"))\n".write(
      toFile: folder.path("in.csv"), atomically: true, encoding: .utf8)
    let run = try Binary(shell: "\"$0\" \(verb) in.csv", in: folder.url)
    #expect(run.status == 1 && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.contains("the recording has no times"), "\(run.errors)")
  }

  @Test(arguments: cases) func isOneClearLine(_ bad: Case) throws {
    let folder = try TemporaryFolder()
    try bad.text.write(toFile: folder.path("in.csv"), atomically: false, encoding: .utf8)
    let run = try Binary(shell: "\"$0\" fit in.csv \(bad.options) --output out.json", in: folder.url)
    #expect(run.status == bad.status)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("scrollfit: " + bad.line), "\(run.errors)")
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
    #expect(folder.names == ["in.csv"])
  }

  @Test func aMissingFileAndAFolder() throws {
    let folder = try TemporaryFolder()
    #expect(
      try Binary(shell: "\"$0\" fit none.csv", in: folder.url).errors == "scrollfit: none.csv: no such file\n"
    )
    let run = try Binary(shell: "\"$0\" fit .", in: folder.url)
    #expect(run.status == 1 && run.errors == "scrollfit: .: the folder has no recording\n")
  }

  @Test("Times in a wrong unit are an error that names the likely one")
  func aWrongUnit() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<40).map { "\(Double($0) * 16.7),\(2 * Double($0) * Double($0))" }.joined(separator: "\n")
    try "time_s,y\n\(rows)\n".write(toFile: folder.path("ms.csv"), atomically: true, encoding: .utf8)
    let wrong = try Binary(shell: "\"$0\" fit ms.csv", in: folder.url)
    #expect(wrong.status == 1 && wrong.output.isEmpty)
    #expect(
      wrong.errors == "scrollfit: ms.csv: the median step between samples is 16.7 s, outside 1 to 250 ms; "
        + "if the times are in ms, give --time-unit ms\n")
    #expect(try Binary(shell: "\"$0\" fit ms.csv --time-unit ms", in: folder.url).status == 0)
    let frames = try Binary(
      shell: "\"$0\" fit ms.csv --column time=none --interval 16.7", in: folder.url)
    #expect(frames.status == 1 && frames.errors.contains("--interval is in seconds (0.0167)"))
    // A formula may be of any table.
    #expect(
      try Binary(shell: "\"$0\" fit ms.csv --formula 'y = a + b*t + c*t*t'", in: folder.url).status == 0)
  }

  @Test("A folder and a pattern are read recording by recording, without a manifest")
  func aFolder() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<60).map { "\(Double($0) / 60),\(500 * (1 - exp(-2 * Double($0) / 60)))" }
    try "t,y\n\(rows.joined(separator: "\n"))\n".write(
      toFile: folder.path("a.csv"), atomically: true, encoding: .utf8)
    try "{\"recordings\": []}".write(
      toFile: folder.path("manifest.json"), atomically: true, encoding: .utf8)
    let run = try Binary(shell: "\"$0\" fit . --quiet", in: folder.url)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.hasPrefix("./a.csv: ") && run.output.split(separator: "\n").count == 1)
    for verb in ["fit", "segment", "identify"] {
      let pattern = try Binary(shell: "\"$0\" \(verb) '*.csv'", in: folder.url)
      #expect(pattern.status == 0 && pattern.output.hasPrefix("a.csv"), "\(verb): \(pattern.errors)")
    }
  }

  @Test(
    "Wrong words name what was probably meant",
    arguments: [
      ("fti a.csv", "did you mean 'fit'?"), ("help fitt", "did you mean 'fit'?"),
      ("fit a.csv --model bounc", "Did you mean 'bounce'?"), ("fit a.csv --edge 3500", "0...3500"),
      ("fit a.csv --format html", "--html FILE"), ("compare a b --format junit", "--junit FILE"),
      ("fit a.csv --fix rest", "rest=88"), ("convert 0.998", "decelerationRate=0.998"),
      ("zzzzzzz", "scrollfit --help lists the verbs"),
    ])
  func meant(_ arguments: String, _ words: String) throws {
    let run = try Binary(shell: "\"$0\" \(arguments)")
    #expect(run.status == 64 && run.output.isEmpty && run.errors.contains(words), "\(run.errors)")
  }

  @Test(
    "A word of a hundred thousand letters is compared with the known ones at once",
    arguments: [
      "engines", "simulate --engine", "compare a --like", "fit a.csv --model", "tune --like ios --model",
    ])
  func longWord(_ arguments: String) throws {
    let word = "$(head -c 100000 /dev/zero | tr '\\0' x)"
    let run = try Binary(shell: "ulimit -t 2; \"$0\" \(arguments) \"\(word)\"")
    #expect(run.status == 64 && run.output.isEmpty && !run.errors.isEmpty, "\(run.status)")
  }

  @Test(
    "No option is suggested that the verb has not",
    arguments: [
      "fit a.csv --format junit", "identify a.csv --format pdf", "convert damping=11 --format html",
    ])
  func otherVerbs(_ arguments: String) throws {
    let run = try Binary(shell: "\"$0\" \(arguments)")
    #expect(run.status == 64 && run.errors.contains("is invalid for '--format"), "\(run.errors)")
    #expect(!run.errors.contains("FILE"), "\(run.errors)")
  }

  @Test func aLineOf100MegabytesIsRefused() throws {
    let run = try Binary(
      shell: "(printf 't,y\\n0,1\\n'; head -c 100000000 /dev/zero | tr '\\0' 1) | \"$0\" fit -")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors == "scrollfit: -:3: the line is longer than 1048576 bytes\n")
  }

  @Test func aTruncatedLastLineIsLeftOutAndSaidSo() throws {
    let folder = try TemporaryFolder()
    try (Self.curve + "0.47,").write(toFile: folder.path("in.csv"), atomically: false, encoding: .utf8)
    let run = try Binary(shell: "\"$0\" fit in.csv --model deceleration --format json", in: folder.url)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.contains("\"samples\": 30"))
    #expect(run.output.contains("\"lines\": [32]"))
  }

  @Test(arguments: ["/dev/full", "missing/out.txt", "/proc/out.txt"])
  func anUnwritableOutputIsSaid(_ output: String) throws {
    let folder = try TemporaryFolder()
    try Self.curve.write(toFile: folder.path("in.csv"), atomically: false, encoding: .utf8)
    let run = try Binary(shell: "\"$0\" fit in.csv --model polynomial:2 --output \(output)", in: folder.url)
    #expect(run.status == 64 || run.status == 1)
    #expect(run.output.isEmpty && run.errors.hasPrefix("scrollfit: \(output): "))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
    #expect(folder.names == ["in.csv"])
  }

  @Test("A page that cannot be written does not cost the report", arguments: ["text", "json"])
  func unwritablePage(format: String) throws {
    let folder = try TemporaryFolder()
    try Self.curve.write(toFile: folder.path("in.csv"), atomically: false, encoding: .utf8)
    let fit = "\"$0\" fit in.csv --model polynomial:2 --format \(format)"
    let page = try Binary(shell: "\(fit) --html /dev/full", in: folder.url)
    #expect(page.status == 2 && page.errors.hasPrefix("scrollfit: /dev/full: cannot be written"))
    let alone = try Binary(shell: fit, in: folder.url)
    #expect(!alone.output.isEmpty && (format == "json" || page.output == alone.output))
    if format == "json" { _ = try JSONSerialization.jsonObject(with: Data(page.output.utf8)) }
  }

  @Test func oneBadFileDoesNotStopTheRest() throws {
    let folder = try TemporaryFolder()
    try Self.curve.write(toFile: folder.path("in.csv"), atomically: false, encoding: .utf8)
    let run = try Binary(
      shell: "\"$0\" fit none.csv in.csv --model polynomial:2 --format csv", in: folder.url)
    #expect(run.status == 2)
    #expect(run.output.split(separator: "\n").count == 4)
    #expect(run.errors == "scrollfit: none.csv: no such file\n")
  }

  /// Constant velocity is no bad input: the decay is zero within its error, so there is no destination.
  @Test func constantVelocityIsAFit() throws {
    let folder = try TemporaryFolder()
    let text = "t,y\n" + (0..<40).map { "\(Double($0) / 64),\(100 + 3 * $0)\n" }.joined()
    try text.write(toFile: folder.path("in.csv"), atomically: false, encoding: .utf8)
    let run = try Binary(shell: "\"$0\" fit in.csv --model deceleration --format json", in: folder.url)
    #expect(run.status == 0 && run.errors.isEmpty)
    let root = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let fit = try #require((root["fits"] as? [[String: Any]])?.first)
    let decay = try #require(
      (fit["parameters"] as? [[String: Any]])?.first { $0["name"] as? String == "decayConstant" })
    #expect(abs(try #require(decay["value"] as? Double)) < 1e-9)
    #expect(decay["standardError"] is Double)
    let destination = try #require(
      (fit["derived"] as? [[String: Any]])?.first { $0["name"] as? String == "destination" })
    #expect(destination["value"] is NSNull)
    #expect((fit["warnings"] as? [String])?.contains { $0.contains("the destination is undefined") } == true)
  }
}
