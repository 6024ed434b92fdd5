import Foundation
import Testing

/// `scrollfit identify`: the contract's keys, every format, and what is wrong usage.
struct IdentifyTests {
  private static let traces = ContractTests.fixtures.appending(path: "traces").path

  private struct Report: Decodable {
    struct Recording: Decodable {
      struct Phase: Decodable {
        struct Candidate: Decodable {
          let `class`: String
          let engines: [String]
          let law: String
          let constants: String
          let deltaAicc: Double?
          let rms: Double
          let maximum: Double
          let maximumPixels: Double?
          let adequacy: String
        }

        let axis: String
        let kind: String
        let from: Double
        let to: Double
        let candidates: [Candidate]
        let verdict: String
      }

      struct Class: Decodable {
        let `class`: Int
        let engines: [String]
        let deltaAicc: Double?
      }

      let source: String
      let phases: [Phase]
      let overall: [Class]
      let verdict: String
    }

    struct Release: Decodable {
      struct Hitches: Decodable {
        struct Frame: Decodable {
          let series: String?
          let t: Double
          let lateness: Double
        }
        let late: Int
        let longest: Double
        let frames: [Frame]
      }
      let series: String?
      let flings: [Fling]
      let hitches: Hitches
      struct Fling: Decodable { let release: Double }
    }

    let schema: String
    let recordings: [Recording]
    let releases: [Release]
  }

  private func report(_ arguments: String) throws -> Report {
    let run = try Binary(shell: "\"$0\" identify \(arguments) --format json")
    #expect(run.status == 0 && run.errors.isEmpty)
    return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
  }

  @Test("The JSON of identify has every phase with its engines") func json() throws {
    let found = try report("'\(Self.traces)/gtk3/edge_end_gentle.csv'")
    #expect(found.schema == "scrollfit.identify/1")
    let recording = try #require(found.recordings.first)
    #expect(recording.phases.map(\.kind) == ["deceleration", "bounce"])
    #expect(recording.overall.first?.engines == ["GTK"] && recording.overall.first?.deltaAicc == 0)
    #expect(recording.verdict == "engine")
    for phase in recording.phases {
      let best = try #require(phase.candidates.first)
      #expect(best.engines.contains("GTK") && best.constants == "fixed" && best.adequacy != "fails")
      #expect(phase.candidates.contains { $0.constants == "free" })
      #expect(phase.candidates.allSatisfy { $0.maximum >= $0.rms })
    }
  }

  @Test("Every format of identify names the engines", arguments: ["text", "csv", "markdown"])
  func formats(_ format: String) throws {
    let run = try Binary(shell: "\"$0\" identify '\(Self.traces)/gtk4/fling_caught.csv' --format \(format)")
    #expect(run.status == 0 && run.output.contains("WebKit GTK; GTK"))
  }

  @Test("Gestures that are series of one file are one session, in JSON and on the page")
  func session() throws {
    let file = "'\(Self.traces)/chromium/record_page.ndjson'"
    let found = try report(file)
    let release = try #require(found.releases.first)
    #expect(found.releases.count == 1 && release.series == nil && release.flings.count > 3)
    let hitches = release.hitches
    #expect(
      hitches.frames.count == hitches.late && hitches.frames.allSatisfy { $0.lateness <= hitches.longest })
    #expect(hitches.frames.allSatisfy { $0.series.map { Int($0) } != nil && $0.t >= 0 })
    for verb in ["identify", "fit"] {
      let run = try Binary(
        shell: """
          d=$(mktemp -d); "$0" \(verb) \(file) --html $d/p.html > /dev/null; grep -c '<h2.*all series' $d/p.html; rm -r $d
          """)
      #expect(run.output == "1\n", "\(verb): \(run.output) \(run.errors)")
    }
  }

  @Test("The page of identify comes with its pictures") func aPage() throws {
    let run = try Binary(
      shell: """
        d=$(mktemp -d); "$0" identify '\(Self.traces)/gtk4/fling_caught.csv' --html $d/p.html --svg $d/s > /dev/null
        cat $d/p.html; ls $d/s; rm -r $d
        """)
    #expect(
      run.output.contains("does not tell apart: WebKit GTK; GTK") && run.output.contains("phase-1-1.svg"))
  }

  @Test(arguments: [
    ("--phase rest", 64, "'rest' is invalid for '--phase"),
    ("--from 2 --to 1", 64, "--from 2.0 must be before --to 1.0"),
    ("--axis x", 1, "axis x"),
    ("--phase bounce --from 90", 1, "no samples between"),
  ])
  func whatIsWrong(_ arguments: String, _ status: Int32, _ words: String) throws {
    let file = "'\(Self.traces)/gtk3/fling_medium_forward.csv'"
    let run = try Binary(shell: "\"$0\" identify \(file) \(arguments)")
    #expect(run.status == status && run.errors.contains(words), "\(run.status) \(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test(
    "A return that sets in after the recorded release is the engine's like every other phase",
    arguments: 1...8)
  func returnAfterRelease(_ seed: Int) throws {
    let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path
    let run = try Binary(
      shell: """
        "$0" simulate '\(scenario)' --engine UIScrollView --strip-truth --seed \(seed) | "$0" identify -
        """)
    #expect(run.status == 0 && run.output.contains(#/verdict +UIScrollView; /#), "\(run.output)")
    #expect(!run.output.contains(" of 5 phases"), "\(run.output)")
  }
}
