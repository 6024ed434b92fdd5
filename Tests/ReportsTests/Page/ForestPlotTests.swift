import ScrollAnalysis
import Testing

@testable import Reports

struct ForestPlotTests {
  /// A constant of the values, their errors 0.5, of devices in turn.
  private func report(
    _ values: [Double], devices: [String?] = [], folder: String = "",
    comparison: BatchReport.EngineComparison? = nil
  ) -> BatchReport {
    var collection = BatchCollection(
      recordingCount: values.count, failedCount: 0, keys: devices.isEmpty ? [] : ["device"],
      recordings: values.indices.map { index in
        let device = devices.isEmpty ? nil : devices[index % devices.count]
        return BatchCollection.Recording(
          source: "\(folder)r\(index).csv", line: nil, series: nil, position: index, part: 0, contentHash: "",
          time: nil,
          groups: device.map { ["device": $0] } ?? [:])
      })
    let name = BatchCollection.ConstantName(
      phase: "bounce", axis: "y", model: "bounce", name: "damping", unit: "1/s")
    for (index, value) in values.enumerated() {
      collection.add(.init(recording: index, fit: 0, value: value, standardError: 0.5), of: name)
    }
    return BatchReport(collection, comparison: comparison)
  }

  private func plot(_ report: BatchReport) throws -> ForestPlot {
    try #require(report.constants.first?.forests { _ in nil }.first)
  }

