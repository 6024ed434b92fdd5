import Drawing
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import Reports
@testable import ScrollAnalysis
@testable import ScrollFitting

struct FitPageTests {
  static let paths = EstimatorPaths(
    horizontal: .init("velocity", unit: "pt/s", range: 0...10),
    vertical: .init("decay", unit: "1/s", range: 0...3),
    contours: [.init(rms: 2, lines: [PlaneCurve(x: [1, 2, 3], y: [1, 2, 1])])], abscissas: [0, 3],
    paths: ["compass-search", "gradient-descent", "levenberg-marquardt", "variable-projection"].map { name in
      EstimatorPaths.Path(
        estimator: name, iterations: 1, evaluations: 4, termination: .gradient,
        steps: [
          .init(iteration: 0, rms: 4, x: 1, y: 1, curve: [0, 9]),
          .init(iteration: 1, rms: 0.5, x: 5, y: 2, curve: [0, 3]),
        ])
    })

  static func illustrated(_ verdict: Adequacy.Verdict = .holds, expected: Double = 10.9) -> Fit {
    Samples.fit().illustrated(by: illustration(verdict, expected: expected))
  }

  private static func illustration(_ verdict: Adequacy.Verdict = .holds, expected: Double = 10.9)
    -> Illustration
  {
    Illustration(
      curve: PlaneCurve(x: [0, 1.5, 3], y: [0, 1.8, 3.3]), confidence: [0.1, 0.05, 0.1], maximum: 0.41,
      references: [
        ReferenceCurve(
          reference: "UIScrollView bounce", parameter: "damping", expected: expected,
          residuals: [0, 0.1, -0.1, 0.2],
          maximum: 0.2, verdict: verdict)
      ], estimators: paths)
  }

