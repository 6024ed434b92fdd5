import Numerals
import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension Analysis {
  /// The short report of `fit`: the answer to each recording, its constants beside the engine's, its timeline.
  ///
  /// - Parameters:
  ///   - releases: adds a line for each recording with a finger.
  ///   - toolkit: adds the code that sets the constants in this toolkit.
  ///   - width: columns at which the text is wrapped.
  package func brief(
    _ answers: [Answer], releases: [ReleaseReport] = [], toolkit: Toolkit? = nil, width: Int = 80
  ) -> String {
    guard joint.isEmpty || recordings.count < 2 else {
      let shared = JointAnswerDocument(analysis: self, answers: answers, toolkit: toolkit)
      return TextWriter(width: width).write(Document(blocks: shared.blocks))
    }
    let own = Dictionary(grouping: fits, by: \.recordingName)
    let answers = Dictionary(grouping: answers, by: \.recordingName)
    let ownReleases = Dictionary(grouping: releases, by: \.recordingName)
    let blocks = recordings.flatMap { recording in
      let name = recording.recordingName
      return AnswerDocument(
        recording: recording, fits: own[name] ?? [], answer: answers[name]?.first,
        releases: ownReleases[name] ?? [],
        toolkit: toolkit, width: width
      ).blocks
    }
    let sessions = releases.filter { $0.isSession(of: recordings) }
    return TextWriter(width: width).write(
      Document(blocks: blocks + sessions.flatMap(\.sessionBlocks) + joint.blocks))
  }
}

/// One recording in about ten lines.
struct AnswerDocument {
  let recording: RecordingSummary
  let fits: [Fit]
  let answer: Answer?
  let releases: [ReleaseReport]
  let toolkit: Toolkit?
  let width: Int

  private var comparison: FeelComparison? { answer?.comparison }

  /// The fit of each phase: of the model that its samples prefer, where that is not the expected one.
  private var preferred: [Fit] { fits.preferred }

  /// The fits of phases that no fitted model compares with the engine: it moves in them by a curve of its own, or not at all.
  private var uncompared: [Fit] {
    let phases = comparison?.phases ?? []
    // A range that an option names is of no kind of phase: its model is.
    return preferred.filter { fit in
      PhaseKind(rawValue: fit.phase).map { kind in !phases.contains { $0.phase == kind } }
        ?? !phases.contains { $0.b.model.entry.kind == fit.model.entry.kind }
    }
  }

  /// `at 0.45 s`, of a recording that moves on both axes `of x at 0.45 s`.
  private func position(_ axis: Axis?, from: Double) -> String {
    let axis = Set(fits.map(\.axis)).count > 1 ? axis.map { "of \($0.rawValue) " } ?? "" : ""
    return axis + "at \(Numerals.significant(from, 3)) s"
  }

  private func position(_ fit: Fit) -> String { position(fit.axis, from: fit.from) }

  var blocks: [Document.Block] {
    var blocks: [Document.Block] = [.heading(title, level: 1)]
    if let answer { blocks.append(.paragraph(answer.sentence)) }
    let ofCurves = (answer?.curves ?? []).sorted { $0.from < $1.from }.flatMap {
      $0.constantRows(position: position($0.axis, from: $0.from))
    }
    let own = uncompared.flatMap { $0.constantRows(beside: answer, position: position($0)) }
    let rows = ((comparison?.constantRows ?? []) + ofCurves + own).distinguished
    if !rows.isEmpty {
      var columns: [(title: String, alignment: Document.Alignment, cell: (ConstantRow) -> String)] = [
        ("constant", .left, \.name), ("yours", .firstWord, \.own),
      ]
      // Without a compared model the engine's curves are all that is known of it.
      if let engine = comparison?.a.name ?? answer?.engine,
        comparison != nil || rows.contains(where: { !$0.other.isEmpty })
      {
        columns.append((engine, .left, \.other))
      }
      blocks.append(.table(Document.Table(rows, columns)))
    }
    if let code = toolkit.flatMap(codeTable) { blocks.append(.table(code)) }
    let facts = equallyNear + missing + warnings + releaseLines + timeline
    if !facts.isEmpty { blocks.append(.facts(facts)) }
    return blocks + [.paragraph(adequacy)]
  }

  /// The adequacy of the models of the constants above: of the fits, or where these are of the engine's own curves, of those.
  private var adequacy: String {
    let judged = preferred.filter { !(answer?.isOfCurve($0) ?? false) }
    guard judged.isEmpty, let distance = answer?.curveDistance else { return judged.adequacy(recording.unit) }
    return "\(distance); more: --verbose, --html FILE"
  }

