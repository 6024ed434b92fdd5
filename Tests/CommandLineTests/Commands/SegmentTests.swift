import Foundation
import Testing

/// `segment` and `fit` on whole sessions, as a person runs them.
struct SegmentTests {
  static let fixtures = ContractTests.fixtures

  private func segment(_ arguments: String, in folder: URL = fixtures) throws -> [[String: Any]] {
    let run = try Binary(shell: "\"$0\" segment \(arguments) --format json", in: folder)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let root = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(root["schema"] as? String == "scrollfit.segment/1")
    return try #require(root["recordings"] as? [[String: Any]])
  }

  private func phases(_ recording: [String: Any], axis: String = "y") throws -> [[String: Any]] {
    try #require(recording["phases"] as? [[String: Any]]).filter { $0["axis"] as? String == axis }
  }

  private func kinds(_ recording: [String: Any], axis: String = "y") throws -> [String] {
    try phases(recording, axis: axis).map { $0["kind"] as? String ?? "" }
  }

  @Test("A recording of GTK 4 in which both axes move")
  func bothAxes() throws {
    let file = "traces/gtk4/fling_diagonal.csv"
    let recording = try #require(segment(file).first)
    #expect(recording["source"] as? String == file && recording["format"] as? String == "csv")
    for axis in ["x", "y"] {
      let glide = try #require(
        phases(recording, axis: axis).first { $0["kind"] as? String == "deceleration" })
      #expect(abs(try #require(glide["from"] as? Double) - 0.233338) < 0.04)
      let alone = try #require(segment(file + " --axis " + axis).first)
      #expect(Set(try #require(alone["phases"] as? [[String: Any]]).map { $0["axis"] as? String }) == [axis])
      #expect(
        try phases(alone, axis: axis) as NSArray == phases(recording, axis: axis) as NSArray)
    }
  }

  /// An exponential is also the end of a critical spring, whose beginning may have any velocity.
  @Test("A glide is no spring where the exponential is the likelier model", arguments: [11, 12, 15])
  func likelierModel(_ seed: Int) throws {
    let shell =
      "\"$0\" simulate scenarios/session.toml --engine GTK --seed \(seed) --strip-truth | \"$0\" segment -"
    let text = try Binary(shell: shell, in: Self.fixtures).output
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("  y     ") }
    #expect(rows.count { $0.hasPrefix("  y     fling ") } == 3, "\(text)")
    let probabilities = rows.flatMap { $0.matches(of: #/probability (\S+)/#) }.compactMap { Double($0.1) }
    #expect(probabilities.count >= 2 && probabilities.allSatisfy { $0 < 0.5 }, "\(text)")
  }

  @Test("Segment writes every format") func everyFormat() throws {
    let file = "traces/gtk3/edge_end_gentle.csv"
    func output(_ format: String) throws -> String {
      let run = try Binary(shell: "\"$0\" segment \(file) --format \(format)", in: Self.fixtures)
      #expect(run.status == 0 && run.errors.isEmpty)
      return run.output
    }
    let text = try output("text")
    #expect(text.hasPrefix(file + "\n") && text.contains("y over time") && text.contains("> fling"))
    let rows = try output("csv").split(separator: "\n")
    #expect(rows[0] == "source,series,axis,kind,from,fromError,to,toError,samples")
    #expect(try rows.count - 1 == segment(file).flatMap { try phases($0) }.count)
    let markdown = try output("markdown")
    #expect(
      markdown.hasPrefix("## traces/") && markdown.contains("| axis | phase | from | to | samples | why |"))
    #expect(try text == output("text"))
  }

  /// Simulated phases are found again: kinds, and the truth of each beginning within two frames or the stated interval.
  @Test func simulatedSessionIsFoundAgain() throws {
    for options in ["", "--strip-truth", "--strip-truth --strip-touch"] {
      let folder = try TemporaryFolder()
      let scenario = Self.fixtures.appending(path: "scenarios/session.toml").path
      let run = try Binary(
        shell:
          "\"$0\" simulate '\(scenario)' \(options) > s.ndjson && \"$0\" simulate '\(scenario)' | head -1",
        in: folder.url)
      let header = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      let truth = try #require((header["truth"] as? [String: Any])?["y"] as? [[String: Any]])
      let found = try phases(#require(segment("s.ndjson", in: folder.url).first))
      #expect(found.map { $0["kind"] as? String } == truth.map { $0["kind"] as? String }, "\(options)")
      for (phase, piece) in zip(found, truth) {
        let difference = try #require(phase["from"] as? Double) - #require(piece["from"] as? Double)
        let stated = try #require(phase["fromError"] as? Double)
        #expect(abs(difference) <= max(2.0 / 60, stated), "\(options): \(phase)")
      }
    }
  }

  /// `simulate | fit -`: a timeline, then each phase's model with its truth.
  @Test func fitTakesASession() throws {
    let simulate = "\"$0\" simulate scenarios/session.toml --strip-truth --strip-touch"
    let run = try Binary(shell: simulate + " | \"$0\" fit - --verbose", in: Self.fixtures)
    #expect(run.status == 0 && run.errors.isEmpty)
    let lines = run.output.split(separator: "\n")
    let timeline = try #require(lines.first { $0.hasPrefix("  y over time  ") }).dropFirst(15)
    // Marks in the order of what happens, each stretch once.
    var marks = ""
    for mark in timeline where mark != marks.last { marks.append(mark) }
    #expect(marks == ".=>.=>^.~^.")
    #expect(
      lines.contains { $0.hasPrefix("  where ") && $0.contains("= drag, ~ overscroll drag, > fling") })
    let json = try Binary(shell: simulate + " | \"$0\" fit - --format json", in: Self.fixtures)
    let root = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let fits = try #require(root["fits"] as? [[String: Any]])
    func values(_ model: String, _ name: String) throws -> [Double] {
      try fits.filter { $0["model"] as? String == model }.map { fit in
        let parameters = try #require(fit["parameters"] as? [[String: Any]])
        return try #require(parameters.first { $0["name"] as? String == name }?["value"] as? Double)
      }
    }
    let decays = try values("deceleration", "decayConstant")
    #expect(decays.count == 2 && decays.allSatisfy { abs($0 / 2.002002670673079 - 1) < 2e-3 }, "\(decays)")
    let dampings = try values("bounce", "damping")
    #expect(dampings.count == 2 && dampings.allSatisfy { abs($0 / 10.9 - 1) < 0.02 }, "\(dampings)")
    let recordings = try #require(root["recordings"] as? [[String: Any]])
    let phases = try #require(recordings.first?["phases"] as? [[String: Any]])
    #expect(phases.count == 11)
  }

  /// `--model` takes the whole file or the range as one phase, as ever.
  @Test func aModelOrARangeIsNoSession() throws {
    for options in ["--model deceleration --axis y", "--from 0.233338 --to 0.966686 --axis y"] {
      let run = try Binary(
        shell: "\"$0\" fit traces/gtk3/fling_medium_forward.csv \(options)", in: Self.fixtures)
      #expect(run.status == 0 && !run.output.contains("over time"))
    }
  }

  @Test func edgesNameWhatReturnsToThem() throws {
    let file = "traces/gtk4/pull_start_and_release.csv --axis y"
    #expect(try kinds(#require(segment(file + " --edge 0...").first)).contains("bounce"))
    let recording = try #require(segment(file + " --edge 0...7300").first)
    let edges = try #require(recording["edges"] as? [String: Any])
    #expect(edges["y"] as? [Double] == [0, 7300])
  }

  // MARK: Little or odd motion

  private func written(_ text: String, _ check: (TemporaryFolder) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try text.write(toFile: folder.path("in.csv"), atomically: false, encoding: .utf8)
    try check(folder)
  }

  private func rows(_ count: Int, from start: Double = 0, _ offset: (Int) -> Double) -> String {
    (0..<count).map { "\(start + Double($0) / 60),\(offset($0))\n" }.joined()
  }

  @Test func noMotionIsARest() throws {
    try written("t,y\n" + rows(90) { _ in 40 }) { folder in
      let recording = try #require(segment("in.csv", in: folder.url).first)
      #expect(try kinds(recording) == ["rest"])
      let fit = try Binary(shell: "\"$0\" fit in.csv", in: folder.url)
      #expect(fit.status == 1 && fit.output.isEmpty)
      #expect(fit.errors == "scrollfit: in.csv: no motion: all offsets are equal\n")
    }
  }

  @Test(arguments: [1, 2]) func oneOrTwoFrames(count: Int) throws {
    try written("t,y\n" + rows(count) { Double(3 * $0) }) { folder in
      let recording = try #require(segment("in.csv", in: folder.url).first)
      let phases = try phases(recording)
      #expect(phases.reduce(0) { $0 + ($1["samples"] as? Int ?? 0) } == count)
    }
  }

  /// Time that starts again in the middle: two recordings, each with its own phases.
  @Test func restartsAreTwoRecordings() throws {
    let still = rows(120, from: 50) { _ in 5 }
    let jump = rows(60) { _ in 7 } + rows(60, from: 1) { _ in 300 }
    try written("t,y\n" + still + jump) { folder in
      let recordings = try segment("in.csv", in: folder.url)
      #expect(recordings.count == 2)
      #expect(try recordings.map { try kinds($0) } == [["rest"], ["rest", "jump", "rest"]])
    }
  }

  /// A last line that is cut off is left out, and said so.
  @Test func aHalfLineIsLeftOut() throws {
    let folder = try TemporaryFolder()
    let scenario = Self.fixtures.appending(path: "scenarios/session.toml").path
    _ = try Binary(shell: "\"$0\" simulate '\(scenario)' | head -c 30010 > s.ndjson", in: folder.url)
    let recording = try #require(segment("s.ndjson", in: folder.url).first)
    let cleaning = try #require(recording["cleaning"] as? [[String: Any]])
    #expect(cleaning.count == 1 && cleaning[0]["count"] as? Int == 1)
    #expect(try kinds(recording).starts(with: ["rest", "drag", "deceleration"]))
  }

  /// One datum changed moves a number; nothing changed moves none.
  @Test func oneDatumMoves() throws {
    func report(_ change: String) throws -> String {
      let folder = try TemporaryFolder()
      let file = Self.fixtures.appending(path: "traces/kivy/fling_medium_forward.csv").path
      let run = try Binary(
        shell: "sed '\(change)' '\(file)' > in.csv && \"$0\" fit in.csv --format csv", in: folder.url)
      #expect(run.errors.isEmpty)
      return run.output
    }
    let plain = try report("")
    #expect(try plain == report(""))
    #expect(try plain != report("80s/[0-9]$/0/;80s/[0-9]\\.\\([0-9]*\\)$/9.\\1/"))
  }

  // MARK: Errors

  @Test(arguments: [
    ("", Int32(64), "Missing expected argument"), ("none.csv", 1, "none.csv: no such file"),
    ("- - < in.csv", 64, "standard input (-) can be used only once"), ("in.csv --format yaml", 64, ""),
    ("in.csv --edge 3...1", 64, ""), ("in.csv --axis z", 64, ""), ("in.csv --model bounce", 64, ""),
    ("in.csv --column y=nothing", 1, "in.csv: --column y: no column 'nothing'"),
    ("in.csv --output in.csv", 64, "in.csv: "),
    ("bad.csv", 1, "bad.csv:3:3: 'abc' in column 'y' is not a number"),
  ])
  func errorsAreOneLine(arguments: String, status: Int32, line: String) throws {
    let folder = try TemporaryFolder()
    try ("t,y\n" + rows(30) { Double($0) }).write(
      toFile: folder.path("in.csv"), atomically: false, encoding: .utf8)
    try "t,y\n0,1\n1,abc\n2,3\n".write(toFile: folder.path("bad.csv"), atomically: false, encoding: .utf8)
    let run = try Binary(shell: "\"$0\" segment \(arguments)", in: folder.url)
    #expect(run.status == status, "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("scrollfit: " + line), "\(run.errors)")
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
    #expect(folder.names.sorted() == ["bad.csv", "in.csv"])
  }

  @Test func oneBadFileDoesNotStopTheRest() throws {
    try written("t,y\n" + rows(90) { _ in 40 }) { folder in
      let run = try Binary(shell: "\"$0\" segment none.csv in.csv --format csv", in: folder.url)
      #expect(run.status == 2)
      #expect(run.errors == "scrollfit: none.csv: no such file\n")
      #expect(run.output.split(separator: "\n").count == 2)
    }
  }
}
