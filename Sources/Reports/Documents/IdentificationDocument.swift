import Numerals
import Recordings
import ScrollFit

extension Identification {
  /// A section for each recording: what it is, then the ranking of each phase.
  var document: Document {
    Document(blocks: recordings.flatMap(\.blocks))
  }
}

extension RecordingIdentification {
  fileprivate var blocks: [Document.Block] {
    var facts = warnings.map { Document.Fact("warning", $0) }
    facts.append(Document.Fact("verdict", sentence))
    if phases.count > 1, overall.count > 1, let next = overall[1].deltaAICc {
      facts.append(
        Document.Fact(
          "next", "\(Self.list(overall[1].engines)), ΔAICc \(Numerals.significant(next, 3)) over all phases"))
    }
    return [.heading(Analysis.title(source: source, series: series), level: 1), .facts(facts)]
      + phases.flatMap(\.blocks)
  }

  /// The verdict in words.
  var sentence: String { phases.isEmpty ? "nothing to compare with an engine" : verdict.sentence }

  /// The names, of many the first ones: JSON has them all.
  fileprivate static func list(_ names: [String], atMost count: Int = 8) -> String {
    let hidden = names.count - count
    return names.prefix(count).joined(separator: "; ") + (hidden > 0 ? " and \(hidden) more" : "")
  }
}

extension PhaseIdentification {
  /// The number of classes are printed; JSON has them all.
  private static let shown = 6

  fileprivate var blocks: [Document.Block] {
    let range = "\(Numerals.significant(from)) s to \(Numerals.significant(to)) s"
    let samples = counted(observed.count, "sample")
    var blocks: [Document.Block] = [
      .heading("\(axis.rawValue), \(kind.rawValue): \(samples) from \(range)", level: 2),
      .facts([Document.Fact("verdict", verdict.sentence)]),
      .table(ranking(Array(candidates.prefix(Self.shown)))),
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
        ("law", .left, { $0.constants == .free ? "\($0.law), best constants" : $0.name }),
        ("ΔAICc", .right, { $0.deltaAICc.map { Numerals.significant($0, 4) } ?? "" }),
        ("rms", .right, { quantity($0.rms, unit, digits: 3) }),
        ("largest", .right, { $0.largestText(unit) }),
        ("law?", .left, { $0.adequacy.rawValue }),
      ])
  }
}

extension EngineCandidate {
  fileprivate func largestText(_ unit: String) -> String {
    let length = quantity(maximum, unit, digits: 3)
    return maximumPixels.map { "\(length) = \(Numerals.significant($0, 3)) px" } ?? length
  }
}

extension IdentityVerdict {
  /// The word that programs read.
  var word: String {
    switch self {
    case .engines(_, let nearly): nearly ? "nearly an engine" : "engine"
    case .law(_, _, let nearly): nearly ? "nearly a law" : "law"
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
    case .law(let law, let engines, let nearly):
      let names = RecordingIdentification.list(engines, atMost: 3)
      return "\(nearly ? "nearly " : "")the law \(law) (\(names)) with other constants"
    case .mixed: return "no engine moves like this in every phase: see each"
    case .none: return "none of these: the best of the catalogue leaves structure above the grid"
    case .undecided: return "too few samples to tell"
    }
  }
}
