import ScrollModels
import TestSupport
import Testing

@testable import ScrollAnalysis
@testable import ScrollFitting

/// The articles' pictures against the numbers of an independent code (recordings.md, sections 1 to 3).
struct ReproductionIllustrationTests {
  private let illustration: ReproductionIllustration

  init() throws { illustration = try Reproduction.illustration(from: .embedded) }

  @Test func theArticlesSearchStallsShortOfTheMinimum() throws {
    let article: [(samples: Double, moves: Int, sum: Double, damping: Double, phase: Double, least: Double)] =
      [
        (49, 5789, 9.4755, 10.83, 0.010, 0.16232),
        (45, 3649, 2.2772, 10.85, 0.005, 0.13290), (50, 13219, 99.847, 10.54, 0.109, 0.16548),
      ]
    #expect(illustration.bounces.map(\.name) == ["1", "2", "3"])
    for (bounce, known) in zip(illustration.bounces, article) {
      let paths = try #require(bounce.fit.illustration?.estimators?.paths)
      #expect(
        paths.map(\.estimator) == ["compass-search-articles", "levenberg-marquardt", "variable-projection"])
      #expect(paths[0].iterations == known.moves)
      let stall = try #require(paths[0].steps.last)
      #expect(agree(stall.rms * stall.rms * known.samples, known.sum, 1e-4))
      #expect(agree(stall.y, known.damping, 1e-9))
      #expect(agree(stall.x, known.phase, 1e-9))
      for path in paths.dropFirst() {
        #expect(path.termination.converged)
        #expect(agree(path.steps.last?.rms ?? .nan, known.least, 5e-5))
      }
      // Both in the article's parameters from the article's start.
      #expect(paths[1].steps[0].x == 0)
      #expect(paths[1].steps[0].y == 0)
      #expect(agree(paths[1].steps[0].rms, paths[0].steps[0].rms, 1e-12))
    }
  }

  @Test func theRubberBandAndItsParabolas() {
    let band = illustration.rubberBand
    // 0.55 · 1000/(1 + 0.55 · 1000/812) = 327.900…; the tangent parabola 0.55 x − 0.55²/812 x².
    #expect(
      agree(
        PlaneCurve(x: band.travels, y: band.formula).y.last ?? 0, 0.55 * 1500 / (1 + 0.55 * 1500 / 812), 1e-12
      ))
    #expect(agree(band.taylor.last ?? 0, 0.55 * 1500 - 0.55 * 0.55 / 812 * 1500 * 1500, 1e-12))
    // The article's own parabola, to the digits it prints.
    let middle = band.travels.count / 2
    let x = band.travels[middle]
    #expect(abs(band.quadratic[middle] - (2 + 0.456 * x - 0.000124 * x * x)) < 2)
    #expect(zip(band.quadratic, band.formula).map { $0 - $1 } == band.quadraticBeyond)
    #expect(band.points.x.count == band.pointsBeyond.x.count)
  }

  @Test func flingsLieOnTheLogFormulaLessAStop() throws {
    let normal = try #require(illustration.projection.overVelocity.first)
    #expect(normal.decelerationRate == 0.998)
    #expect(normal.flings.count == 8)
    // Without a stop velocity the log formula misses by 4.8 to 5.2 pt.
    for fling in normal.flings { #expect((-5.25 ... -4.75).contains(fling.beyondLog)) }
    // −v/(1000 ln d) and (v/1000) d/(1 − d) at the fastest velocity drawn.
    let velocity = try #require(normal.velocities.last)
    #expect(agree(normal.apple.last ?? 0, velocity / 1000 * 499, 1e-12))
    #expect(agree(normal.log.last ?? 0, velocity / 1000 * 499.49983316645526, 1e-12))
    #expect(velocity > (normal.flings.map(\.speed).max() ?? 0))
  }

  @Test func ratesLieBetweenZeroAndOne() {
    let over = illustration.projection.overRate
    #expect(over.decelerationRates.allSatisfy { $0 > 0 && $0 < 1 })
    #expect(zip(over.decelerationRates, over.decelerationRates.dropFirst()).allSatisfy { $0 < $1 })
    #expect((over.decelerationRates.last ?? 0) > 0.999)
    // Near 1 half a millisecond of travel.
    #expect(agree(over.difference.last ?? 0, 0.5, 1e-3))
  }
}