  @Test func pictureOfAFit() throws {
    let picture = Self.illustrated().picture(name: "fit")
    #expect(
      picture.panels.map(\.vertical.title) == [
        "offset, pt", "recorded − fitted, pt", "recorded − UIScrollView bounce, pt",
      ])
    #expect(picture.panels.map(\.vertical.step) == [0.5, 0.5, 0.5])
    #expect(picture.panels[1].marks[0] == PlotMark("one pixel, 0.5 pt", .quiet, .strip(-0.25...0.25)))
    #expect(
      picture.panels[1].marks[2]
        == PlotMark(
          "residual", .observed, .points([.init(0, 0), .init(1, -0.5), .init(2, 0), .init(3, 0.25)])))
    #expect(
      picture.panels[0].marks[1]
        == PlotMark(
          "95 % band of the curve", .first,
          .band(x: [0, 1.5, 3], low: [-0.1, 1.75, 3.1999999999999997], high: [0.1, 1.85, 3.4])))
  }

  @Test func aPhaseIsDrawnInTheRecordingsTime() {
    #expect(Samples.fit().horizontalAxis.title == "abscissa")
    #expect(Self.timed.horizontalAxis.title == "time, s")
    #expect(Self.timed.origin == 2)
  }

  private static let timed: Fit = {
    let fit = Samples.fit()
    return Fit(
      part: .init(
        source: fit.source, series: fit.series, axis: .y, phase: "bounce", from: 2, to: 5, samples: 4,
        unit: "pt"),
      model: "bounce", assumptions: fit.assumptions,
      quantities: .init(parameters: fit.parameters, derived: [], correlations: [], against: []),
      quality: fit.quality, search: Samples.search(evaluations: 1), notices: [], curve: fit.curve)
  }()

  @Test func pageOfAFit() throws {
    let page = Analysis(recordings: [Samples.recording()], fits: [Self.illustrated()]).page
    #expect(page.title == "bounce.csv, series 1")
    #expect(
      page.pictures.map(\.name) == [
        "fit-1", "fit-1-estimators-curve", "fit-1-estimators-paths", "fit-1-estimators-costs",
      ])
    guard case .verdict(let sentence, .good) = page.sections[0].blocks[0] else {
      Issue.record("the page does not begin with the answer")
      return
    }
    #expect(
      sentence
        == "This bounce moves as UIKit’s does (UIScrollView bounce): the curve with its damping 10.9 is off by at most 0.2 pt, less than one pixel (0.5 pt)."
    )
    guard case .warnings(let warnings) = page.sections[0].blocks[1] else {
      Issue.record("warnings do not follow the answer")
      return
    }
    #expect(warnings == ["taken as one phase", "a wide, \"quoted\" warning"])
  }

  @Test func theAnswerInASentence() {
    #expect(
      PlainVerdict(Self.illustrated(.near)).sentence
        == "This bounce moves nearly as UIKit’s does (UIScrollView bounce), but not quite: the curve with its damping 10.9 is off "
        + "by up to 0.2 pt. It follows a critically damped spring, off by at most 0.41 pt, less than one pixel (0.5 pt)."
    )
    let other = PlainVerdict(Self.illustrated(.fails))
    #expect(other.tone == .fair)
    #expect(
      other.sentence
        == "This bounce does not move as UIKit’s does (UIScrollView bounce): the curve with its damping 10.9 is off by up to 0.2 pt. "
        + "It follows a critically damped spring, off by at most 0.41 pt, less than one pixel (0.5 pt), with damping 10.9038 ± 0.0057 1/s."
    )
    #expect(
      PlainVerdict(Samples.fit()).sentence
        == "This bounce follows a critically damped spring, off by at most 0.41 pt, less than one pixel (0.5 pt)."
    )
  }

  @Test("A fit is compared with the constants of the asked engine alone")
  func constantsOfTheAskedEngine() throws {
    let fit = Self.illustrated()
    let own =
      "This bounce follows a critically damped spring, off by at most 0.41 pt, less than one pixel (0.5 pt)."
    #expect(PlainVerdict(fit, like: try ScrollEngine(named: "GTK")).sentence == own)
    #expect(PlainVerdict(fit, like: try ScrollEngine(named: "ios")) == PlainVerdict(fit))
    #expect(fit.picture(name: "fit", like: try ScrollEngine(named: "GTK")).panels.count == 2)
    #expect(fit.picture(name: "fit", like: try ScrollEngine(named: "ios")) == fit.picture(name: "fit"))
  }

  @Test func ofSeveralConstantsUIKitsIsToldFirst() {
    func reference(_ name: String, _ verdict: Adequacy.Verdict) -> ReferenceCurve {
      ReferenceCurve(
        reference: name, parameter: "damping", expected: 10, residuals: [], maximum: 1, verdict: verdict)
    }
    func told(_ references: ReferenceCurve...) -> String? {
      Illustration(
        curve: PlaneCurve(x: [], y: []), confidence: [], maximum: 0, references: references, estimators: nil
      )
      .reference(of: nil)?.reference
    }
    #expect(told(reference("Compose", .holds), reference("UIScrollView", .holds)) == "UIScrollView")
    #expect(told(reference("UIScrollView", .fails), reference("Compose", .holds)) == "Compose")
    #expect(told(reference("Compose", .near), reference("UIScrollView", .fails)) == "UIScrollView")
    #expect(told(reference("Compose", .near)) == "Compose")
    #expect(told() == nil)
  }

  @Test func aSliderHasAFrameForEachStep() throws {
    guard case .replay(let replay) = Page.Block.estimators(of: Self.illustrated(), name: "e")[0] else {
      Issue.record("no slider")
      return
    }
    #expect(replay.tracks.map(\.frames.count) == [2, 2, 2, 2])
    #expect(replay.tracks[3].frames[1] == "variable projection, point 2 of 2: rms 0.5 pt")
    for picture in replay.pictures {
      let tracks = picture.panels[0].marks.compactMap { mark in
        if case .replay(let tracks) = mark.shape { tracks.map(\.count) } else { nil }
      }
      #expect(tracks == [[2, 2, 2, 2]])
    }
  }

  @Test("A recording without a fit has none of another's on a page with a single fit")
  func recordingWithoutFit() {
    let recordings = [Samples.recording(), Samples.recording(source: "drag.csv")]
    let html = Analysis(recordings: recordings, fits: [Self.illustrated()]).page(answers: []).html()
    #expect(html.components(separatedBy: "<caption>Parameters of ").count == 2 && html.contains("No fit."))
  }

  @Test("The timeline shows each kind of phase once") func timeline() throws {
    let phases = [("drag", 0.0, 1.0), ("bounce", 1.0, 2.0), ("drag", 2.0, 3.0)].map {
      PhaseSummary(
        axis: .y, kind: $0.0, from: $0.1, fromError: 0, to: $0.2, toError: 0, samples: 9, evidence: "")
    }
    let recording = RecordingSummary(
      Trace.FileOrigin(source: "a", format: "csv"), phases: phases,
      overview: [.y: PlaneCurve(x: [0, 1, 2, 3], y: [0, 10, 5, 5])])
    let picture = try #require(recording.picture(name: "r"))
    #expect(
      picture.panels[0].marks[0]
        == PlotMark("drag", .third, .spans([.init("drag", 0...1), .init("drag", 2...3)])))
    #expect(picture.panels[0].marks.count == 3)
    #expect(Samples.recording().picture(name: "r") == nil)
  }

  @Test("The timeline marks dropped frames, and draws the finger while it touches")
  func touchesAndDroppedFrames() throws {
    // 0.1 s a frame; frames are dropped from 0.3 s to 0.6 s. The finger lifts at 0.2 s and is back at 0.7 s.
    let times = [0, 0.1, 0.2, 0.3, 0.6, 0.7, 0.8]
    let trace = try Trace(
      Trace.FileOrigin(source: "a", format: "csv"), clock: Trace.SampleClock(times),
      columns: Trace.SampleColumns(
        offsets: [.y: [0, 5, 10, 12, 13, 14, 15]], fingers: [.y: [0, 6, 12, 12, 12, 0, 2]],
        states: [.tracking, .dragging, .dragging, .decelerating, .decelerating, .tracking, .dragging]))
    let recording = RecordingSummary(
      Trace.FileOrigin(source: "a", format: "csv"), frames: .init(interval: 0.1, dropped: 2), phases: []
    ).withOverview(of: trace)
    let picture = try #require(recording.picture(name: "r"))
    #expect(picture.hasOverview)
    #expect(picture.panels.map(\.vertical.quantity) == ["y offset", "y finger travel", "y velocity"])
    #expect(
      picture.panels[0].marks.last
        == PlotMark("dropped frames", .second, .rug([PlotMark.Span("2 frames dropped", 0.3...0.6)])))
    guard case .line(let finger) = picture.panels[1].marks[0].shape else {
      Issue.record("no line of the finger")
      return
    }
    #expect(finger.count == 6 && finger[3].x.isNaN)
    #expect(finger.prefix(3).map(\.y) == [0, 6, 12] && finger.suffix(2).map(\.y) == [0, 2])
    #expect(picture.summary.hasSuffix("Marks below the offset: 2 dropped frames."))
  }

  @Test("The terms that a page uses are explained on it, once each")
  func terms() {
    let table = Document.Table(
      ["deceleration rate", "damping", "stiffness", "coefficient", "rest"],
      [("parameter", .left, { $0 }), ("95 % interval", .left, { _ in "" })])
    let facts = ["residuals", "noise", "errors", "verdict"].map { Document.Fact($0, "text") }
    let html = Page(
      title: "t", sections: [.init(nil, [.table(table, caption: "c"), .facts(facts), .facts(facts)])]
    ).html()
    for term in Term.allCases {
      #expect(html.components(separatedBy: "id=\"\(term.id)\"").count == 2, "\(term)")
      #expect(html.contains("popovertarget=\"\(term.id)\""), "\(term)")
    }
    #expect(html.contains("<th scope=\"row\">rest</th>") && html.contains("<dt>verdict</dt>"))
    #expect(Term.allCases.count == 8)
    #expect(!Page(title: "t", sections: [.init(nil, [.paragraph("damping")])]).html().contains("id=\"term-"))
  }

  @Test(
    "The sentence about several fits names what they follow",
    arguments: [
      ([.near, .near], "Both fits nearly follow their model."),
      ([.holds, .near, .near], "Of 3 fits 1 follows its model, 2 nearly do."),
      ([.near, .fails], "Of 2 fits 1 nearly follows its model, 1 does not."),
    ] as [([Adequacy.Verdict], String)])
  func tally(_ verdicts: [Adequacy.Verdict], _ sentence: String) {
    let fits = verdicts.enumerated().map { Samples.fit(series: "\($0)", verdict: $1) }
    let recordings = verdicts.indices.map { Samples.recording(series: "\($0)") }
    #expect(Analysis(recordings: recordings, fits: fits).page.html().contains(sentence))
  }

  /// Ten thousand fits with their warnings: a page of less than 5 MB that says what it leaves out.
  @Test func aBatchStaysSmall() {
    let count = 10_000
    let recordings = (0..<count).map { Samples.recording(source: "recordings/of/monday/trace-\($0).csv") }
    let fits = (0..<count).map { index in
      let fit = Samples.fit(source: "recordings/of/monday/trace-\(index).csv")
      return index < Analysis.maximumPictures ? fit.illustrated(by: Self.illustration()) : fit
    }
    let page = Analysis(recordings: recordings, fits: fits).page
    let html = page.html()
    #expect(html.utf8.count < 5_000_000)
    #expect(page.pictures.count == 4 * Analysis.maximumPictures)
    #expect(
      html.contains(
        "Pictures show the 12 fits that are furthest off for their travel; the table has the 1000 furthest off."
      ))
    #expect(html.contains("and 19960 more, in the text and JSON reports"))
    #expect(html.contains("All 10000 fits follow their model."))
  }
}
