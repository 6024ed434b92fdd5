import Drawing
import Numerals
import ScrollAnalysis
import ScrollFitting

extension ProjectionAnalysis {
  /// The report as a page: the findings of the recorded flings, the pictures, the tables.
  package var page: Page {
    var opening = regressions.flatMap(\.verdictBlocks)
    if opening.isEmpty {
      opening = [
        .paragraph("Apple’s formula sums one step a millisecond, the log formula integrates the velocity.")
      ]
    }
    return Page(
      title: "How far a fling goes: two formulas",
      sections: [
        Page.Section(nil, opening + (illustration?.blocks(name: "projection") ?? [])),
        Page.Section("Numbers", Page.blocks(of: document.blocks)),
      ])
  }
}

extension ProjectionAnalysis.Regression {
  fileprivate var verdictBlocks: [Page.Block] {
    let rate = decelerationRate.map { " at rate \(Numerals.plain($0))" } ?? ""
    let right = verdicts.filter(\.holds).map { $0.formula == "apple" ? "Apple’s formula" : "the log formula" }
    let reach = quantity(residuals.map(abs).max() ?? 0, "pt", digits: 2)
    let stop = "with a stop at \(stopVelocity.text)"
    let flings = "The \(counted(count, "fling"))\(rate) agree with"
    return [
      right.isEmpty
        ? .verdict("\(flings) neither formula: a line \(stop) is off by up to \(reach).", .bad)
        : .verdict(
          "\(flings) \(right.joined(separator: " and with ")), \(stop), off by at most \(reach).", .good)
    ]
  }
}

extension ProjectionIllustration {
  /// Both formulas over the velocity, for each rate, and over the rate.
  func blocks(name: String) -> [Page.Block] {
    overVelocity.enumerated().map { .picture($1.picture(name: "\(name)-velocity-\($0 + 1)")) }
      + [.picture(overRate.picture(name: "\(name)-rate"))]
  }
}

extension ProjectionIllustration.OverVelocity {
  fileprivate func picture(name: String) -> Picture {
    func line(_ values: [Double]) -> PlotMark.Shape {
      .line(zip(velocities, values).map { PlotMark.Point($0, $1) })
    }
    var distances = [
      PlotMark("log formula", .first, line(log)), PlotMark("Apple’s formula", .second, line(apple)),
    ]
    var beyond = [
      PlotMark("log formula", .first, .level(0)),
      PlotMark("Apple’s formula", .second, line(difference.map { -$0 })),
    ]
    if !flings.isEmpty {
      let label = "recorded flings"
      distances.append(
        PlotMark(label, .observed, .points(flings.map { PlotMark.Point($0.speed, $0.distance) })))
      beyond += [
        PlotMark("line through the flings", .third, line(regression)),
        PlotMark(label, .observed, .points(flings.map { PlotMark.Point($0.speed, $0.beyondLog) })),
      ]
    }
    return Picture(
      name: name,
      title: "Travel over release velocity, deceleration rate \(Numerals.plain(decelerationRate))",
      summary: "Travel to rest over the velocity at release by both formulas"
        + (flings.isEmpty ? "" : " and of \(counted(flings.count, "recorded fling"))")
        + "; below, how far each lies from the log formula.",
      horizontal: Picture.Axis("velocity at release", unit: "pt/s"),
      panels: [
        Picture.Panel(Picture.Axis("travel", unit: "pt"), marks: distances),
        Picture.Panel(Picture.Axis("less the log formula", unit: "pt"), size: .low, marks: beyond),
      ])
  }
}

extension ProjectionIllustration.OverRate {
  fileprivate func picture(name: String) -> Picture {
    func line(_ values: [Double]) -> PlotMark.Shape {
      .line(zip(decelerationRates, values).map { PlotMark.Point($0, $1) })
    }
    return Picture(
      name: name, title: "Travel over the deceleration rate, at \(quantity(velocity, "pt/s"))",
      summary:
        "Travel to rest by both formulas for rates between 0 and 1 a millisecond, on a logarithmic axis; below, "
        + "the difference, which tends to half a millisecond of travel at rate 1.",
      horizontal: Picture.Axis("deceleration rate d", unit: "1/ms", range: 0...1),
      panels: [
        Picture.Panel(
          Picture.Axis("travel", unit: "pt", scale: .logarithmic),
          marks: [
            PlotMark("log formula", .first, line(log)), PlotMark("Apple’s formula", .second, line(apple)),
          ]),
        Picture.Panel(
          Picture.Axis("log − Apple", unit: "pt"), size: .low,
          marks: [PlotMark("log − Apple", .third, line(difference))]),
      ])
  }
}

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
