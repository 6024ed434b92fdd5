import Numerals
import Recordings
import ScrollAnalysis

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
