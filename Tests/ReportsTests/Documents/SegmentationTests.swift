import Foundation
import Recordings
import ScrollFitting
import Testing

@testable import FitJSON
@testable import Reports

/// The reports of `segment`.
struct SegmentationTests {
  private static func phase(
    _ kind: PhaseKind, _ from: Double, _ to: Double, error: Double? = 0.0083, samples: Int = 12,
    axis: Axis = .y, evidence: String = "why"
  ) -> PhaseSummary {
    PhaseSummary(
      axis: axis, kind: kind.rawValue, from: from, fromError: error, to: to, toError: error,
      samples: samples, evidence: evidence)
  }

  private static func recording(
    source: String = "s.ndjson", series: String? = nil, phases: [PhaseSummary]
  ) -> RecordingSummary {
    RecordingSummary(
      Trace.FileOrigin(source: source, series: series, format: "scrolltrace"),
      frames: .init(timeOrigin: 12.5, interval: 0.0125, dropped: 3), quantizationStep: [.y: 0.5],
      edges: [.y: 0...Double.infinity], phases: phases,
      remarks: Trace.Remarks(
        cleaning: [Trace.Cleaning(what: "repeated sample dropped", count: 2, lines: [4, 9])],
        notices: [Notice(.noFreeMotion, "a warning")]))
  }

  private static let phases = [
    phase(.rest, 0, 0.5, evidence: "one offset, 0 pt"), phase(.rubberBand, 0.5125, 1, samples: 40),
    phase(.bounce, 1.0125, 1.875, samples: 70), phase(.rest, 1.8875, 2, samples: 10),
  ]
  private static let segmentation = Segmentation(recordings: [recording(phases: phases)])
  private static let hostile = Segmentation(recordings: [
    recording(
      source: Samples.hostileName, series: Samples.hostileName,
      phases: [phase(.drag, 0, 1, error: nil, evidence: Samples.hostileName)])
  ])

