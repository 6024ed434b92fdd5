import Foundation
import Testing

/// `scrollfit expect`: rules for constants and engines.
struct ExpectTests {
  private let folder: TemporaryFolder

  /// Three flings with the decay constant 2.002 1/s, a rate of 0.998, to a tenth of a point.
  init() throws {
    folder = try TemporaryFolder()
    for (fling, velocity) in [1500.0, 2200, 2900].enumerated() {
      let rows = (0..<120).map { frame -> String in
        let time = Double(frame) / 60
        return "\(time),\((velocity / 2.002 * (1 - exp(-2.002 * time)) * 10).rounded() / 10)"
      }
      try "t,y\n\(rows.joined(separator: "\n"))\n".write(
        toFile: folder.path("\(fling).csv"), atomically: true, encoding: .utf8)
    }
  }

  private func run(
    _ rules: String, _ options: String = "", recordings: String = "[012].csv"
  ) throws -> Binary {
    try rules.write(toFile: folder.path("rules.toml"), atomically: true, encoding: .utf8)
    return try Binary(shell: "\"$0\" expect rules.toml \(recordings) \(options)", in: folder.url)
  }

  @Test("Rules are met, not met and undecided, a line each, with the status of the worst")
  func verdicts() throws {
    let met = try run("decelerationRate = \"0.998 ± 0.0005\"\nlike = \"ios within 1 pt\"\n")
    #expect(met.status == 0 && met.errors.isEmpty, "\(met.output)\(met.errors)")
    #expect(met.output.split(separator: "\n").allSatisfy { $0.hasPrefix("✓ ") && $0.contains(": met: ") })
    let broken = try run("decelerationRate = \"0.99 ± 0.0005\"\nlike = \"Advance\"\n")
    #expect(
      broken.status == 3 && broken.output.hasPrefix("✗ decelerationRate = 0.99 ± 0.0005: not met: 0.998"))
    // A bounce that is gone is what a gate exists for.
    let missing = try run("damping = \"8...12\"\n")
    #expect(missing.status == 3 && missing.output.contains("not met: no recorded motion follows bounce"))
    let open = try run("damping = \"8...12\"\n", "--ignore-missing")
    #expect(open.status == 0 && open.output.contains("cannot be told: no recorded motion follows bounce"))
    #expect(try run("damping = \"8...12\"\n", "--ignore-missing --require-same").status == 3)
  }

  @Test("An interval of few motions says how many standard errors it has and why, one of many does not")
  func fewMotions() throws {
    let rule = "decelerationRate = \"0.998 ± 0.0005\"\n"
    let two = try run(rule, recordings: "[01].csv").output
    // The 97.5 % quantile of Student's t with 1 degree of freedom, tan(0.475 π), is 12.706.
    #expect(
      two.hasSuffix(
        ", 2 motions; the interval is compared, 12.7 standard errors to either side by Student's t with 1 degree of freedom\n"
      ),
      "\(two)")
    #expect(try run(rule, recordings: "[012].csv").output.contains("4.3 standard errors"))
    #expect(try run(rule, recordings: "0.csv").output.hasSuffix(", 1 motion\n"))
  }

  @Test("JUnit, JSON and annotations name the rule and its number")
  func formats() throws {
    let rules = "decelerationRate = \"0.99 +- 0.0005\"\n"
    let github = try run(rules, "--format github --junit rules.xml")
    #expect(github.status == 3)
    #expect(
      github.output.hasPrefix("::error title=decelerationRate = 0.99 +- 0.0005::not met: 0.998"))
    #expect(github.output.contains(", 95 %25 interval"))
    let xml = try folder.text("rules.xml")
    #expect(xml.contains("failures=\"1\"") && xml.contains("type=\"different\""))
    // Three recordings of 119 frames at 60 Hz.
    #expect(
      xml.contains(
        "<testcase classname=\"expect\" name=\"decelerationRate = 0.99 +- 0.0005\" time=\"5.950\">"))
    #expect(xml.contains("skipped=\"0\" time=\"5.950\""))
    #expect(try run(rules, "--format json").output.contains("\"verdict\": \"different\""))
  }

  @Test(
    "Wrong rules are said",
    arguments: [
      ("decelerationrate = \"0.998 ± 0.1\"", "did you mean 'decelerationRate'?"),
      ("damping = 3", "such as \"0.998 ± 0.0005\""), ("damping = \"ten\"", "such as"),
      ("like = \"iosx\"", "no engine"), ("like = \"ios within x pt\"", "ios within 1 pt"), ("", "no rules"),
      ("damping = ", "TOML"),
    ])
  func wrongRules(_ rules: String, _ words: String) throws {
    let run = try run(rules)
    #expect(run.status == 64 && run.output.isEmpty && run.errors.contains(words), "\(run.errors)")
  }
}
