import Drawing
import TestSupport
import Testing

@testable import Reports
@testable import ScrollFitting

struct FitFigureTests {
  @Test("Several fits of one model are drawn over the time since each began, others not")
  func several() throws {
    let fits = (1...5).map { Samples.fit(series: "\($0)") }
    func figure(_ fits: [Fit]) -> Figure? { Analysis(recordings: [], fits: fits).figure(millimeters: 85) }
    #expect(figure([]) == nil && figure(fits) == nil)
    let three = try #require(figure(Array(fits.prefix(3))))
    let elements = try XMLElements(three.svg)
    #expect(
      elements.all("path").compactMap { $0["aria-label"] }.filter { $0.hasPrefix("series ") } == [
        "series 1", "series 2", "series 3",
      ])
    let one = try #require(figure([fits[0]]))
    #expect(one.svg.contains("aria-label=\"fitted: bounce\""))
  }
}