  @Test("A segmentation as text") func text() {
    #expect(
      ReportFormat.text.render(Self.segmentation) == """
        s.ndjson
          warning      a warning
          recording    scrolltrace, first time stamp 12.5 s, a frame every 12.5 ms, 3 frames dropped, y on a
                       grid of 0.5 pt, y edge at 0 pt
          cleaning     repeated sample dropped: 2 (lines 4, 9)
          y over time  .....................~~~~~~~~~~~~~~~~~~~~^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^....
          where        ~ overscroll drag, ^ bounce, . rest; from 0 to 2 s

          axis  phase            from               to                 samples  why
          y     rest             0.0000 ± 0.0083 s  0.5000 ± 0.0083 s       12  one offset, 0 pt
          y     overscroll drag  0.5125 ± 0.0083 s  1.0000 ± 0.0083 s       40  why
          y     bounce           1.0125 ± 0.0083 s  1.8750 ± 0.0083 s       70  why
          y     rest             1.8875 ± 0.0083 s  2.0000 ± 0.0083 s       10  why

        """)
  }

  @Test("A segmentation as CSV") func csv() {
    #expect(
      ReportFormat.csv.render(Self.segmentation) == """
        source,series,axis,kind,from,fromError,to,toError,samples
        s.ndjson,,y,rest,0.0,0.0083,0.5,0.0083,12
        s.ndjson,,y,rubberBand,0.5125,0.0083,1.0,0.0083,40
        s.ndjson,,y,bounce,1.0125,0.0083,1.875,0.0083,70
        s.ndjson,,y,rest,1.8875,0.0083,2.0,0.0083,10

        """)
  }

  @Test("A segmentation as Markdown") func markdown() {
    let text = ReportFormat.markdown.render(Self.segmentation)
    #expect(text.hasPrefix("## s.ndjson\n\n- **warning**: a warning\n"))
    #expect(
      text.hasSuffix(
        """
        | axis | phase | from | to | samples | why |
        | :--- | :--- | :--- | :--- | ---: | :--- |
        | y | rest | 0.0000 ± 0.0083 s | 0.5000 ± 0.0083 s | 12 | one offset, 0 pt |
        | y | overscroll drag | 0.5125 ± 0.0083 s | 1.0000 ± 0.0083 s | 40 | why |
        | y | bounce | 1.0125 ± 0.0083 s | 1.8750 ± 0.0083 s | 70 | why |
        | y | rest | 1.8875 ± 0.0083 s | 2.0000 ± 0.0083 s | 10 | why |

        """))
  }

  @Test("The keys of the schema, in its order")
  func jsonKeys() throws {
    let text = ReportFormat.json.render(Self.segmentation)
    #expect(try keys(text) == ["schema", "recordings"])
    #expect(
      try keys(text, after: "\"recordings\": [") == [
        "source", "series", "format", "timeOrigin", "frameInterval", "frameRate",
        "variableFrameRate", "droppedFrames", "longestGap", "grid",
        "edges",
        "phases", "cleaning", "warnings",
      ])
    #expect(
      try keys(text, after: "\"phases\": [") == [
        "axis", "kind", "from", "fromError", "to", "toError", "samples", "alternatives", "evidence",
      ])
    #expect(try keys(text, after: "\"cleaning\": [") == ["what", "count", "lines"])
    #expect(try keys(text, after: "\"edges\": ") == ["x", "y"])
    #expect(try keys(text, after: "\"grid\": ") == ["x", "y"])
  }

  @Test("A segmentation as JSON") func jsonValues() throws {
    let root = try parse(ReportFormat.json.render(Self.segmentation))
    #expect(root["schema"] as? String == "scrollfit.segment/1")
    let recording = try #require((root["recordings"] as? [[String: Any]])?.first)
    #expect(recording["series"] is NSNull)
    #expect(recording["timeOrigin"] as? Double == 12.5 && recording["droppedFrames"] as? Int == 3)
    let edges = try #require(recording["edges"] as? [String: Any])
    #expect(edges["x"] is NSNull)
    let y = try #require(edges["y"] as? [Any])
    #expect(y[0] as? Double == 0 && y[1] is NSNull)
    let phases = try #require(recording["phases"] as? [[String: Any]])
    #expect(phases.map { $0["kind"] as? String } == ["rest", "rubberBand", "bounce", "rest"])
    #expect(phases[1]["from"] as? Double == 0.5125 && phases[1]["toError"] as? Double == 0.0083)
    #expect(phases[1]["samples"] as? Int == 40 && phases[0]["evidence"] as? String == "one offset, 0 pt")
  }

  @Test("Hostile names are escaped in a segmentation") func hostileNames() throws {
    let root = try parse(ReportFormat.json.render(Self.hostile))
    let recording = try #require((root["recordings"] as? [[String: Any]])?.first)
    #expect(recording["source"] as? String == Samples.hostileName)
    let phase = try #require((recording["phases"] as? [[String: Any]])?.first)
    #expect(phase["evidence"] as? String == Samples.hostileName && phase["fromError"] is NSNull)
    for format in [ReportFormat.text, .markdown] {
      let text = format.render(Self.hostile)
      #expect(!text.contains("\u{1b}") && !text.contains("\u{202e}"))
    }
    #expect(!ReportFormat.markdown.render(Self.hostile).contains("<img"))
    #expect(ReportFormat.csv.render(Self.hostile).contains("y,drag,0.0,,1.0,,12\n"))
  }

  @Test("A segmentation without recordings has a sentence") func nothing() throws {
    let none = Segmentation(recordings: [])
    #expect(ReportFormat.text.render(none) == "No recording.\n")
    #expect(ReportFormat.csv.render(none).split(separator: "\n").count == 1)
    #expect(try parse(ReportFormat.json.render(none))["recordings"] as? [String] == [])
    let empty = Segmentation(recordings: [Self.recording(phases: [])])
    #expect(ReportFormat.text.render(empty).hasSuffix("\n\n  No phase.\n"))
  }

  /// Every phase has a mark, however short it is, and time is to scale.
  @Test func timelineIsToScale() throws {
    let short = [
      Self.phase(.rest, 0, 4.99), Self.phase(.jump, 5, 5), Self.phase(.rest, 5.01, 7.49),
      Self.phase(.drag, 7.5, 7.51), Self.phase(.deceleration, 7.52, 10),
    ]
    let x = [Self.phase(.rest, 0, 5, axis: .x), Self.phase(.snap, 5, 10, axis: .x)]
    let facts = Self.recording(phases: x + short).timeline()
    #expect(facts.map(\.label) == ["x over time", "y over time", "where"])
    #expect(facts[0].text == String(repeating: ".", count: 40) + String(repeating: "*", count: 40))
    let line = facts[1].text
    #expect(line.count == 80)
    #expect(line.filter { $0 == "|" }.count == 1 && line.filter { $0 == "=" }.count == 1)
    #expect(abs(line.prefix { $0 != "|" }.count - 40) <= 1)
    #expect(abs(line.prefix { $0 != "=" }.count - 60) <= 1)
    #expect(Self.recording(phases: [Self.phase(.rest, 0, 3)]).timeline().isEmpty)
  }
}
