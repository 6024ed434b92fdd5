import ScrollAnalysis
import Testing

@testable import Reports
@testable import ScrollFitting

struct FeelConstantsTests {
  private static func answers(_ fits: [Fit]) -> Feel? {
    Analysis(recordings: [Samples.recording()], fits: fits).feel([], toolkit: nil)
  }

  @Test("The page's own view moves by the model that the samples prefer")
  func preferredModel() {
    let bounce = Samples.fit()
    #expect(Self.answers([bounce])?.own.rows.keys.elementsEqual([.bounce]) == true)
    let parabola = Fit(
      part: bounce.part, model: "polynomial:2", assumptions: bounce.assumptions,
      quantities: .init(parameters: [], derived: [], correlations: [], against: []),
      quality: bounce.quality, search: Samples.search(), notices: [], curve: bounce.curve)
    #expect(Self.answers([bounce, parabola]) == nil)
  }

  @Test("Constants that the samples do not determine move nothing")
  func undetermined() {
    #expect(Self.answers([Samples.fit(parameters: [Samples.rest, Samples.damping.undetermined])]) == nil)
  }
}
