import Drawing
import Elementary
import Numerals
import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension Identification {
  /// The most recordings that have pictures.
  private static let maximumPicturedPhases = 12

  /// The report as a page: whose motion it is, each phase with the best curves, and the ranking.
  package var page: Page {
    let isAlone = recordings.count == 1
    let sections = recordings.enumerated().flatMap { number, recording in
      recording.sections(
        number: number + 1, isAlone: isAlone, isPictured: number < Self.maximumPicturedPhases)
    }
    let title =
      isAlone
      ? recordings[0].recordingName.title
      : "Engines of \(recordings.count) recordings"
    let releases = sessions.enumerated().map { $1.section(name: "release-session-\($0 + 1)") }
    return Page(title: title, sections: sections + releases)
  }
}

extension RecordingIdentification {
  fileprivate func sections(number: Int, isAlone: Bool, isPictured: Bool) -> [Page.Section] {
    var opening: [Page.Block] = [
      .verdict(
        phases.isEmpty ? "There is nothing to compare with an engine." : verdict.plainSentence, verdict.tone)
    ]
    opening += notices.remarks
    if let compared { opening.append(.paragraph("Compared with \(askedSentence(compared)).")) }
    if phases.count > 1, !overall.isEmpty {
      if let chart = overallChart { opening.append(.bars(chart)) }
      opening.append(
        .table(overallTable, caption: "Over all phases: engines whose model holds first, then by points off"))
    }
    let isOneAxis = Set(phases.map(\.axis)).count < 2
    let heading = isAlone ? nil : recordingName.title
    return [Page.Section(heading, opening)]
      + phases.enumerated().map { position, phase in
        phase.section(
          name: "phase-\(number)-\(position + 1)", isPictured: isPictured, isAlone: phases.count == 1,
          isOneAxis: isOneAxis)
      }
      + releases.enumerated().map { position, release in
        Page.Section(nil, release.pageBlocks(name: "release-\(number)-\(position + 1)"))
      }
  }

  /// The largest distance of each engine's own curves over all phases; nil where fewer than two are known.
  private var overallChart: BarChart? {
    let known = overall.filter { $0.maximum != nil }.sorted { $0.maximum ?? 0 < $1.maximum ?? 0 }
    guard known.count > 1 else { return nil }
    // The engine that the verdict is about is always shown.
    let maximumBars = PhaseIdentification.maximumBars
    let subject = compared.flatMap { engine in
      known.firstIndex { $0.engines.contains(Catalogue.family(of: engine)) }
    }
    let shown = subject.map {
      $0 < maximumBars ? Array(known.prefix(maximumBars)) : known.prefix(maximumBars - 1) + [known[$0]]
    }
    let bars = (shown ?? Array(known.prefix(maximumBars))).map { engines in
      // Within a class the engine that the verdict is about leads.
      let leading = engines.engines.filter { $0 == compared.map(Catalogue.family) }
      let names = leading + engines.engines.filter { !leading.contains($0) }
      return BarChart.Bar(label: RecordingIdentification.list(names, atMost: 4), value: engines.maximum ?? 0)
    }
    return BarChart(
      title: "Largest distance of each engine's own curves from the samples of all phases, logarithmic",
      unit: phases[0].unit, bars: bars)
  }

  private var overallTable: Document.Table {
    Document.Table(
      Array(overall.prefix(8)),
      [
        ("engines", .left, { $0.engines.joined(separator: "; ") }),
        ("off by up to", .firstWord, { $0.maximum.map { quantity($0, phases[0].unit, digits: 3) } ?? "" }),
        ("model holds", .left, { $0.hasForm ? "yes" : "no" }),
        ("ΔAICc", .right, { $0.deltaAICc.map { Numerals.significant($0, 4) } ?? "" }),
      ])
  }
}

extension PhaseIdentification {
  /// The largest number of engines in a chart.
  static let maximumBars = 15

  fileprivate func section(name: String, isPictured: Bool, isAlone: Bool, isOneAxis: Bool) -> Page.Section {
    let start = from > 0 ? " at \(Numerals.significant(from, 3)) s" : ""
    // The recording's verdict is that of its only phase.
    var blocks: [Page.Block] = isAlone ? [] : [.verdict(verdict.plainSentence, verdict.tone)]
    if isPictured, let picture = picture(name: name) { blocks.append(.picture(picture)) }
    let bars = ranked.filter { $0.constants == .fixed && $0.maximum.isFinite }
      .map { BarChart.Bar(label: RecordingIdentification.list($0.engines), value: $0.maximum) }
      .sorted { $0.value < $1.value }
    if bars.count > 1 {
      blocks.append(
        .bars(
          BarChart(
            title: "Largest distance of each engine's own curve from the samples, logarithmic", unit: unit,
            bars: Array(bars.prefix(Self.maximumBars)))))
    }
    blocks.append(
      .table(
        ranking(ranked),
        caption: "The catalogue on this phase: models that hold with some constants first, then by points off"
      ))
    let name = kind.noun + start
    return Page.Section(isOneAxis ? name.startingUppercase : "\(axis.rawValue), \(name)", blocks)
  }

