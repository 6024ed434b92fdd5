import Recordings
import ScrollAnalysis

extension Answer {
  /// The verdict, its sentence, and the largest difference of each kind of phase over the gestures that the sentence is of.
  var json: JSONValue {
    let phases =
      (comparison?.phases ?? []).map { phase -> JSONValue in
        let covered = phase.judged.filter(\.isCovered)
        let largest = (covered.isEmpty ? phase.judged : covered).map(\.largest).filter(\.isFinite).max()
        return [
          "phase": .string(phase.phase.rawValue), "verdict": .string(phase.likeness.rawValue),
          "largest": .number(largest),
        ]
      }
      + curves.map { curve -> JSONValue in
        [
          "phase": .string(curve.kind.rawValue), "verdict": .string(curve.likeness.rawValue),
          "largest": .number(curve.maximum),
        ]
      }
    return [
      "engine": .string(engine),
      "equallyNear": .array(equallyNear.map { .string($0) }),
      "verdict": .string(likeness.rawValue),
      "sentence": .string(words),
      "limit": .number(Self.limit),
      "phases": .array(phases),
    ]
  }
}