  /// `mine.csv   11 s at 60 Hz, pixels of 0.5 pt`.
  private var title: String {
    var facts: [String] = []
    if recording.frameInterval == nil {
      facts.append("no times")
    } else if let last = (recording.phases.map(\.to) + fits.map(\.to)).max() {
      let rate = recording.frameRate.map { " at \(Numerals.significant($0, 3)) Hz" } ?? ""
      facts.append("\(Numerals.significant(last, 3)) s\(rate)")
    }
    if let quantizationStep = recording.quantizationStep.values.min() {
      facts.append("pixels of \(quantity(quantizationStep, recording.unit, digits: 3))")
    }
    let name = recording.recordingName.title
    return "\(name)   \(facts.joined(separator: ", "))"
  }

  /// The toolkit's code for the engine's constants, then for those of the recording, by phase.
  private func codeTable(_ toolkit: Toolkit) -> Document.Table? {
    let compared = (comparison?.phases ?? []).flatMap { phase in
      [
        (
          owner: comparison?.a.name ?? "",
          constants: phase.a.constants.map { (name: $0.name, value: $0.value) }
        ),
        (owner: "yours", constants: phase.b.constants.map { (name: $0.name, value: $0.value) }),
      ]
    }
    let own = uncompared.map { fit in
      (
        owner: preferred.count > 1 ? "yours " + position(fit) : "yours",
        constants: fit.constants.map { (name: $0.name, value: $0.value) }
      )
    }
    return toolkit.table(compared + own)
  }

  /// The engines that the recording is like as well.
  private var equallyNear: [Document.Fact] {
    guard let answer, answer.equivalence == .same, !answer.equallyNear.isEmpty else { return [] }
    return [Document.Fact("equally near", RecordingIdentification.list(answer.equallyNear))]
  }

  /// The constants that the recording lacks data for.
  private var missing: [Document.Fact] {
    let isOverscrolled = recording.phases.contains { $0.kind == PhaseKind.rubberBand.rawValue }
    let isFitted = fits.contains { $0.model.entry.kind == .overscroll }
    guard isOverscrolled, !isFitted else { return [] }
    // Releases are known of recordings with a finger alone.
    return [
      Document.Fact(
        "rubber band",
        releases.isEmpty
          ? "not fitted: record the finger's travel too"
          : "not fitted: the content does not follow the finger by it")
    ]
  }

  /// The largest number of warnings.
  private static let maximumWarnings = 3

  /// The warnings about the recording and its fits; notes are of the full report.
  private var warnings: [Document.Fact] {
    let ofFits = preferred.flatMap { fit in fit.notices.warnings.map { "\(fit.position): \($0)" } }
    let all = unknownScale + recording.notices.warnings + ofFits
    let shown = all.prefix(Self.maximumWarnings).map { Document.Fact("warning", $0) }
    let more = all.count - shown.count
    return shown + (more > 0 ? [Document.Fact("warning", "and \(more) more: --verbose")] : [])
  }

  /// The reason that offsets in pixels may seem to differ from an engine, whose lengths are in points.
  private var unknownScale: [String] {
    guard recording.unit == "px", answer?.equivalence == .different else { return [] }
    return [
      "the pixels of a point are not known: the engine's lengths are taken as pixels. Give the scale: in the header "
        + "(\"scale\": 3), by a line '# scale: 3', or of a video by scrollfit video FILE --scale 3"
    ]
  }

  /// The velocity estimator, the latency and the hitches of recordings with a finger.
  private var releaseLines: [Document.Fact] {
    releases.map { release in
      Document.Fact(releases.count > 1 ? "release on \(release.axis.rawValue)" : "release", release.line)
    }
  }

  /// The phases over time, as wide as the text.
  private var timeline: [Document.Fact] {
    let margin = "  y over time  ".count
    return recording.timeline(width: max(20, width - margin))
  }
}

extension ReleaseReport {
  /// The release of the gestures of all series together.
  fileprivate var sessionBlocks: [Document.Block] {
    [
      .heading(sessionTitle, level: 1),
      .facts([Document.Fact(axis == .y ? "release" : "release on \(axis.rawValue)", line)]),
    ]
  }
}

extension Toolkit {
  /// The code for the constants of each owner; nil where the toolkit has none for any.
  func table(_ rows: [(owner: String, constants: [(name: String, value: Double)])]) -> Document.Table? {
    let codes = rows.compactMap { row in code(row.constants).map { (owner: row.owner, code: $0) } }
    return codes.isEmpty ? nil : Document.Table(codes, [("in \(name)", .left, \.owner), ("", .left, \.code)])
  }
}
