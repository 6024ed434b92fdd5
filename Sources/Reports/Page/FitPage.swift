import Numerals
import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension Analysis {
  /// The most rows of a table, and warnings of a list, that a page holds: a batch of thousands stays readable
  /// and small.
  static let maximumRows = 1000
  /// A longer table is shown when asked for.
  static let maximumOpenRows = 20
  static let maximumWarnings = 40
  /// The maximum number of fits that have pictures.
  package static let maximumPictures = 12

  /// The report as a page: the verdicts, warnings, then each recording with its phases and fits.
  package var page: Page { page(answers: []) }

  /// The report as a page that begins with the comparison of each recording with an engine.
  ///
  /// - Parameters:
  ///   - toolkit: the toolkit whose code is shown beside the constants at first.
  ///   - releases: those of recordings with a finger.
  ///   - thumbnails: those of the recordings that are videos, by index.
  package func page(
    answers: [Answer], releases: [ReleaseReport] = [], toolkit: Toolkit? = nil,
    thumbnails: [Int: Thumbnails] = [:]
  ) -> Page {
    let shown = shownFits
    // Beside the verdict against another engine, what UIKit does is no answer.
    let answerOf = Dictionary(answers.map { ($0.recordingName, $0) }) { first, _ in first }
    let answered = fits.map { answerOf[$0.recordingName] }
    var opening = verdicts(answers, ofFits: answered.map { $0?.catalogued })
    if answers.count == 1, let engine = answers[0].engine {
      let cards = answers[0].cards(
        recordings.first { $0.recordingName == answers[0].recordingName },
        fits.filter { $0.recordingName == answers[0].recordingName })
      if !cards.isEmpty { opening.append(.cards(cards, engine: engine)) }
    }
    let onBothAxes = recordingsOnBothAxes
    opening.append(.warnings(allWarnings(onBothAxes)))
    if fits.count > 1 { opening += overview(picturesOf: shown.count, onBothAxes) }
    var sections: [Page.Section] = []
    let ownReleases = Dictionary(grouping: releases, by: \.recordingName)
    for (index, recording) in recordings.enumerated() {
      let own = shown.filter { fits[$0].recordingName == recording.recordingName }
      guard !own.isEmpty || recordings.count <= Self.maximumPictures else { continue }
      let answer = answerOf[recording.recordingName]
      let names = own.map { name($0, onBothAxes) }
      let lead = overview(recording, index: index, fits: own, names: names, thumbnails[index])
      let rest = blocks(of: own, names: names, answer: answer)
      let release = (ownReleases[recording.recordingName] ?? [])
        .flatMap { $0.pageBlocks(name: "release-\(index + 1)-\($0.axis.rawValue)") }
      if recordings.count > 1 {
        let title = recording.recordingName.title
        sections.append(Page.Section(title, lead + rest.lead + rest.details + release))
      } else {
        // The page's title names the only recording, whose overview belongs to the answer.
        opening += lead + rest.lead
        sections.append(Page.Section(nil, rest.details + release))
      }
    }
    sections += releases.filter { $0.isSession(of: recordings) }.enumerated().map { index, release in
      release.section(name: "release-session-\(index + 1)")
    }
    if let feel = feel(answers, toolkit: toolkit) {
      sections.insert(Page.Section("Feel it", [.feel(feel)]), at: 0)
    }
    sections.insert(Page.Section(nil, opening), at: 0)
    let rest = crossings.blocks + comparisons.blocks + joint.blocks + across.blocks
    if !rest.isEmpty { sections.append(Page.Section("Between fits", Page.blocks(of: rest))) }
    return Page(title: pageTitle, sections: sections)
  }

  private var pageTitle: String {
    guard recordings.count == 1, let only = recordings.first else {
      return counted(recordings.count, "recording")
    }
    return only.recordingName.title
  }

  /// Those with illustrations; where none has any, the first.
  private var shownFits: [Int] {
    let illustrated = fits.indices.filter { fits[$0].illustration != nil }
    return illustrated.isEmpty ? Array(fits.indices.prefix(Self.maximumPictures)) : illustrated
  }

  /// The recordings whose fits are of both axes.
  private var recordingsOnBothAxes: Set<RecordingName> {
    let own = Dictionary(grouping: fits, by: \.recordingName)
    return Set(own.filter { Set($0.value.map(\.axis)).count > 1 }.keys)
  }

  private func allWarnings(_ onBothAxes: Set<RecordingName>) -> [String] {
    func titled(_ name: RecordingName) -> [String] { recordings.count > 1 ? [name.title] : [] }
    var all: [String] = []
    for recording in recordings {
      let name = titled(recording.recordingName)
      all += recording.notices.warnings.map { (name + [$0]).joined(separator: ": ") }
    }
    for fit in fits {
      let name = titled(fit.recordingName) + (fits.count > 1 ? [position(fit, onBothAxes)] : [])
      all += fit.notices.warnings.map { (name + [$0]).joined(separator: ": ") }
    }
    let shown = all.prefix(Self.maximumWarnings)
    let more = all.count - shown.count
    return shown + (more > 0 ? ["and \(more) more, in the text and JSON reports"] : [])
  }

  private func overview(picturesOf shown: Int, _ onBothAxes: Set<RecordingName>) -> [Page.Block] {
    let worst = fits.indices.sorted { first, second in
      let (one, other) = (fits[first].adequacy.relativeLackOfFit, fits[second].adequacy.relativeLackOfFit)
      return one == other || one.isNaN || other.isNaN ? first < second : one > other
    }
    let rows = fits.count > Self.maximumRows ? Array(worst.prefix(Self.maximumRows)) : Array(fits.indices)
    var blocks: [Page.Block] = []
    if shown < fits.count {
      let table = rows.count < fits.count ? "; the table has the \(rows.count) furthest off" : ""
      blocks.append(
        .paragraph(
          "Pictures show the \(shown) fits that are furthest off for their travel\(table). "
            + "The JSON and CSV reports hold every fit."))
    }
    typealias Column = (title: String, alignment: Document.Alignment, cell: (Fit) -> String)
    let name: [Column] =
      recordings.count > 1 ? [("recording", .left, { $0.recordingName.title })] : []
    let table = Document.Table(
      rows.map { fits[$0] },
      name + [
        ("phase", .left, { position($0, onBothAxes) }),
        ("model", .left, \.model.id),
        ("verdict", .left, { $0.adequacy.verdict.phrase }),
        ("off by at most", .firstWord, { quantity($0.maximumResidual, $0.unit, digits: 3) }),
        ("constant", .left, { $0.constant?.name ?? "" }),
        ("value", .firstWord, { $0.constant?.text ?? "" }),
      ])
    let isWhole = rows.count == fits.count
    let caption =
      isWhole ? every(rows.count, "fit").startingUppercase : "The \(rows.count) fits that are furthest off"
    let block = Page.Block.table(table, caption: caption)
    // A long table would stand before every picture.
    return blocks + [rows.count > Self.maximumOpenRows ? .details(caption, [block]) : block]
  }

  /// The facts of a recording, its timeline and the links of its phases.
  private func overview(
    _ recording: RecordingSummary, index: Int, fits shown: [Int], names: [String], _ thumbnails: Thumbnails?
  ) -> [Page.Block] {
    var blocks: [Page.Block] = []
    if recording.phases.count > 1, let picture = recording.picture(name: "recording-\(index + 1)") {
      blocks.append(
        thumbnails.map { .timeline(picture, $0.strip(above: picture, of: recording)) } ?? .picture(picture))
      let links = zip(shown, names).map { fit, name in
        Page.PhaseLink(
          name: name, range: fits[fit].from...max(fits[fit].from, fits[fit].to),
          target: "fit-\(fit + 1)")
      }
      if !links.isEmpty { blocks.append(.phases(links, picture: picture.name)) }
    }
    let facts = recording.facts(unit: recording.unit).filter { $0.label != "warning" }
    return blocks + [.facts(facts)]
  }

  /// The blocks of a recording's fits: first the picture of the only one on the page, then all details.
  private func blocks(of shown: [Int], names: [String], answer: Answer?)
    -> (lead: [Page.Block], details: [Page.Block])
  {
    guard fits.count == 1, let only = shown.first else {
      let details = zip(shown, names).flatMap { fit, name in
        [.heading(name.startingUppercase)]
          + fits[fit].pageBlocks(name: "fit-\(fit + 1)", isAlone: false, answer: answer)
      }
      return ([], shown.isEmpty ? [.paragraph("No fit.")] : details)
    }
    let blocks = fits[only].pageBlocks(name: "fit-\(only + 1)", isAlone: true, answer: answer)
    return (Array(blocks.prefix(1)), [.heading("Parameters")] + blocks.dropFirst())
  }

  /// The place of a fit; of several models of one phase, with the model's name.
  private func name(_ index: Int, _ onBothAxes: Set<RecordingName>) -> String {
    let fit = fits[index]
    let isOnly =
      fits.count {
        $0.axis == fit.axis && $0.from == fit.from && $0.recordingName == fit.recordingName
      } == 1
    return position(fit, onBothAxes) + (isOnly ? "" : ": \(fit.model)")
  }

  /// `bounce at 4.87 s`, of a recording that moves on both axes `y, bounce at 4.87 s`.
  private func position(_ fit: Fit, _ onBothAxes: Set<RecordingName>) -> String {
    let noun = PhaseKind(rawValue: fit.phase)?.noun ?? fit.model.entry.kind.noun
    let start = fit.from > 0 ? " at \(Numerals.significant(fit.from, fit.from < 10 ? 3 : 4)) s" : ""
    let axis = onBothAxes.contains(fit.recordingName) ? fit.axis?.rawValue : nil
    return [axis, noun].compactMap(\.self).joined(separator: ", ")
      + start
  }
}

