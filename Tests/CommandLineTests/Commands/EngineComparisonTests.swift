import Foundation
import Testing

/// An engine of the catalogue beside recordings in `compare` and `batch`, and `engines`.
struct EngineComparisonTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder.withFlings() }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" \(arguments)", in: folder.url)
  }

  @Test("compare --like takes an engine of the catalogue for side A")
  func like() throws {
    let same = try run("compare --like UIScrollView uikit")
    #expect(same.status == 0 && same.output.hasPrefix("UIScrollView against uikit: same within 0.5 pt"))
    #expect(same.output.contains("UIScrollView, of the catalogue"))
    // The rate 0.998 a millisecond: −1000 ln 0.998 = 2.002003 1/s, which has no error.
    #expect(
      same.output.contains("decayConstant  2.002 1/s ") && !same.output.contains("± 0 "), "\(same.output)")
    let different = try run("compare --like ios own --junit feel.xml")
    #expect(different.status == 3 && different.output.hasPrefix("UIScrollView against own: different"))
    #expect(try folder.text("feel.xml").contains("<failure"))
    #expect(try run("compare --like ios own uikit").status == 64)
    #expect(try run("compare --like ios own --baseline b.json").status == 64)
    let unknown = try run("compare --like uiscrolview own")
    #expect(unknown.status == 64 && unknown.errors.contains("UIScrollView"))
  }

  @Test("Every verb finds a bounce that is missing at an edge")
  func edgeStop() throws {
    // 4000 pt/s at UIScrollView's rate into an edge 1500 pt away, after half a second of rest.
    let rows = (0..<120).map { frame -> String in
      let time = Double(frame) / 60
      let offset = 4000 / 2.002 * (1 - exp(-2.002 * max(0, time - 0.5)))
      return "\(time),\((min(offset, 1500) * 3).rounded() / 3)"
    }
    try "# bounds: 0...1500\nt,y\n\(rows.joined(separator: "\n"))\n".write(
      toFile: folder.path("edge.csv"), atomically: true, encoding: .utf8)
    try "like = \"ios\"\n".write(toFile: folder.path("rules.toml"), atomically: true, encoding: .utf8)
    let compared = try run("compare --like ios edge.csv --html page.html")
    #expect(compared.status == 3 && compared.output.contains("different: B has no bounce\n"))
    let ruled = try run("expect rules.toml edge.csv")
    #expect(ruled.status == 3 && ruled.output.contains("stops there without a bounce"))
    #expect(try run("fit edge.csv --like ios --quiet").output.contains("stops there without a bounce"))
    let batch = try run("batch edge.csv --like ios")
    #expect(batch.errors.hasSuffix("0 same, 1 different, 0 undecided\n"))
    let ignored = try run("compare --like ios edge.csv --ignore-missing")
    #expect(ignored.status == 0 && !ignored.output.contains("bounce"))
    #expect(try run("compare --like ios edge.csv --edge 0...2900").status == 0)
  }

  /// The sentences are those of `fit --quiet`, which fits without kernels.
  @Test("batch --like adds the verdict of fit to every line, and counts the verdicts")
  func batch() throws {
    let batch = try run("batch own uikit broken.csv --like ios")
    #expect(batch.status == 2)
    #expect(batch.errors.hasSuffix("scrollfit: like UIScrollView: 3 same, 3 different, 0 undecided\n"))
    struct Row: Decodable {
      struct Verdict: Decodable {
        struct Phase: Decodable { let phase: String, verdict: String, largest: Double }
        let engine: String, verdict: String, sentence: String, limit: Double, phases: [Phase]
      }
      let source: String
      let like: Verdict?
    }
    let rows = try batch.output.split(separator: "\n").map {
      try JSONDecoder().decode(Row.self, from: Data($0.utf8))
    }
    #expect(
      rows.map { $0.like?.verdict } == Array(repeating: "different", count: 3)
        + Array(repeating: "same", count: 3) + [nil])
    // v/k at 2000 pt/s, the largest standard gesture that these recordings cover: 999.0 and 713.3 pt.
    let first = try #require(rows.first?.like)
    #expect(
      first.engine == "UIScrollView" && first.limit == 0.5 && first.phases.map(\.phase) == ["deceleration"])
    #expect(abs((first.phases.first?.largest ?? 0) - 285.7) < 0.5)
    let lines = try run("fit own uikit --like ios --quiet").output.split(separator: "\n")
    #expect(
      zip(lines, rows).allSatisfy { line, row in line.hasSuffix(row.like?.sentence ?? "none") }, "\(lines)")
    #expect(try run("batch own --quiet").output.contains("\"like\"") == false)
    #expect(
      try run("batch own --like ios --jobs 1 --quiet").output
        == run("batch own --like ios --jobs 2 --quiet").output)
  }

  @Test(
    "batch --like is refused beside what has no verdicts",
    arguments: ["--like iosx", "--like ios --formula 'y = a + b*t'"])
  func refusedInBatch(_ options: String) throws {
    let run = try run("batch own \(options)")
    #expect(run.status == 64 && run.output.isEmpty && run.errors.hasPrefix("scrollfit: "))
  }

  @Test("engines lists the catalogue, and the rows of one engine")
  func engines() throws {
    let all = try run("engines")
    #expect(all.status == 0 && all.output.contains("UIScrollView") && all.output.contains("ios, uikit"))
    let one = try run("engines ios")
    #expect(one.status == 0 && one.output.hasPrefix("UIScrollView, fling\n") && one.output.contains("0.998"))
    let none = try run("engines kivi")
    #expect(none.status == 64 && none.output.isEmpty && none.errors.contains("Kivy"))
  }

  @Test("batch --like stores the distance of every recording, counts it again on resumption, and reports it")
  func store() throws {
    let first = try run("batch own uikit --like ios --store one.sqlite --jobs 1 --format json --quiet")
    #expect(first.status == 0, "\(first.errors)")
    let other = try run("batch own uikit --like ios --store two.sqlite --jobs 2 --format json --quiet")
    #expect(first.output == other.output)
    let again = try run("batch own uikit --like ios --store one.sqlite")
    #expect(
      again.errors.contains("6 already stored")
        && again.errors.hasSuffix(
          "like UIScrollView: 3 same, 3 different, 0 undecided\n"),
      "\(again.errors)")
    #expect(try run("query one.sqlite --export").output == run("query two.sqlite --export").output)
    let rows = try run(
      "query one.sqlite 'SELECT source, engine, verdict, phase, largest FROM comparisons ORDER BY position' --format csv"
    ).output.split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
    #expect(
      rows.map { $0[2] } == Array(repeating: "different", count: 3) + Array(repeating: "same", count: 3))
    // v/k at 2000 pt/s: 999.0 and 713.3 pt.
    #expect(rows[0][1] == "UIScrollView" && rows[0][3] == "deceleration")
    #expect(abs((Double(rows[0][4]) ?? 0) - 285.7) < 0.5)
    let report = try run("batch own uikit --like ios --store one.sqlite --format text --quiet").output
    #expect(report.contains("3 same, 3 different, 0 undecided") && report.contains("own/0.csv"), "\(report)")
    // Another engine, or none, is another setting.
    let none = try run("batch own uikit --store one.sqlite")
    #expect(none.errors.contains("6 done") && !none.errors.contains("already stored"), "\(none.errors)")
  }
}

extension TemporaryFolder {
  /// Three flings of UIKit's model at 60 Hz on pixels of ⅓ pt, with a rate of 0.9972 (`own`) or UIKit's 0.998 (`uikit`).
  static func withFlings() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, constant) in [("own", 2.8039), ("uikit", 2.002003)] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      for (fling, velocity) in [2100.0, 3300, 4200].enumerated() {
        let rows = (0..<120).map { frame -> String in
          let time = Double(frame) / 60
          let travel = velocity / constant * (1 - exp(-constant * time))
          return "\(time),\((travel * 3).rounded() / 3)"
        }
        try "t,y\n\(rows.joined(separator: "\n"))\n".write(
          toFile: folder.path("\(name)/\(fling).csv"), atomically: true, encoding: .utf8)
      }
    }
    return folder
  }
}
