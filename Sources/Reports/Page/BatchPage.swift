import Numerals
import Recordings
import ScrollAnalysis
import ScrollFitting

extension BatchReport {
  /// The maximum number of constants on a page, so that it stays small whatever the number of recordings.
  private static let maximumConstants = 12
  private static let maximumOutliers = 6
  private static let maximumPoorFits = 8
  /// The number of fits from which on a histogram is drawn: fewer are seen one by one in the forest plot.
  private static let minimumOfHistogram = 50

  /// The fits that the page draws: of the recordings that lie out furthest, and of those whose model fits worst.
  package var pictured: [BatchCollection.FitIdentity] {
    drawnOutliers.map(\.outlier.reference) + poorFits.prefix(Self.maximumPoorFits).map(\.reference)
  }

  /// The report as a page: constants by group and as time goes by, what stands out, then the numbers.
  ///
  /// - Parameters:
  ///   - fits: of ``pictured``, those that could be made again.
  ///   - pages: the pages of recordings; nil where none are asked for.
  package func page(fits: [BatchCollection.FitIdentity: Fit] = [:], pages: RecordingPages? = nil) -> Page {
    let drawn = drawnConstants
    let targets = targets(fits)
    let forests = drawn.flatMap { constant in
      constant.forests { pages?.address(of: $0.recording) ?? targets[$0].map(Self.anchor) }
    }
    let histograms = drawn.enumerated().flatMap { index, constant in
      constant.all.count < Self.minimumOfHistogram ? [] : constant.histograms(name: "spread-\(index + 1)")
    }
    let courses = drawn.enumerated().compactMap { $1.course(name: "course-\($0 + 1)") }
    let isTimed = drawn.contains { $0.drift?.order == .time }
    var sections = [
      Page.Section(
        nil,
        [.verdict(tally, tone)] + (comparison == nil ? [] : [.paragraph(used)]) + [.paragraph(Self.basis)])
    ]
    func add(_ heading: String, _ blocks: [Page.Block]) {
      if !blocks.isEmpty { sections.append(Page.Section(heading, blocks)) }
    }
    if let comparison {
      let table = comparison.table(comparison.farthest)
      let linked = pages.map { pages in
        table.linked(to: comparison.farthest.map { pages.address(of: $0.recording) })
      }
      let shown = Page.Block.table(
        linked ?? table, caption: "Recordings by their distance, the largest first")
      add("Like \(comparison.engine)", [.paragraph(comparison.sentence), shown.atMostSomeRows])
    }
    add(
      keys.isEmpty ? "Constants" : "Constants by group",
      mixtureHints.map(Page.Block.paragraph)
        + (forests.isEmpty ? [] : [.paragraph(Self.forestText), .forests(forests)])
        + histograms.map(Page.Block.picture))
    add(isTimed ? "Constants over time" : "Constants along the input", courses.map(Page.Block.picture))
    add("Outliers", outlierBlocks(fits))
    add("Worst residuals", poorFitBlocks(fits))
    if !forests.isEmpty { add("Recordings", recordingBlocks(of: drawn, pages)) }
    if !failures.isEmpty { add("Failures", [.table(reasons, caption: "What could not be used, and why")]) }
    add("Numbers", Page.blocks(of: numbers).map(\.atMostSomeRows))
    return Page(title: "\(counted(recordings, "recording")) in a batch", sections: sections)
  }

  private static let forestText =
    "Recordings with the 95 % interval of each, from its standard error, under the mean of their group; the dashed line is "
    + "the mean over all recordings. An arrow is a value beyond the axis."

