import Numerals
import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension BatchReport {
  /// Every constant's distribution, one value for all of a group, groups, drift, what stands out and what failed.
  var document: Document {
    let counts = "\(counted(recordings, "recording")), \(failed) failed."
    return Document(
      blocks: [.heading("Batch", level: 1), .paragraph("\(counts) \(Self.basis)")] + distances + numbers
        + Self.blocks("Outliers", outliers)
        + Self.blocks("Worst fits", worst) + Self.blocks("Failures", reasons))
  }

  /// The quantities that motions of one engine have in common: the mean of what belongs to a gesture describes nothing.
  var ofEngines: [ConstantDistribution] {
    constants.filter { MotionModel($0.constant.model)?.isShared($0.constant.name) ?? true }
  }

  /// The constants over all recordings.
  var numbers: [Document.Block] {
    Self.blocks("Constants", distributions) + mixtureHints.map(Document.Block.paragraph)
      + Self.blocks("By group", grouped)
      + Self.blocks("One value for all", shared, after: jointSentence)
      + Self.blocks("Drift", drifts, after: driftSentence)
  }

  /// The most recordings whose distance from an engine is named.
  private static let maximumComparedRows = 10

  /// The verdicts against an engine and the recordings that lie farthest from it; empty where none was compared.
  private var distances: [Document.Block] {
    guard let comparison else { return [] }
    return [
      .heading("Like \(comparison.engine)", level: 2), .paragraph(comparison.sentence),
      .table(comparison.table(Array(comparison.farthest.prefix(Self.maximumComparedRows)))),
    ]
  }

  /// The most constants whose groups are named.
  private static let maximumMixtures = 3

  /// The keys that distinguish values which the report takes together.
  var mixtureHints: [String] { mixtures.prefix(Self.maximumMixtures).map(\.hint) }

  /// A table with its heading; nothing for one without rows.
  private static func blocks(
    _ heading: String, _ table: Document.Table, after sentence: String? = nil
  ) -> [Document.Block] {
    guard !table.rows.isEmpty else { return [] }
    return [.heading(heading, level: 2)] + (sentence.map { [.paragraph($0)] } ?? []) + [.table(table)]
  }

  /// The recordings that the constants are from.
  static let basis =
    "Constants are those of fits whose model does not fail; the mean over recordings lets their true values differ by a "
    + "spread (random effects)."

  /// The most outliers of a constant that are named.
  private static let maximumOutliers = 5

  private var distributions: Document.Table {
    Document.Table(
      ofEngines,
      [
        ("constant", .left, { $0.constant.title }),
        ("n", .right, { "\($0.all.count)" }),
        ("mean over recordings", .firstWord, { $0.all.meanText($0.constant.unit) }),
        ("spread", .left, { quantity($0.all.betweenDeviation ?? .nan, $0.constant.unit, digits: 3) }),
        ("median", .left, { Numerals.significant($0.all.quantiles[2]) }),
        ("IQR", .left, { $0.all.rangeText(1, 3) }),
        ("5–95 %", .left, { $0.all.rangeText(0, 4) }),
      ])
  }

  private var grouped: Document.Table {
    let rows = ofEngines.flatMap { constant in
      constant.groups.flatMap { grouping in grouping.groups.map { (constant.constant, grouping, $0) } }
    }
    return Document.Table(
      rows,
      [
        ("constant", .left, { $0.0.title }),
        ("by", .left, { "\($0.1.key) \($0.2.value)" }),
        ("n", .right, { "\($0.2.summary.count)" }),
        ("mean", .firstWord, { $0.2.summary.meanText($0.0.unit) }),
        ("median", .left, { Numerals.significant($0.2.summary.quantiles[2]) }),
        ("between groups", .left, { quantity($0.1.betweenDeviation, $0.0.unit, digits: 3) }),
        ("heterogeneity", .left, { $0.1.pValue.map { "p \(Numerals.probability($0))" } ?? "" }),
      ])
  }

  private var drifts: Document.Table {
    Document.Table(
      ofEngines.compactMap { constant in constant.drift.map { (constant.constant, $0) } },
      [
        ("constant", .left, { $0.0.title }),
        ("over", .left, { $0.1.order.words }),
        ("n", .right, { "\($0.1.count)" }),
        ("change", .firstWord, { $0.1.text(unit: $0.0.unit) }),
        ("slope = 0", .left, { "p \(Numerals.probability($0.1.pValue))" }),
      ])
  }

  private var outliers: Document.Table {
    Document.Table(
      ofEngines.flatMap { constant in
        constant.outliers.prefix(Self.maximumOutliers).map { (constant.constant, $0) }
      },
      [
        ("constant", .left, { $0.0.title }),
        ("recording", .left, { $0.1.reference.recording.title }),
        ("value", .left, { quantity($0.1.value, $0.0.unit) }),
        ("modified z", .right, { Numerals.significant($0.1.score, 3) }),
      ])
  }

  private var worst: Document.Table {
    Document.Table(
      poorFits,
      [
        ("recording", .left, { $0.reference.recording.title }),
        ("model", .left, { $0.model }),
        ("rms", .left, { quantity($0.rms, $0.unit, digits: 3) }),
        ("excess of travel", .left, { "\(Numerals.significant(100 * $0.relativeLackOfFit, 3)) %" }),
        ("verdict", .left, { $0.verdict }),
      ])
  }

  var reasons: Document.Table {
    Document.Table(
      failures,
      [("reason", .left, { $0.sentence }), ("recordings", .right, { "\($0.count)" })])
  }
}

