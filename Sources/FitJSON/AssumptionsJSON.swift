import Recordings
import ScrollFitting

// What a fit's errors rest on.

extension NoiseSummary {
  package var json: JSONValue {
    [
      "model": .string(model.rawValue),
      "resolution": .number(resolution),
      "scale": .number(scale),
      "timeNoise": .number(timeNoise?.value),
      "timeNoiseError": .number(timeNoise?.standardError),
      "variance": .string(isVarianceKnown ? "known" : "estimated"),
    ]
  }
}

extension LossSummary {
  package var json: JSONValue {
    [
      "name": .string(name),
      "scale": .number(scale),
      "outliers": .array(
        outliers.map {
          [
            "index": .integer($0.index),
            "time": .number($0.time),
            "residual": .number($0.residual),
            "weight": .number($0.weight),
          ]
        }),
    ]
  }
}

extension IntervalSummary {
  package var json: JSONValue {
    [
      "kind": .string(kind.rawValue),
      "confidence": .number(confidence),
      "degreesOfFreedom": degreesOfFreedom.map(JSONValue.integer) ?? .null,
      "effective": .bool(isEffective),
      "replicates": bootstrap.map { .integer($0.replicates) } ?? .null,
      "failed": bootstrap.map { .integer($0.failed) } ?? .null,
      "seed": bootstrap.map { .string("\($0.seed)") } ?? .null,
    ]
  }
}

extension Fit.Curve {
  /// One object a sample; the bands as half-widths.
  package var json: JSONValue {
    .array(
      abscissas.indices.map { i in
        [
          "time": .number(abscissas[i]),
          "observed": .number(observed[i]),
          "fitted": .number(fitted[i]),
          "confidence": .number(confidence[i]),
          "prediction": .number(prediction[i]),
        ]
      })
  }
}