  /// The constants of each recording, with what recordings are grouped by and links to their pages.
  private func recordingBlocks(of drawn: [ConstantDistribution], _ pages: RecordingPages?) -> [Page.Block] {
    let rows = drawn.flatMap { constant in
      constant.estimates(atMost: Analysis.maximumRows / drawn.count).map { (constant.constant, $0) }
    }
    typealias Column = (
      title: String, alignment: Document.Alignment,
      cell: ((BatchCollection.ConstantName, RecordingEstimate)) -> String
    )
    let groups = keys.map { key -> Column in (key, .left, { $0.1.reference.recording.groups[key] ?? "" }) }
    let table = Document.Table(
      rows,
      [("recording", .left, { $0.1.reference.recording.title })] + groups + [
        ("constant", .left, { $0.0.title }), ("value", .firstWord, { $0.1.text(unit: $0.0.unit) }),
      ])
    let recordings = rows.map(\.1.reference.recording)
    let linked = pages.map { table.linked(to: recordings.map($0.address)) } ?? table
    return [Page.Block.table(linked, caption: "Constants by recording").atMostSomeRows]
      + [pages?.rest(beside: recordings), pages?.remark.map(Page.Block.paragraph)].compactMap(\.self)
  }

  /// The answer: whether the recordings move like the engine that was asked for, else how many could be used.
  private var tally: String {
    guard let comparison else { return used }
    func count(_ equivalence: EquivalenceVerdict) -> Int { comparison.verdicts[equivalence, default: 0] }
    let all = EquivalenceVerdict.allCases.map(count).reduce(0, +)
    let like = "like \(comparison.engine)"
    if count(.same) == all, all > 0 {
      return all == 1
        ? "The recording is \(like)." : "\(every(all, "recording").startingUppercase) are \(like)."
    }
    if count(.different) == all, all > 0 {
      let far = farthestText.map { ": off by up to \($0)" } ?? ""
      return "\(all == 1 ? "The recording is not" : "None of \(all) recordings is") \(like)\(far)."
    }
    let open = count(.undecided) > 0 ? ", \(count(.undecided)) undecided" : ""
    return "\(count(.same)) of \(counted(all, "recording")) \(like), \(count(.different)) not\(open)."
  }

  /// `286 pt in a fling`, of the recording that is farthest from the engine.
  private var farthestText: String? {
    guard let row = comparison?.farthest.first, let largest = row.largest else { return nil }
    return quantity(largest, row.unit, digits: 3)
      + (row.phase.map { " in a \(PhaseKind.noun(of: $0))" } ?? "")
  }

  private var used: String {
    failed == 0
      ? "All of \(counted(recordings, "recording")) could be used."
      : "Of \(counted(recordings, "recording")) \(failed) could not be used."
  }

  private var tone: Page.Tone {
    guard let comparison, failed == 0 else { return usedTone }
    let known = EquivalenceVerdict.allCases.filter { comparison.verdicts[$0, default: 0] > 0 }
    return known == [.same] ? .good : known == [.different] ? .bad : known == [.undecided] ? .open : .fair
  }

  private var usedTone: Page.Tone { failed == 0 ? .good : failed == recordings ? .bad : .fair }

  /// Those that distinguish engines, or all of a model without such, the ones with the most values.
  private var drawnConstants: [ConstantDistribution] {
    let ofEngine = Set(constants.filter(\.constant.isOfEngine).map(\.constant.reference))
    let shown = constants.filter { $0.constant.isOfEngine || !ofEngine.contains($0.constant.reference) }
    let least = shown.map(\.all.count).sorted(by: >).dropFirst(Self.maximumConstants - 1).first ?? 0
    return Array(shown.filter { $0.all.count >= least }.prefix(Self.maximumConstants))
  }

  /// The outliers of every constant in turn, each fit once.
  private var drawnOutliers: [(constant: BatchCollection.ConstantName, outlier: ConstantDistribution.Outlier)]
  {
    var drawn: [(constant: BatchCollection.ConstantName, outlier: ConstantDistribution.Outlier)] = []
    for rank in 0..<Self.maximumOutliers {
      for constant in drawnConstants
      where constant.outliers.count > rank && drawn.count < Self.maximumOutliers {
        let outlier = constant.outliers[rank]
        guard !drawn.contains(where: { $0.outlier.reference == outlier.reference }) else { continue }
        drawn.append((constant.constant, outlier))
      }
    }
    return drawn
  }