extension ConstantMixture {
  /// `deceleration y, fling: decayConstant is a mixture: …; --group-by folder shows them`.
  fileprivate var hint: String {
    let within = quantity(withinGroups, constant.unit, digits: 2)
    return
      "\(constant.title) is a mixture: its means by \(key) (\(groupCount)) differ, p \(Numerals.probability(pValue)); the spread is "
      + "\(quantity(betweenDeviation, constant.unit, digits: 2)) in all, in the median group \(within): --group-by \(quotedKey)"
  }

  /// The key as a shell takes it.
  private var quotedKey: String {
    key.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
      ? key : "'" + key.replacing("'", with: "'\\''") + "'"
  }
}

extension BatchCollection.ConstantName {
  /// `deceleration y, whole: decayConstant`.
  var title: String { "\(reference): \(name)" }

  /// `deceleration y, whole`.
  var reference: String { "\(model)\(axis.isEmpty ? "" : " \(axis)"), \(PhaseKind.noun(of: phase))" }
}

extension ConstantDistribution.Summary {
  func meanText(_ unit: String) -> String { measured(mean, error: standardError, unit: unit) }

  fileprivate func rangeText(_ low: Int, _ high: Int) -> String {
    "\(Numerals.significant(quantiles[low])) to \(Numerals.significant(quantiles[high]))"
  }
}

extension [JointEstimate] {
  /// The parameters that several recordings share.
  var blocks: [Document.Block] {
    guard !isEmpty else { return [] }
    return [
      .heading("Shared values", level: 1),
      .table(
        Document.Table(
          self,
          [
            ("parameter", .left, { $0.estimate.name }),
            ("value", .firstWord, { $0.estimate.text }),
            ("interval", .left, { $0.estimate.intervalText }),
            ("one value for all?", .left, \.test),
          ])),
    ]
  }
}

extension JointEstimate {
  /// True if the recordings have no one value, at the level 0.05.
  var isRejected: Bool { pValue < 0.05 }

  /// `no: F(2, 135) = 16, p < 0.001`.
  var test: String {
    (isRejected ? "no: " : "not rejected: ")
      + "F(\(equalities), \(degreesOfFreedom)) = \(Numerals.significant(fStatistic, 3)), "
      + "p \(Numerals.probability(pValue))"
  }
}

extension [AcrossRecordings] {
  /// Each quantity that motions of one engine have in common, over the recordings: the mean of what belongs to a gesture
  /// describes nothing.
  var blocks: [Document.Block] {
    let shown = filter { $0.model.isShared($0.mean.name) }
    guard !shown.isEmpty else { return [] }
    return [
      .heading("Across fits", level: 1),
      .table(
        Document.Table(
          shown,
          [
            ("model", .left, { [$0.model.id, $0.axis?.rawValue].compactMap(\.self).joined(separator: " ") }),
            ("parameter", .left, \.mean.name),
            ("mean", .firstWord, { $0.mean.text }),
            ("interval", .left, { $0.mean.intervalText }),
            ("spread", .right, { Numerals.significant($0.betweenDeviation, 3) }),
            ("fits", .right, { "\($0.recordings)" }),
            ("heterogeneity", .left, { $0.pValue.map { "p \(Numerals.probability($0))" } ?? "" }),
          ])),
    ]
  }
}

extension BatchReport.EngineComparison {
  /// `3 same, 1 different, 0 undecided`.
  package static func counts(_ verdicts: [EquivalenceVerdict: Int]) -> String {
    let order: [EquivalenceVerdict] = [.same, .different, .undecided]
    return order.map { "\(verdicts[$0, default: 0]) \($0.rawValue)" }.joined(separator: ", ")
  }

  var sentence: String {
    let limit = quantity(Answer.limit, farthest.first?.unit ?? "")
    return
      "\(Self.counts(verdicts)). Same: over the standard gestures in its range a recording moves the content at "
      + "most \(limit) from where the engine moves it."
  }

  /// The recordings that lie farthest from the engine.
  func table(_ rows: [BatchReport.ComparedRecording]) -> Document.Table {
    Document.Table(
      rows,
      [
        ("recording", .left, \.recording.title),
        (
          "off by", .firstWord,
          { row in row.largest.map { quantity($0, row.unit, digits: 3) } ?? "not known" }
        ),
        ("in", .left, { $0.phase.map(PhaseKind.noun) ?? "" }),
        ("verdict", .left, \.verdict),
      ])
  }
}