extension Fit {
  /// The constant that identifies the motion: the number that is compared with known constants, else the last
  /// parameter.
  fileprivate var constant: Estimate? {
    against.first.flatMap { estimate(named: $0.parameter) } ?? parameters.last { !$0.fixed }
  }

  fileprivate func pageBlocks(name: String, isAlone: Bool, answer: Answer?) -> [Page.Block] {
    var blocks: [Page.Block] = []
    let engine = answer?.catalogued
    if !isAlone {
      let plain = PlainVerdict(self, like: engine)
      blocks.append(.verdict(plain.sentence, plain.tone))
    }
    // Without a choice UIKit's curve is drawn.
    blocks.append(
      .picture(picture(name: name, like: answer?.isAsked == true ? engine : nil, hasOverview: isAlone)))
    if let weighting { blocks.append(.paragraph(weighting)) }
    if let table { blocks.append(.table(table, caption: "Parameters of \(model), with their errors")) }
    if !against.isEmpty { blocks.append(.table(comparison, caption: "Against known constants")) }
    blocks.append(.details("What the numbers rest on", [.facts(notices.notes + facts)]))
    let estimators = Page.Block.estimators(of: self, name: "\(name)-estimators")
    if !estimators.isEmpty {
      let title = "How four searches find this curve"
      blocks += isAlone ? [.heading(title)] + estimators : [.details(title, estimators)]
    }
    return blocks
  }