  /// The samples with the best classes, and what each leaves.
  private func picture(name: String) -> Picture? {
    let shown = drawnCandidates
    guard !shown.isEmpty else { return nil }
    let seriesColors: [SeriesColor] = [.first, .second, .third]
    let isOverscroll = kind == .rubberBand
    func points(_ values: [Double]) -> [PlotMark.Point] {
      zip(abscissas, values).map { PlotMark.Point($0 + (isOverscroll ? 0 : from), $1) }
    }
    func label(_ candidate: EngineCandidate) -> String {
      candidate.constants == .fixed ? candidate.engines[0] : "\(candidate.model), best constants"
    }
    let curves = zip(shown, seriesColors).map { PlotMark(label($0), $1, .line(points($0.fitted))) }
    return Picture(
      name: name, title: "\(counted(observed.count, "sample")) and the closest engines",
      summary: "Recorded offsets with the curves of the likeliest classes; below, what each curve leaves.",
      horizontal: isOverscroll
        ? Picture.Axis("travel of the finger", unit: unit) : Picture.Axis("time", unit: "s"),
      panels: [
        Picture.Panel(
          Picture.Axis("offset", unit: unit),
          marks: curves + [PlotMark("recorded", .observed, .points(points(observed)))])
      ]
        + zip(shown, seriesColors).map { candidate, seriesColor in
          Picture.Panel(
            Picture.Axis("recorded − \(label(candidate))", unit: unit), size: .low,
            marks: [
              PlotMark(nil, .quiet, .level(0)),
              PlotMark(nil, seriesColor, .points(points(zip(observed, candidate.fitted).map { $0 - $1 }))),
            ])
        })
  }

  /// The best class with an engine's own constants, the best with free ones, and the next engine that is not named.
  private var drawnCandidates: [EngineCandidate] {
    let fixed = ranked.filter { $0.constants == .fixed }
    let free = candidates.first { $0.constants == .free }
    let named = verdict.named
    let other = fixed.dropFirst().first { !$0.engines.contains(where: named.contains) }
    return [fixed.first, free, other].compactMap(\.self)
  }
}

extension IdentityVerdict {
  fileprivate var tone: Page.Tone {
    switch self {
    case .engines(_, let nearly): nearly ? .fair : .good
    case .model, .partly, .mixed: .fair
    case .none: .bad
    case .undecided: .open
    }
  }

  fileprivate var plainSentence: String {
    switch self {
    case .engines(let engines, let nearly):
      let names = engines.count == 1 ? engines[0] : "these, which it does not tell apart: \(sentence)"
      return nearly
        ? "This moves nearly as \(engines.joined(separator: "; ")) does, but not quite."
        : "This moves as \(names)\(engines.count == 1 ? " does" : "")."
    case .model: return "This is \(sentence)."
    case .partly: return "This moves as \(sentence)."
    case .mixed: return "No engine moves like half of the phases."
    case .none: return "No engine of the catalogue moves like this."
    case .undecided: return "There are too few samples to tell."
    }
  }
}

/// Lengths as bars on a logarithmic axis, for a page.
struct BarChart: Equatable {
  let title: String
  let unit: String
  let bars: [Bar]

  struct Bar: Equatable {
    let label: String
    let value: Double
  }

  /// A shorter bar is drawn as this: what offsets of a recording do not show.
  private static let least = 1e-3

  /// The decades that all bars lie in.
  private var decades: ClosedRange<Int> {
    let exponents = bars.map { Self.exponent($0.value) }
    let low = Int((exponents.min() ?? 0).rounded(.down)), high = Int((exponents.max() ?? 1).rounded(.up))
    return low...max(high, low + 1)
  }

  private static func exponent(_ value: Double) -> Double { logarithm(max(value, least)) / logarithm(10) }

  var values: [String: Any] {
    let decades = decades
    func position(_ exponent: Double) -> String {
      Numerals.fixed(100 * (exponent - Double(decades.lowerBound)) / Double(decades.count - 1), 1)
    }
    return [
      "title": title,
      "items": bars.map { bar in
        [
          "label": bar.label, "text": quantity(bar.value, unit, digits: 3),
          "width": position(Self.exponent(bar.value)),
        ]
      },
      "ticks": decades.map { decade in
        ["label": Numerals.significant(power(10, Double(decade))), "place": position(Double(decade))]
      },
    ]
  }
}
