import Numerals
import ScrollAnalysis
import ScrollFitting

extension BatchReport {
  /// The maximum number of constants on a page, so that it stays small whatever the number of recordings.
  private static let mostConstants = 12
  private static let mostOutliers = 6
  private static let mostMisfits = 8

  /// The fits that the page draws: of the recordings that lie out furthest, and of those whose law fits worst.
  package var pictured: [BatchCollection.Place] {
    drawnOutliers.map(\.outlier.place) + misfits.prefix(Self.mostMisfits).map(\.place)
  }

  /// The report as a page: constants by group and as time goes by, what stands out, then the numbers.
  ///
  /// - Parameter fits: of ``pictured``, those that could be made again.
  package func page(fits: [BatchCollection.Place: Fit] = [:]) -> Page {
    let histograms = drawnConstants.enumerated().flatMap { $1.histograms(name: "spread-\($0 + 1)") }
    let courses = drawnConstants.enumerated().compactMap { $1.course(name: "course-\($0 + 1)") }
    let isTimed = drawnConstants.contains { $0.drift?.order == .time }
    var sections = [Page.Section(nil, [.verdict(tally, tone), .paragraph(Self.basis)])]
    func add(_ heading: String, _ blocks: [Page.Block]) {
      if !blocks.isEmpty { sections.append(Page.Section(heading, blocks)) }
    }
    add(keys.isEmpty ? "Constants" : "Constants by group", histograms.map(Page.Block.picture))
    add(isTimed ? "Constants over time" : "Constants along the input", courses.map(Page.Block.picture))
    add("Recordings that lie out", outlierBlocks(fits))
    add("Worst residuals", misfitBlocks(fits))
    if !failures.isEmpty { add("Failures", [.table(reasons, caption: "What could not be used, and why")]) }
    add("Numbers", Page.blocks(of: numbers).map(\.atMostSomeRows))
    return Page(title: "\(counted(recordings, "recording")) in a batch", sections: sections)
  }

  private var tally: String {
    failed == 0
      ? "All of \(counted(recordings, "recording")) could be used."
      : "Of \(counted(recordings, "recording")) \(failed) could not be used."
  }

  private var tone: Page.Tone { failed == 0 ? .good : failed == recordings ? .bad : .fair }

  /// Those that tell engines apart, or all of a law without such, the ones with the most values.
  private var drawnConstants: [ConstantDistribution] {
    let ofEngine = Set(constants.filter(\.constant.isOfEngine).map(\.constant.place))
    let shown = constants.filter { $0.constant.isOfEngine || !ofEngine.contains($0.constant.place) }
    let least = shown.map(\.all.count).sorted(by: >).dropFirst(Self.mostConstants - 1).first ?? 0
    return Array(shown.filter { $0.all.count >= least }.prefix(Self.mostConstants))
  }

  /// The outliers of every constant in turn, each fit once.
  private var drawnOutliers: [(constant: BatchCollection.ConstantName, outlier: ConstantDistribution.Outlier)]
  {
    var drawn: [(constant: BatchCollection.ConstantName, outlier: ConstantDistribution.Outlier)] = []
    for rank in 0..<Self.mostOutliers {
      for constant in drawnConstants where constant.outliers.count > rank && drawn.count < Self.mostOutliers {
        let outlier = constant.outliers[rank]
        guard !drawn.contains(where: { $0.outlier.place == outlier.place }) else { continue }
        drawn.append((constant.constant, outlier))
      }
    }
    return drawn
  }

  /// A table that leads to the pictures, then these.
  private func outlierBlocks(_ fits: [BatchCollection.Place: Fit]) -> [Page.Block] {
    let rows = drawnOutliers
    guard !rows.isEmpty else { return [] }
    let table = Document.Table(
      rows,
      [
        ("recording", .left, { $0.outlier.place.recording.title }),
        ("constant", .left, { $0.constant.title }),
        ("value", .firstWord, { quantity($0.outlier.value, $0.constant.unit) }),
        ("modified z", .right, { Numerals.significant($0.outlier.score, 3) }),
      ])
    return drawn(
      rows.map(\.outlier.place), table, name: "outlier", caption: "Far from the others, the furthest first",
      fits)
  }

  private func misfitBlocks(_ fits: [BatchCollection.Place: Fit]) -> [Page.Block] {
    let rows = Array(misfits.prefix(Self.mostMisfits))
    guard !rows.isEmpty else { return [] }
    let table = Document.Table(
      rows,
      [
        ("recording", .left, { $0.place.recording.title }),
        ("model", .left, { $0.model }),
        ("excess of travel", .right, { "\(Numerals.significant(100 * $0.excessOfTravel, 3)) %" }),
        ("verdict", .left, { $0.verdict }),
      ])
    return drawn(
      rows.map(\.place), table, name: "worst",
      caption: "What the model leaves beyond the grid, the most first",
      fits)
  }

  private func drawn(
    _ places: [BatchCollection.Place], _ table: Document.Table, name: String, caption: String,
    _ fits: [BatchCollection.Place: Fit]
  ) -> [Page.Block] {
    let names = places.enumerated().map { fits[$1] == nil ? nil : "\(name)-\($0 + 1)" }
    let pictures = zip(places, names).flatMap { place, name -> [Page.Block] in
      guard let name, let fit = fits[place] else { return [] }
      return [.heading(place.recording.title), .picture(fit.picture(name: name))]
    }
    let isWhole = names.allSatisfy { $0 != nil }
    return [.table(table.linked(to: names), caption: caption)]
      + (isWhole
        ? []
        : [.paragraph("Recordings without a link could not be read again as they were: they are not drawn.")])
      + pictures
  }
}

extension Page.Block {
  /// A long table is shown when asked for; of a very long one, its beginning.
  fileprivate var atMostSomeRows: Page.Block {
    guard case .table(let table, let caption) = self, table.rows.count > Analysis.mostOpenRows else {
      return self
    }
    let shown = table.rows.prefix(Analysis.mostRows)
    let title =
      shown.count < table.rows.count
      ? "\(caption): the first \(shown.count) of \(table.rows.count) rows; the other reports have all"
      : "\(caption): \(shown.count) rows"
    return .details(
      title, [.table(Document.Table(columns: table.columns, rows: Array(shown)), caption: caption)])
  }
}
