import LeastSquares
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollAnalysis

/// The rubber band of an iOS drag and of habr's four points, and the polynomials that stand in for it.
struct RubberBandFigures {
  private let reference: JSONNode
  private let drag: Trace
  private let points: Trace

  init() throws {
    reference = try JSONNode("reference/rubber.json")
    drag = try recordings("data/ios265_sim_rubberband_drag.csv")[0]
    points = try recordings("data/rubberband_habr_article.csv")[0]
  }

  private var both: [(trace: Trace, node: JSONNode, dimension: Double)] {
    [(drag, reference["ios265"], 681.6667), (points, reference["habr"], 812)]
  }

  @Test("Rubber bands with both parameters free are the reference's") func bothFree() throws {
    for (trace, node, _) in both {
      let fit = try fit(trace, "rubber-band")
      expect(fit["coefficient"], node["bothFree", "coefficient"], trace.source)
      expect(fit["dimension"], node["bothFree", "dimension"], trace.source)
      #expect(agree(fit.residuals.sumOfSquares, node["bothFree", "sumOfSquares"].number, 1e-9))
    }
    let whole = try fit(drag, "rubber-band")
    let node = reference["ios265"]
    expect(whole, residuals: node["bothFree", "residuals"], selection: JSONNode.none, "drag")
    #expect(agree(whole.selection.aicc ?? .nan, node["aicc", "bothFree"].number, 1e-9))
  }

  @Test("Rubber bands of known dimension are the reference's") func dimensionKnown() throws {
    for (trace, node, dimension) in both {
      #expect(node["dimensionKnown", "dimension"].number == dimension)
      let fit = try fit(trace, "rubber-band") { $0.fixed = ["dimension": dimension] }
      expect(fit["coefficient"], node["dimensionKnown", "coefficient"], trace.source)
      #expect(fit["dimension"]?.value == dimension && fit["dimension"]?.fixed == true)
      #expect(agree(fit.residuals.sumOfSquares, node["dimensionKnown", "sumOfSquares"].number, 1e-9))
    }
    let fit = try fit(drag, "rubber-band") { $0.fixed = ["dimension": 681.6667] }
    #expect(agree(fit.residuals.maximum, reference["ios265", "dimensionKnown", "maximum"].number, 1e-8))
    #expect(agree(fit.selection.aicc ?? .nan, reference["ios265", "aicc", "dimensionKnown"].number, 1e-9))
  }

  /// 2 + 0.456 x − 0.000124 x² exactly.
  @Test func habrsQuadraticToTwelveDigits() throws {
    let fit = try fit(points, "polynomial:2")
    for (name, value) in [("c0", 2), ("c1", 0.456), ("c2", -0.000124)] {
      #expect(agree(fit.value(name), value, 1e-12), "\(name): \(fit.value(name))")
    }
    #expect(agree(fit.residuals.sumOfSquares, 80, 1e-12))
    #expect(fit["c2"]?.unit == "1/pt")
    #expect(zip(fit.curve.residuals, [-2, 6, -6, 2.0]).allSatisfy { abs($0 - $1) < 1e-10 })
  }

  @Test("Parabolas through rubber bands are the reference's") func quadratics() throws {
    for (trace, node, _) in both {
      let free = try fit(trace, "polynomial:2")
      for name in ["c0", "c1", "c2"] { expect(free[name], node["quadratic", "parameters", name], name) }
      #expect(agree(free.residuals.maximum, node["quadratic", "maximum"].number, 1e-9))
      #expect(agree(free.selection.bic ?? .nan, node["quadratic", "selection", "bic"].number, 1e-9))
      #expect(
        agree(free.selection.rSquared ?? .nan, node["quadratic", "selection", "rSquared"].number, 1e-12))
      let throughZero = try fit(trace, "polynomial:2") { $0.fixed = ["c0": 0] }
      for name in ["c1", "c2"] {
        expect(throughZero[name], node["quadraticThroughZero", "parameters", name], "through zero \(name)")
      }
      #expect(
        agree(throughZero.residuals.sumOfSquares, node["quadraticThroughZero", "sumOfSquares"].number, 1e-9))
    }
  }

  @Test("The criteria of polynomials are the reference's", arguments: 1...4) func rivalPolynomials(
    degree: Int
  ) throws {
    let name = "polynomial:\(degree)"
    let fit = try fit(drag, name)
    #expect(agree(fit.selection.aicc ?? .nan, reference["ios265", "aicc", name].number, 1e-9))
  }

  @Test func howFarTheQuadraticIsFromTheLaw() throws {
    let node = reference["habr"]
    let model = RubberBand(coefficient: 0.55, dimension: 812)
    for (x, value) in zip([0.0, 500, 1000, 1500], node["lawAtArticleConstants"].numbers) {
      #expect(agree(model.value(at: x), value, 1e-14))
    }
    let claim = try #require(RubberBandClaims(.embedded).claims().first { $0.id == "rubber-quadratic-error" })
    #expect(agree(claim.value, node["largestDifference", "value"].number, 1e-7))
    #expect(abs(claim.components[0].value - node["largestDifference", "at"].number) <= 0.1)
  }
}