  /// A footnote on weights: why the curve may pass samples by, and how far off it is with equal ones; nil where the
  /// weights are equal.
  private var weighting: String? {
    if let rejected = noise.rejected {
      return "All samples have equal weights: \(rejected.description(unit: unit))."
    }
    let other =
      illustration.map {
        " With equal weights the closest curve is off by at most \(quantity($0.maximum, unit, digits: 2))."
      } ?? ""
    if loss != nil { return "Samples that are probably outliers have little weight.\(other)" }
    guard let timing = noise.timeNoise?.value, timing > 0 else { return nil }
    return "The faster the content moves, the less weight a sample has, because the recorded times are noisy."
      + other
  }

  private var comparison: Document.Table {
    Document.Table(
      against,
      [
        ("whose", .left, \.reference),
        ("parameter", .left, \.parameter),
        ("known", .right, { Numerals.plain($0.expected) }),
        ("apart", .left, { $0.z.map { standardErrors(abs($0)) } ?? "" }),
        (
          "with it, off by up to", .firstWord,
          { known in
            illustration?.references.first {
              $0.reference == known.reference && $0.parameter == known.parameter
            }
            .map { quantity($0.maximum, unit, digits: 3) } ?? ""
          }
        ),
      ])
  }
}

extension Page {
  /// The blocks of a document, tables called by the heading before them.
  static func blocks(of document: [Document.Block]) -> [Block] {
    var caption = ""
    return document.map { block in
      switch block {
      case .heading(let text, _):
        caption = text
        return .heading(text)
      case .paragraph(let text): return .paragraph(text)
      case .facts(let facts): return .facts(facts)
      case .table(let table): return .table(table, caption: caption)
      }
    }
  }
}
