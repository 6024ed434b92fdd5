import Drawing
import Foundation
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import Reports
@testable import ScrollAnalysis
@testable import ScrollFitting

struct ThumbnailPageTests {
  private static let session = RecordingSummary(
    Trace.FileOrigin(source: "a", format: "video"), frames: .init(timeOrigin: 0, interval: 0.1),
    phases: [("rest", 0.0, 3.9), ("drag", 4.0, 4.3), ("deceleration", 4.4, 9.9)].map {
      PhaseSummary(
        axis: .y, kind: $0.0, from: $0.1, fromError: 0, to: $0.2, toError: 0, samples: 9, evidence: "")
    }, unit: "px",
    overview: [.y: PlaneCurve(x: (0..<100).map { Double($0) / 10 }, y: (0..<100).map { Double(7 * $0) })])

  @Test(
    "Thumbnails stand at the ends of a recording, at the starts of phases and between, without covering each other"
  )
  func thumbnailTimes() throws {
    let times = Thumbnails.times(of: Self.session, aspect: 0.5, atMost: 12)
    #expect(times == times.sorted() && (8...12).contains(times.count))
    // The drag is too close to the longer deceleration.
    #expect([0, 4.4, 9.9].allSatisfy(times.contains) && !times.contains(4))
    let layout = PictureLayout(try #require(Self.session.picture(name: "r")), top: 0)
    for (one, other) in zip(times, times.dropFirst()) { #expect(layout.x(other) - layout.x(one) >= 50) }
    #expect(Thumbnails.times(of: Self.session, aspect: 0.5, atMost: 3) == [0, 4.4, 9.9])
    #expect(Thumbnails.times(of: Self.session, aspect: 16 / 9, atMost: 12).count < times.count)
    #expect(Thumbnails.times(of: Samples.recording(), aspect: 0.5, atMost: 12).isEmpty)
  }

  @Test("Thumbnails are images of the page at their times, and only such a page may have images")
  func thumbnails() throws {
    let analysis = Analysis(recordings: [Self.session], fits: [])
    let items = [0, 4.4, 9.9].map { Thumbnails.Item(time: $0, jpeg: [0xFF, 0xD8, 0xFF]) }
    let html = analysis.page(answers: [], thumbnails: [0: Thumbnails(aspect: 0.5, items: items)]).html()
    #expect(html.components(separatedBy: "<img src=\"data:image/jpeg;base64,/9j/\" alt=\"").count == 4)
    #expect(html.contains("alt=\"Video at 4.4 s, fling, offset 308 px\""))
    // 0 s and 9.9 s are the ends of the plot area, 66 and 626 of 640 units.
    for (time, position) in [("0.0", "10.312"), ("9.9", "97.812")] {
      #expect(html.contains("data-time=\"\(time)\" style=\"--at:\(position)"))
    }
    #expect(html.contains("; img-src data:;"))
    let plain = analysis.page(answers: []).html()
    #expect(!plain.contains("img-src") && !plain.contains("<ul class=\"thumbnails\""))
  }
}
