import Numerals
import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension Identification {
  /// A section for each recording: what it is, then the ranking of each phase; behind them the releases of sessions.
  var document: Document {
    Document(blocks: recordings.flatMap(\.blocks) + sessions.flatMap(\.blocks))
  }
}

extension RecordingIdentification {
  fileprivate var blocks: [Document.Block] {
    var facts = notices.map(\.fact)
    facts.append(Document.Fact("verdict", sentence))
    if let compared { facts.append(Document.Fact("like", askedSentence(compared))) }
    if phases.count > 1 {
      let others = overall.filter { !$0.engines.contains(where: verdict.named.contains) }
      if let next = others.first, let sentence = next.sentence(unit: phases[0].unit) {
        facts.append(Document.Fact("next", sentence))
      }
    }
    return [.heading(recordingName.title, level: 1), .facts(facts)]
      + phases.flatMap(\.blocks) + releases.flatMap(\.blocks)
  }

  /// The verdict in words.
  var sentence: String { phases.isEmpty ? "nothing to compare with an engine" : verdict.sentence }

  /// The engine that the recording is compared with: the one asked for, else the one whose model it follows with other constants.
  var compared: String? {
    if let asked { return asked }
    guard case .model(_, let engines, _, _) = verdict else { return nil }
    return engines.first
  }

  /// The rank of the engine asked for: `UIScrollView: off by up to 94 pt with its own constants`.
  func askedSentence(_ engine: String) -> String {
    let family = Catalogue.family(of: engine)
    guard let position = overall.first(where: { $0.engines.contains(family) }),
      let sentence = EngineClass(
        engines: [engine], deltaAICc: position.deltaAICc, maximum: position.maximum, hasForm: position.hasForm
      ).sentence(unit: phases.first?.unit ?? "pt")
    else { return "\(engine) has no row for every kind of phase seen" }
    return sentence
  }

  /// The names, of many the first ones: JSON has them all.
  static func list(_ names: [String], atMost count: Int = 8) -> String {
    let hidden = names.count - count
    return names.prefix(count).joined(separator: "; ") + (hidden > 0 ? " and \(hidden) more" : "")
  }
}

extension PhaseIdentification {
  /// The number of classes that are printed; JSON has them all.
  private static let shown = 6

  fileprivate var blocks: [Document.Block] {
    let range = "\(Numerals.significant(from)) s to \(Numerals.significant(to)) s"
    let samples = counted(observed.count, "sample")
    var blocks: [Document.Block] = [
      .heading("\(axis.rawValue), \(kind.noun): \(samples) from \(range)", level: 2),
      .facts([Document.Fact("verdict", verdict.sentence)]),
      .table(ranking(Array(ranked.prefix(Self.shown)))),
    ]
    let hidden = candidates.count - Self.shown
    if hidden > 0 {
      blocks.append(.paragraph("\(hidden) more \(hidden == 1 ? "class" : "classes") below these."))
    }
    return blocks
  }

  /// The classes with how far each is off.
  func ranking(_ classes: [EngineCandidate]) -> Document.Table {
    Document.Table(
      classes,
      [
        ("engines", .left, { RecordingIdentification.list($0.engines, atMost: 4) }),
        ("model", .left, { $0.constants == .free ? "\($0.model), best constants" : $0.name }),
        ("ΔAICc", .right, { $0.deltaAICc.map { Numerals.significant($0, 4) } ?? "" }),
        ("rms", .right, { quantity($0.rms, unit, digits: 3) }),
        ("largest", .right, { $0.largestText(unit) }),
        ("holds?", .left, { $0.adequacy.rawValue }),
      ])
  }
}

extension EngineClass {
  /// `UIScrollView; POP: off by up to 94 pt with their own constants; the model holds with others`.
  fileprivate func sentence(unit: String) -> String? {
    guard let maximum else { return nil }
    let whose = engines.count == 1 ? "its" : "their"
    let form = hasForm ? "" : "; the model does not hold"
    return
      "\(RecordingIdentification.list(engines)): off by up to \(quantity(maximum, unit, digits: 2)) with "
      + "\(whose) own constants\(form)"
  }
}