  @Test(
    "A page of recordings that were compared with an engine begins with that answer",
    arguments: [
      (
        [EquivalenceVerdict.different: 3],
        "None of 3 recordings is like UIScrollView: off by up to 286 pt in a fling."
      ),
      ([.same: 2], "Both recordings are like UIScrollView."),
      ([.same: 1, .different: 1, .undecided: 1], "1 of 3 recordings like UIScrollView, 1 not, 1 undecided."),
    ])
  func answer(verdicts: [EquivalenceVerdict: Int], sentence: String) throws {
    let recording = BatchCollection.Recording(
      source: "a.csv", line: nil, series: nil, position: 0, part: 0, contentHash: "", time: nil, groups: [:])
    let comparison = BatchReport.EngineComparison(
      engine: "UIScrollView", verdicts: verdicts,
      farthest: [
        .init(recording: recording, verdict: "different", phase: "deceleration", largest: 286, unit: "pt")
      ])
    let page = report([10, 11, 12], comparison: comparison).page()
    guard case .verdict(let text, _) = try #require(page.sections.first?.blocks.first) else {
      Issue.record("\(page.sections[0])")
      return
    }
    #expect(text == sentence)
  }

  @Test("Tables have what motions of one engine have in common, no mean of initial conditions")
  func ofEngines() {
    var collection = BatchCollection(
      recordingCount: 3, failedCount: 0, keys: [],
      recordings: (0..<3).map {
        BatchCollection.Recording(
          source: "r\($0).csv", line: nil, series: nil, position: $0, part: 0, contentHash: "", time: nil,
          groups: [:])
      })
    for (name, unit) in [
      ("initialOffset", "pt"), ("initialVelocity", "pt/s"), ("decayConstant", "1/s"),
      ("decelerationRate", "1/ms"), ("destination", "pt"),
    ] {
      let constant = BatchCollection.ConstantName(
        phase: "deceleration", axis: "y", model: "deceleration", name: name, unit: unit)
      for index in 0..<3 {
        collection.add(
          .init(recording: index, fit: 0, value: 2 + Double(index), standardError: 0.5), of: constant)
      }
    }
    let report = BatchReport(collection)
    let page = report.page().html().replacing(#/<script.*?</script>/#.dotMatchesNewlines(), with: "")
    for text in [ReportFormat.text.render(report), page] {
      #expect(text.contains("decayConstant") && text.contains("decelerationRate"))
      for name in ["initialOffset", "initialVelocity", "destination"] { #expect(!text.contains(name)) }
    }
    #expect(report.constants.count == 5)
  }

  @Test("Recordings stand under their group with their 95 % intervals, those without one last")
  func groups() throws {
    let plot = try plot(report([10, 11, 12, 13, 14, 15], devices: ["b", "a", nil]))
    #expect(
      plot.rows.map(\.label) == [
        "device a, 2 fits", "r1.csv", "r4.csv", "device b, 2 fits", "r0.csv", "r3.csv", "no device given",
        "r2.csv", "r5.csv",
      ])
    #expect(plot.rows.map(\.isGroup) == [true, false, false, true, false, false, true, false, false])
    #expect(plot.title == "bounce y, bounce: damping by device")
    // The normal distribution's 97.5 % quantile is 1.959964.
    let interval = try #require(plot.rows[1].interval)
    #expect(abs(interval.lowerBound - (11 - 1.959964 * 0.5)) < 1e-6)
    #expect(abs(interval.upperBound - (11 + 1.959964 * 0.5)) < 1e-6)
    #expect(plot.rows[1].text == "11.00 ± 0.50 1/s")
    #expect(plot.rows[6].value == nil && plot.rows[6].text.isEmpty)
  }

  @Test("The places of dots are shares of the axis; a value far out is an arrow at its end")
  func references() throws {
    let plot = try plot(report([10, 10.5, 11, 11.5, 12, 12.5, 13, 90]))
    let items = try #require(plot.values["items"] as? [[String: Any]])
    let marks = items.compactMap { $0["mark"] as? [String: String] }
    #expect(marks.map { $0["kind"] } == ["mean"] + Array(repeating: "dot", count: 7) + ["above"])
    #expect(marks.last?["place"] == "100.00")
    #expect(items.last?["interval"] == nil)
    let dots = marks[1...7].compactMap { $0["place"].flatMap(Double.init) }
    #expect(zip(dots, dots.dropFirst()).allSatisfy { abs($1 - $0 - (dots[1] - dots[0])) < 0.02 && $0 < $1 })
  }

  @Test("Values that are all equal have an axis, a single one has no plot")
  func degenerate() throws {
    let plot = try plot(report([3, 3, 3, 3]))
    let marks = try #require(plot.values["items"] as? [[String: Any]]).compactMap {
      $0["mark"] as? [String: String]
    }
    #expect(marks.allSatisfy { $0["place"] == "50.00" })
    #expect(report([3]).constants.first?.forests { _ in nil }.isEmpty == true)
  }

  @Test("Of very many recordings those furthest from the mean are drawn, in the order of the input")
  func limit() throws {
    let values = (0..<1000).map { index -> Double in index == 500 ? 60 : 10 + Double(index % 100) / 100 }
    let plot = try plot(report(values))
    #expect(plot.rows.count == 1 + ForestPlot.maximumRecordings)
    #expect(plot.title.hasSuffix("the 200 of 1000 furthest from the mean"))
    let labels = plot.rows.filter { !$0.isGroup }.map(\.label)
    #expect(labels.contains("r500.csv") && labels.first != "r500.csv")
    #expect(report(values).page().html().utf8.count < 2_000_000)
  }

  @Test("Below fifty fits the dots are alone; from fifty on histograms stand beside them")
  func histograms() {
    for (count, hasHistogram) in [(49, false), (50, true)] {
      let page = report((0..<count).map { 10 + Double($0 * 7 % count) / 10 }).page()
      #expect(page.pictures.contains { $0.name == "spread-1" } == hasHistogram)
      let html = page.html()
      #expect(html.contains("class=\"bars forest\"") && html.contains("class=\"dot\""))
      #expect(html.contains("<caption>Constants by recording</caption>"))
    }
  }

  @Test("A recording whose fit is drawn is a link to its picture")
  func links() throws {
    let report = report([10, 11, 12])
    let distribution = try #require(report.constants.first)
    let reference = distribution.estimates[1].reference
    let plot = try #require(distribution.forests { $0 == reference ? "#worst-2" : nil }.first)
    #expect(plot.rows.map(\.target) == [nil, nil, "#worst-2", nil])
    let html = Page(title: "t", sections: [.init(nil, [.forests([plot])])]).html()
    #expect(html.contains("<a href=\"#worst-2\">r1.csv</a>"))
  }

  @Test("The names of files are as short as tells them apart")
  func names() {
    let paths = [
      "/r/a/fling.csv", "/r/b/fling.csv", "/r/a/drag.csv", "fling.csv", "/r/x/a/fling.csv", "/r/a/drag.csv",
    ]
    #expect(
      DistinguishingNames.of(paths) == [
        "/r/a/fling.csv": "r/a/fling.csv", "/r/b/fling.csv": "b/fling.csv", "/r/a/drag.csv": "drag.csv",
        "fling.csv": "fling.csv", "/r/x/a/fling.csv": "x/a/fling.csv",
      ])
    #expect(DistinguishingNames.of([]).isEmpty)
  }

  @Test("A row has the short name, and the path where it is pointed at")
  func paths() throws {
    let plot = try plot(report([10, 11, 12], folder: "/home/<me>/"))
    #expect(plot.rows.map(\.label).dropFirst() == ["r0.csv", "r1.csv", "r2.csv"])
    let html = Page(title: "t", sections: [.init(nil, [.forests([plot])])]).html()
    #expect(html.contains("<span title=\"/home/&lt;me&gt;/r1.csv\">r1.csv</span>"))
  }

  @Test("Pages of recordings come before pictures of their fits; what has none is said")
  func pages() throws {
    let report = report([10, 11, 12])
    let estimates = try #require(report.constants.first).estimates
    let pages = RecordingPages([(estimates[2].reference.recording, "p/r2.html")], missing: 2, crashed: 1)
    let html = report.page(pages: pages).html()
    #expect(html.components(separatedBy: "<a href=\"p/r2.html\">r2.csv</a>").count == 3)
    #expect(html.contains("2 recordings could not be read again as fitted: they have no page. Making"))
  }

  @Test(
    "Of very many recordings a table has the pages of those that the others leave out", arguments: [30, 1500])
  func manyPages(_ count: Int) throws {
    let report = report((0..<count).map { 10 + Double($0 % 7) / 10 })
    let estimates = try #require(report.constants.first).estimates
    let pages = RecordingPages(
      estimates.enumerated().map { ($1.reference.recording, "p/\($0).html") }, missing: 0)
    let html = report.page(pages: pages).html()
    for index in 0..<count { #expect(html.contains("<a href=\"p/\(index).html\">r\(index).csv</a>")) }
    #expect(html.contains("<summary>Pages of all 1500 recordings</summary>") == (count == 1500))
    let table = try #require(html.range(of: "<caption>Constants by recording</caption>"))
    #expect(html[table.upperBound...].components(separatedBy: "<a href=\"p/").count > min(count, 1000))
  }
}