  /// A table that leads to the pictures, then these.
  private func outlierBlocks(_ fits: [BatchCollection.FitIdentity: Fit]) -> [Page.Block] {
    let rows = drawnOutliers
    guard !rows.isEmpty else { return [] }
    let table = Document.Table(
      rows,
      [
        ("recording", .left, { $0.outlier.reference.recording.title }),
        ("constant", .left, { $0.constant.title }),
        ("value", .firstWord, { quantity($0.outlier.value, $0.constant.unit) }),
        ("modified z", .right, { Numerals.significant($0.outlier.score, 3) }),
      ])
    return drawn(
      rows.map(\.outlier.reference), table, name: Self.outlierName,
      caption: "Far from the others, the furthest first",
      fits)
  }

  private func poorFitBlocks(_ fits: [BatchCollection.FitIdentity: Fit]) -> [Page.Block] {
    let rows = Array(poorFits.prefix(Self.maximumPoorFits))
    guard !rows.isEmpty else { return [] }
    let table = Document.Table(
      rows,
      [
        ("recording", .left, { $0.reference.recording.title }),
        ("model", .left, { $0.model }),
        ("excess of travel", .right, { "\(Numerals.significant(100 * $0.relativeLackOfFit, 3)) %" }),
        ("verdict", .left, { $0.verdict }),
      ])
    return drawn(
      rows.map(\.reference), table, name: Self.poorFitName,
      caption: "What the model leaves beyond the grid, the most first",
      fits)
  }

  /// The address of a picture on the page.
  private static func anchor(_ name: String) -> String { "#" + name }

  private static let outlierName = "outlier"
  private static let poorFitName = "worst"

  /// The names of the pictures of fits; nil for one that could not be made again.
  private static func names(
    of references: [BatchCollection.FitIdentity], _ name: String, _ fits: [BatchCollection.FitIdentity: Fit]
  ) -> [String?] {
    references.enumerated().map { fits[$1] == nil ? nil : "\(name)-\($0 + 1)" }
  }

  /// The names of the pictures that fits have.
  private func targets(_ fits: [BatchCollection.FitIdentity: Fit]) -> [BatchCollection.FitIdentity: String] {
    let outliers = drawnOutliers.map(\.outlier.reference)
    let poorFits = poorFits.prefix(Self.maximumPoorFits).map(\.reference)
    let names =
      Self.names(of: outliers, Self.outlierName, fits) + Self.names(of: poorFits, Self.poorFitName, fits)
    return zip(outliers + poorFits, names).reduce(into: [:]) { targets, picture in
      if targets[picture.0] == nil { targets[picture.0] = picture.1 }
    }
  }

  private func drawn(
    _ references: [BatchCollection.FitIdentity], _ table: Document.Table, name: String, caption: String,
    _ fits: [BatchCollection.FitIdentity: Fit]
  ) -> [Page.Block] {
    let names = Self.names(of: references, name, fits)
    let pictures = zip(references, names).flatMap { reference, name -> [Page.Block] in
      guard let name, let fit = fits[reference] else { return [] }
      return [.heading(reference.recording.title), .picture(fit.picture(name: name))]
    }
    let isWhole = names.allSatisfy { $0 != nil }
    return [.table(table.linked(to: names.map { $0.map(Self.anchor) }), caption: caption)]
      + (isWhole
        ? []
        : [.paragraph("Recordings without a link could not be read again as they were: they are not drawn.")])
      + pictures
  }
}

extension Page.Block {
  /// A long table is shown when asked for; of a very long one, its beginning.
  fileprivate var atMostSomeRows: Page.Block {
    guard case .table(let table, let caption) = self, table.rows.count > Analysis.maximumOpenRows else {
      return self
    }
    let shown = Document.Table(
      columns: table.columns, rows: Array(table.rows.prefix(Analysis.maximumRows)),
      targets: Array(table.targets.prefix(Analysis.maximumRows)))
    let title =
      shown.rows.count < table.rows.count
      ? "\(caption): the first \(shown.rows.count) of \(table.rows.count) rows; the other reports have all"
      : "\(caption): \(shown.rows.count) rows"
    return .details(title, [.table(shown, caption: caption)])
  }
}