extension EngineCandidate {
  fileprivate func largestText(_ unit: String) -> String {
    let length = quantity(maximum, unit, digits: 3)
    return maximumPixels.map { "\(length) = \(Numerals.significant($0, 3)) px" } ?? length
  }
}

extension [IdentityVerdict.PhaseException] {
  /// `the fling at 7.5 s differs by 3 pt`; nil for none.
  fileprivate var sentence: String? {
    guard let widest = self.max(by: { $0.maximum ?? .infinity < $1.maximum ?? .infinity }) else { return nil }
    let position = "the \(widest.kind.noun) at \(Numerals.significant(widest.from, 3)) s"
    guard let maximum = widest.maximum else {
      return count == 1 ? "no row for \(position)" : "\(count) differ, no row for \(position)"
    }
    let distance = quantity(maximum, widest.unit, digits: 2)
    return count == 1
      ? "\(position) differs by \(distance)" : "\(count) differ, \(position) most, by \(distance)"
  }
}

extension IdentityVerdict {
  /// The word that programs read.
  var word: String {
    switch self {
    case .engines(_, let nearly): nearly ? "nearly an engine" : "engine"
    case .model(_, _, _, let nearly): nearly ? "nearly a law" : "law"
    case .partly: "engine in most phases"
    case .mixed: "mixed"
    case .none: "none of these"
    case .undecided: "undecided"
    }
  }

  /// The sentence that people read.
  var sentence: String {
    switch self {
    case .engines(let engines, let nearly):
      let names = RecordingIdentification.list(engines)
      return nearly ? "nearly \(names), with structure above the grid" : names
    case .model(let model, let engines, let constants, let nearly):
      let values = constants.map { constant in
        [constant.name, Numerals.significant(constant.value, 5), constant.unit].filter { !$0.isEmpty }
          .joined(separator: " ")
      }
      let others = RecordingIdentification.list(Array(engines.dropFirst()), atMost: 3)
      return
        "\(nearly ? "nearly " : "")\(engines.first.map { "\($0)'s model" } ?? "the model \(model)") with other "
        + "constants: \(values.joined(separator: ", "))"
        + (others.isEmpty ? "" : " (also the model of \(others))")
    case .partly(let engines, let phases, let count, let exceptions):
      return "\(RecordingIdentification.list(engines)) in \(phases) of \(count) phases"
        + (exceptions.sentence.map { "; \($0)" } ?? "")
    case .mixed: return "no engine moves like half of the phases: see each"
    case .none: return "none of these: the best of the catalogue leaves structure above the grid"
    case .undecided: return "too few samples to tell"
    }
  }
}

/// The list of the catalogue's engines.
package enum EngineList {
  /// Every engine on a line, with its aliases and the motions that it has rows for.
  package static var text: String {
    let aliases = Dictionary(grouping: Catalogue.aliases, by: \.engine)
    let table = Document.Table(
      Catalogue.engines,
      [
        ("engine", .left, { $0 }),
        ("aliases", .left, { (aliases[$0] ?? []).map(\.alias).joined(separator: ", ") }),
        (
          "motions", .left,
          { engine in
            Catalogue.entries.filter { $0.engine == engine }.map(\.phase.noun).joined(separator: ", ")
          }
        ),
      ])
    return TextWriter().write(Document(blocks: [.table(table)]))
  }

  /// The rows of one engine: model, constants and source.
  package static func text(of engine: ScrollEngine) -> String {
    let rows = Catalogue.entries.filter { $0.engine == engine.name }
    return TextWriter().write(Document(blocks: rows.flatMap(\.blocks)))
  }
}

extension CatalogueEntry {
  fileprivate var blocks: [Document.Block] {
    let constants = published.map { "\($0.name) \(quantity($0.value, $0.unit))" }.joined(separator: ", ")
    let facts = [
      Document.Fact("model", "\(model.name): \(model.formula)"),
      Document.Fact("constants", constants.isEmpty ? "none" : constants),
      Document.Fact("source", "\(source)"),
      Document.Fact("note", note),
    ]
    return [
      .heading("\(engine), \(phase.noun)", level: 1), .facts(facts.filter { !$0.text.isEmpty }),
    ]
  }
}
