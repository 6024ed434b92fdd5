import Drawing
import Numerals
import ScrollAnalysis
import ScrollFitting

extension [Claim] {
  /// The claims with the articles' pictures, as a page.
  package func page(_ illustration: ReproductionIllustration) -> Page {
    func count(_ verdict: Claim.Verdict) -> Int { self.count { $0.verdict == verdict } }
    let tally =
      "Of \(self.count) numbers \(count(.confirmed)) of the articles’ are confirmed, \(count(.refined)) refined and "
      + "\(count(.refuted)) refuted; the others are new."
    let numbers = document.blocks
    return Page(
      title: "The articles’ numbers, recomputed from recorded data",
      sections: [
        Page.Section(nil, [.paragraph(tally)] + Page.blocks(of: numbers.filter(\.isTable))),
        Page.Section(
          "Bounces: the article’s search beside others",
          illustration.bounces.enumerated().flatMap { $1.blocks(name: "bounce-\($0 + 1)") }),
        Page.Section("The rubber band", [.picture(illustration.rubberBand.picture)]),
        Page.Section("How far a fling goes", illustration.projection.blocks(name: "projection")),
        Page.Section("Each number", Page.blocks(of: numbers.filter { !$0.isTable })),
      ])
  }
}

extension Document.Block {
  fileprivate var isTable: Bool { if case .table = self { true } else { false } }
}

extension ReproductionIllustration.Bounce {
  /// - Parameter name: of the pictures.
  fileprivate func blocks(name: String) -> [Page.Block] {
    [.heading("Series \(self.name)"), .picture(fit.picture(name: name))]
      + Page.Block.estimators(of: fit, name: "\(name)-estimators")
  }
}

extension ReproductionIllustration.RubberBand {
  fileprivate var picture: Picture {
    func line(_ values: [Double]) -> PlotMark.Shape {
      .line(zip(travels, values).map { PlotMark.Point($0, $1) })
    }
    func dots(_ curve: PlaneCurve) -> PlotMark.Shape {
      .points(zip(curve.x, curve.y).map { PlotMark.Point($0, $1) })
    }
    return Picture(
      name: "rubber-band", title: "The rubber band: a formula and two parabolas",
      summary:
        "Content travel over finger travel: the formula, the parabola through the article’s points by least squares, the "
        + "parabola that touches the formula at the edge, and the points; below, how far each lies from the formula.",
      horizontal: Picture.Axis("finger travel beyond the edge", unit: "pt"),
      panels: [
        Picture.Panel(
          Picture.Axis("content travel", unit: "pt"),
          marks: [
            PlotMark("formula, c = 0.55 and d = 812 pt", .first, line(formula)),
            PlotMark("least-squares parabola", .second, line(quadratic)),
            PlotMark("Taylor parabola at the edge", .third, line(taylor)),
            PlotMark("the article’s points", .observed, dots(points)),
          ]),
        Picture.Panel(
          Picture.Axis("less the formula", unit: "pt"), size: .low,
          marks: [
            PlotMark(nil, .first, .level(0)),
            PlotMark("least-squares parabola", .second, line(quadraticBeyond)),
            PlotMark("the article’s points", .observed, dots(pointsBeyond)),
          ]),
      ])
  }
}
