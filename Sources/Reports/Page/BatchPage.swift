import Numerals
import ScrollFit

extension BatchReport {
  /// The most points of a picture: of more, evenly chosen ones.
  private static let mostPoints = 2000

  /// The report as a page: every parameter along the input, the worst fits drawn, then the numbers.
  ///
  /// - Parameter worst: fits of ``misfits``, the worst first.
  public func page(worst: [Fit] = []) -> Page {
    var sections = [Page.Section(nil, [.paragraph(counts)])]
    let pictures = constants.enumerated().compactMap { index, constant in
      constant.picture(name: "constant-\(index + 1)", mostPoints: Self.mostPoints).map(Page.Block.picture)
    }
    if !pictures.isEmpty { sections.append(Page.Section("Constants along the input", pictures)) }
    if !worst.isEmpty {
      sections.append(
        Page.Section(
          "Worst residuals",
          worst.enumerated().map { .picture($1.picture(name: "worst-\($0 + 1)")) }))
    }
    sections.append(Page.Section("Numbers", Page.blocks(of: Array(document.blocks.dropFirst(2)))))
    return Page(title: "\(counted(recordings, "recording")) in a batch", sections: sections)
  }
}

extension ConstantDistribution {
  /// Every value by its position in the input, with the mean, and the middle half of them; nil for a single one.
  fileprivate func picture(name: String, mostPoints: Int) -> Picture? {
    guard all.count > 1 else { return nil }
    let step = (values.count + mostPoints - 1) / mostPoints
    let points = stride(from: 0, to: values.count, by: step).map {
      Mark.Point(Double(values[$0].position), values[$0].value)
    }
    return Picture(
      name: name, title: constant.title,
      summary: "\(all.count) values along the input; the line is the mean over recordings, "
        + "\(all.meanText(constant.unit)), the band holds the middle half of the values."
        + (step > 1 ? " One in \(step) is drawn." : ""),
      horizontal: Picture.Axis("position in the input", unit: ""),
      panels: [
        Picture.Panel(
          Picture.Axis(constant.name, unit: constant.unit),
          marks: [
            Mark("middle half", .quiet, .strip(all.quantiles[1]...all.quantiles[3])),
            Mark("recordings", .observed, .points(points)), Mark("mean", .first, .level(all.mean)),
          ])
      ], reading: .point)
  }
}
