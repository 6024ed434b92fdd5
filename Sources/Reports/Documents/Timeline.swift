import Numerals
import Recordings
import ScrollFitting

extension PhaseKind {
  /// One character that stands for the phase in a timeline.
  fileprivate var mark: Character {
    switch self {
    case .rest: "."
    case .drag: "="
    case .rubberBand: "~"
    case .deceleration: ">"
    case .bounce: "^"
    case .snap: "*"
    case .jump: "|"
    case .programmatic: "+"
    case .constantVelocity: "/"
    case .wheel: ":"
    case .unknownReturn: "<"
    }
  }
}

extension RecordingSummary {
  /// The phases, one line an axis: time runs from left to right, every phase has at least one character. Empty for a
  /// recording that is one phase.
  ///
  /// - Parameter width: characters from the first sample to the last.
  func timeline(width: Int = 80) -> [Document.Fact] {
    var facts: [Document.Fact] = []
    var kinds: Set<PhaseKind> = []
    for axis in Axis.allCases {
      let own = phases.filter { $0.axis == axis }
      guard own.count > 1, let first = own.first, let last = own.last, last.to > first.from else { continue }
      let scale = Double(width) / (last.to - first.from)
      var line = ""
      for (phase, next) in zip(own, own.dropFirst().map(\.from) + [last.to]) {
        guard let kind = PhaseKind(rawValue: phase.kind) else { continue }
        kinds.insert(kind)
        let end = Int(((next - first.from) * scale).rounded())
        line += String(repeating: kind.mark, count: max(1, end - line.count))
      }
      facts.append(Document.Fact("\(axis.rawValue) over time", line))
    }
    guard !facts.isEmpty else { return [] }
    let legend = PhaseKind.allCases.filter(kinds.contains).map { "\($0.mark) \($0.noun)" }.joined(
      separator: ", ")
    let span = phases.map(\.to).max().map { "; from 0 to \(Numerals.significant($0)) s" } ?? ""
    return facts + [Document.Fact("where", legend + span)]
  }
}

extension Segmentation {
  /// A section for each recording: what it is, its timeline, and a table of its phases.
  var document: Document {
    var blocks: [Document.Block] = []
    for recording in recordings {
      blocks.append(.heading(Analysis.title(source: recording.source, series: recording.series), level: 1))
      blocks.append(.facts(recording.facts(unit: recording.unit) + recording.timeline()))
      if recording.phases.isEmpty {
        blocks.append(.paragraph("No phase."))
      } else {
        blocks.append(.table(recording.table))
      }
    }
    return Document(blocks: blocks.isEmpty ? [.paragraph("No recording.")] : blocks)
  }
}

extension RecordingSummary {
  fileprivate var table: Document.Table {
    func time(_ value: Double, _ error: Double?) -> String {
      "\(Numerals.fixed(value, 4)) ± \(Numerals.fixed(error ?? 0, 4)) s"
    }
    return Document.Table(
      phases,
      [
        ("axis", .left, { $0.axis.rawValue }),
        ("phase", .left, { PhaseKind.noun(of: $0.kind) }),
        ("from", .firstWord, { time($0.from, $0.fromError) }),
        ("to", .firstWord, { time($0.to, $0.toError) }),
        ("samples", .right, { String($0.samples) }),
        ("why", .left, { $0.evidence }),
      ])
  }
}
