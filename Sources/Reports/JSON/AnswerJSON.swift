import Recordings
import ScrollAnalysis

extension Answer {
  /// The verdict, its sentence, and the largest difference of each kind of phase over the gestures that the sentence is of.
  package var json: JSONValue {
    let phases = distances.map { distance -> JSONValue in
      [
        "phase": .string(distance.phase.rawValue), "verdict": .string(distance.equivalence.rawValue),
        "largest": .number(distance.largest),
      ]
    }
    return [
      "engine": .string(engine),
      "equallyNear": .array(equallyNear.map { .string($0) }),
      "verdict": .string(equivalence.rawValue),
      "sentence": .string(words),
      "limit": .number(Self.limit),
      "phases": .array(phases),
    ]
  }
}
