import Foundation
import Testing

/// `batch` as a person runs it: a line a recording, in the order of the input.
struct BatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The members of a line, numbers to their last bit (which `JSONSerialization` does not promise).
  struct Row: Decodable {
    struct Fit: Decodable, Equatable {
      struct Estimate: Decodable, Equatable {
        let name: String
        let value: Double?
        let standardError: Double?
        let interval: [Double]?
      }
      let parameters: [Estimate]
      let derived: [Estimate]
      let residuals: [String: Double?]

      /// All values to a share of themselves or of their errors, standard errors to a millionth.
      func agrees(with other: Fit, to tolerance: Double) -> Bool {
        func near(_ a: Double?, _ b: Double?, _ size: Double) -> Bool {
          guard let a, let b else { return a == b }
          return abs(a - b) <= size
        }
        let estimates = zip(parameters + derived, other.parameters + other.derived).allSatisfy { a, b in
          let size = max(abs(b.value ?? 0), b.standardError ?? 0)
          let pairs = zip(a.interval ?? [], b.interval ?? [])
          return a.name == b.name && near(a.value, b.value, tolerance * size)
            && near(a.standardError, b.standardError, 1e-6 * (b.standardError ?? 0))
            && a.interval?.count == b.interval?.count && pairs.allSatisfy { near($0, $1, 1e-6 * size) }
        }
        return estimates && residuals.keys == other.residuals.keys
          && residuals.allSatisfy { key, value in
            near(value, other.residuals[key] ?? nil, 1e-6 * abs((value ?? 0)))
          }
      }
    }
    let line: Int?
    let fits: [Fit]

    static func all(_ output: String) throws -> [Row] {
      try output.split(separator: "\n").map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    }
  }

  /// A deceleration sampled at 120 Hz on a grid of thirds.
  static func samples(_ index: Int) -> (times: [Double], offsets: [Double]) {
    let velocity = 600.0 + 37 * Double(index), k = 2 + 0.01 * Double(index % 20)
    let times = (0..<60).map { Double($0) / 120 }
    return (times, times.map { (3 * velocity * (1 - exp(-k * $0)) / k).rounded() / 3 })
  }

  /// Recordings on lines.
  static func traces(_ count: Int) -> [String] {
    (0..<count).map { index in
      let (times, offsets) = samples(index)
      return
        "{\"id\": \"g\(index)\", \"model\": \"decel\", \"device\": \"\(index % 2 == 0 ? "old" : "new")\", "
        + "\"t\": \(times), \"y\": \(offsets)}"
    }
  }

  private func write(_ name: String, _ text: String) throws {
    let url = folder.url.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" \(arguments)", in: folder.url)
  }

  private func rows(_ run: Binary) throws -> [[String: Any]] {
    try run.output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private static let linear = "t,y\n0,0\n1,2\n2,4.1\n3,6\n4,8\n5,10.1\n"

  @Test func everyKindOfPathInOrder() throws {
    try write("in/b/2.csv", Self.linear)
    try write("in/a.csv", Self.linear)
    try write("in/b/1.csv", Self.linear)
    try write("in/.hidden.csv", Self.linear)
    try write("in/notes.md", "no recording")
    try write("loose-2.csv", Self.linear)
    try write("loose-1.csv", Self.linear)
    try write("list.txt", "in/b/1.csv\nnone.csv\n")
    let run = try run("batch --model polynomial:1 in 'loose-*.csv' in/a.csv --list list.txt --quiet")
    #expect(run.status == 2)
    let rows = try rows(run)
    #expect(
      rows.map { $0["source"] as? String } == [
        "in/a.csv", "in/b/1.csv", "in/b/2.csv", "loose-1.csv", "loose-2.csv", "in/a.csv", "in/b/1.csv",
        "none.csv",
      ])
    #expect(rows.map { $0["index"] as? Int } == Array(0..<8))
    #expect(
      rows.allSatisfy {
        $0["status"] as? String == ($0["source"] as? String == "none.csv" ? "failed" : "done")
      })
    #expect(rows[7]["error"] as? String == "no such file" && rows[7]["contentHash"] is NSNull)
    #expect(run.errors == "scrollfit: none.csv: no such file\n")
    // `printf 't,y\n0,0\n1,2\n2,4.1\n3,6\n4,8\n5,10.1\n' | sha256sum`
    let hash = "ead73b4b8ea8c1b7840a1205cab89aab957fd98aff4b47a27e7c5ad71bff8159"
    #expect(rows[0]["contentHash"] as? String == hash)
  }

  @Test func theSameAtAnyNumberOfJobsAndAsFitSays() throws {
    let lines = Self.traces(12)
    try write("many.ndjson", "\n# a comment\n" + lines.joined(separator: "\n") + "\n{broken\n")
    let one = try run("batch many.ndjson --jobs 1 --quiet")
    let three = try run("batch many.ndjson --jobs 3 --quiet")
    #expect(one.status == 2 && one.output == three.output && one.errors == three.errors)
    #expect(one.errors == "scrollfit: many.ndjson:15:2: not a JSON object: a key is missing here\n")
    let rows = try rows(one)
    #expect(rows.count == 13 && rows.map { $0["line"] as? Int } == Array(3...15))
    // The same samples as a file of their own.
    let (times, offsets) = Self.samples(4)
    try write("alone.csv", "t,y\n" + zip(times, offsets).map { "\($0),\($1)\n" }.joined())
    let fit = try run("fit alone.csv --model deceleration --format json")
    struct Whole: Decodable { let fits: [Row.Fit] }
    let expected = try JSONDecoder().decode(Whole.self, from: Data(fit.output.utf8)).fits
    // A batch begins where a kernel says: the last digits may differ.
    let same = try Row.all(one.output)[4].fits
    #expect(same.count == 1 && expected.count == 1)
    for (a, b) in zip(same, expected) { #expect(a.agrees(with: b, to: 1e-9)) }
    let found = try #require((rows[4]["fits"] as? [[String: Any]])?.first)
    #expect(found["series"] as? String == "g4" && found["source"] as? String == "many.ndjson")
  }

  @Test func linesComeByStandardInputPackedOrNot() throws {
    try write("many.ndjson", Self.traces(3).joined(separator: "\n"))
    let file = try run("batch many.ndjson --quiet").output.replacingOccurrences(of: "many.ndjson", with: "-")
    for line in [
      "batch --stdin-ndjson --quiet < many.ndjson", "batch - --quiet < many.ndjson",
      "batch - --stdin-ndjson --quiet < many.ndjson",
    ] { #expect(try run(line).output == file) }
    let packed = try Binary(shell: "gzip -c many.ndjson | \"$0\" batch - --quiet", in: folder.url)
    #expect(packed.status == 0 && packed.output == file)
  }

  /// A pull past the edge names its model, and has the finger's travel where others have times.
  @Test func aLineNamesItsLaw() throws {
    let travel = (0..<40).map { Double($0 * 10) }
    let offsets = travel.map { 800 * (1 - 1 / (0.55 * $0 / 800 + 1)) }
    try write("one.ndjson", "{\"id\": 7, \"model\": \"rubber\", \"t\": \(travel), \"y\": \(offsets)}\n")
    let fit = try #require((rows(run("batch one.ndjson --quiet"))[0]["fits"] as? [[String: Any]])?.first)
    #expect(fit["model"] as? String == "rubber-band" && fit["series"] as? String == "7")
    let parameters = try #require(fit["parameters"] as? [[String: Any]])
    let coefficient = try #require(parameters.first { $0["name"] as? String == "coefficient" })
    #expect(abs(try #require(coefficient["value"] as? Double) - 0.55) < 1e-6)
    // The user's word is above the line's.
    let asked = try rows(run("batch one.ndjson --model polynomial:2 --column y=y --quiet"))
    #expect((asked[0]["fits"] as? [[String: Any]])?.first?["model"] as? String == "polynomial:2")
  }

  @Test func howItEnds() throws {
    try write("good.csv", Self.linear)
    try write("still.csv", "t,y\n0,1\n1,1\n2,1\n")
    #expect(try run("batch good.csv --model polynomial:1 --quiet").status == 0)
    #expect(try run("batch still.csv --model polynomial:1 --quiet").status == 1)
    #expect(try run("batch good.csv still.csv --model polynomial:1 --quiet").status == 2)
    for wrong in [
      "batch", "batch - --list -", "batch --list - --stdin-ndjson", "batch good.csv --jobs 0",
      "batch good.csv --joint rest",
      "batch good.csv --store s --output o", "batch good.csv --model deceleration --fix nothing=1",
    ] { #expect(try run(wrong).status == 64, "\(wrong)") }
    let summary = try run("batch good.csv --model polynomial:1").errors
    #expect(summary.wholeMatch(of: /scrollfit: 1 done, 0 failed, in [0-9]+ s\n/) != nil, "\(summary)")
    let (times, offsets) = Self.samples(3)
    let short = "{\"id\": \"short\", \"t\": \(Array(times[..<9])), \"y\": \(Array(offsets[..<9]))}"
    try write("many.ndjson", (Self.traces(3) + [short]).joined(separator: "\n"))
    #expect(
      try run("batch many.ndjson --model deceleration").errors.hasSuffix(
        "; 1 of 4 kernel fits fell back to the general solver\n"))
  }

  @Test func anOutputFileIsThereWholeOrNotAtAll() throws {
    try write("good.csv", Self.linear)
    let whole = try run("batch good.csv --model polynomial:1 --quiet")
    #expect(try run("batch good.csv --model polynomial:1 --quiet --output rows.ndjson").status == 0)
    #expect(try folder.text("rows.ndjson") == whole.output)
    #expect(try run("batch good.csv --model polynomial:1 --quiet --output rows.ndjson").status == 64)
    #expect(try run("batch good.csv --model deceleration --fix nothing=1 --output none.ndjson").status == 64)
    let full = try run("batch good.csv --model polynomial:1 --quiet > /dev/full")
    #expect(full.errors == "scrollfit: standard output: cannot be written: No space left on device\n")
    #expect(folder.names.sorted() == ["good.csv", "rows.ndjson"])
  }

  @Test func aLineThatIsTooLongIsOneFailure() throws {
    let lines = Self.traces(2)
    let long = "{\"t\": [" + String(repeating: "1, ", count: 400_000) + "1]}"
    try write("many.ndjson", "\(lines[0])\n\(long)\n\(lines[1])\n")
    let rows = try rows(run("batch many.ndjson --quiet"))
    #expect(rows.map { $0["status"] as? String } == ["done", "failed", "done"])
    #expect(rows[1]["error"] as? String == "the line is longer than 1048576 bytes")
    #expect(rows[2]["line"] as? Int == 3)
  }
}
