import ScrollAnalysis
import ScrollFitting
import Testing

@testable import Reports

struct ProjectionPageTests {
  private static let analysis: ProjectionAnalysis = {
    let line = ProjectionIllustration.OverVelocity(
      decelerationRate: 0.998, velocities: [0, 1000], apple: [0, 499], log: [0, 499.5], difference: [0, 0.5],
      regression: [-5, -4.7], flings: [.init(speed: 500, distance: 245, beyondLog: -4.75)])
    return ProjectionAnalysis(
      table: Samples.projection.table, regressions: Samples.projection.regressions,
      illustration: ProjectionIllustration(
        overVelocity: [line],
        overRate: .init(
          velocity: 1000, decelerationRates: [0.5, 0.9], apple: [1, 9], log: [1.44, 9.49],
          difference: [0.44, 0.49])))
  }()

  @Test("The page of a projection has its pictures") func pictures() {
    let pictures = Self.analysis.page.pictures
    #expect(pictures.map(\.name) == ["projection-velocity-1", "projection-rate"])
    #expect(
      pictures[0].panels[1].marks.map(\.label) == [
        "log formula", "Apple’s formula", "line through the flings", "recorded flings",
      ])
    // Apple's formula lies below the log formula: their difference, log − Apple, with its sign turned.
    #expect(pictures[0].panels[1].marks[1].shape == .line([.init(0, 0), .init(1000, -0.5)]))
    #expect(pictures[1].horizontal.range == 0...1)
  }

  @Test("The page of a projection begins with its answer") func theAnswer() {
    guard case .verdict(let sentence, .good) = Self.analysis.page.sections[0].blocks[0] else {
      Issue.record("no answer")
      return
    }
    #expect(
      sentence
        == "The 4 flings at rate 0.998 agree with the log formula, with a stop at 10.65 ± 0.24 pt/s, off by at most 0.13 pt."
    )
  }

  @Test func withoutFlingsThePageStands() {
    let page = ProjectionAnalysis(table: Samples.projection.table, regressions: []).page
    #expect(page.pictures.isEmpty)
    #expect(page.html().contains("499.4998"))
  }

  @Test func claimsWithTheArticlesPictures() {
    let bounce = FitPageTests.illustrated()
    let band = ReproductionIllustration.RubberBand(
      travels: [0, 10], formula: [0, 5], quadratic: [1, 5], taylor: [0, 5.5],
      points: PlaneCurve(x: [10], y: [5]),
      quadraticBeyond: [1, 0], pointsBeyond: PlaneCurve(x: [10], y: [0]))
    let illustration = ReproductionIllustration(
      bounces: [.init(name: Samples.hostileName, fit: bounce)], rubberBand: band,
      projection: ProjectionIllustration(
        overVelocity: [],
        overRate: .init(velocity: 1, decelerationRates: [], apple: [], log: [], difference: [])))
    let page = Samples.claims.page(illustration)
    #expect(page.pictures.map(\.name).contains("rubber-band"))
    // Names of files are no names of series.
    #expect(page.pictures.allSatisfy { $0.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } })
    #expect(page.html().contains("Of 2 numbers 1 of the articles’ are confirmed, 0 refined and 0 refuted"))
  }
}
