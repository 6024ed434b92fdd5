import Recordings
import ScrollFitting

/// A labeled range of a recorded engine with what a fit must find there.
package struct EngineRange {
  package let file: String
  /// The engine's name in the manifest.
  package let engine: String
  package let trace: Trace
  package let kind: String
  package let axis: Axis
  package let from: Double
  package let to: Double
  /// The content's edges on this axis.
  package let bounds: ClosedRange<Double>
  /// The edge that a bounce is about.
  package let edge: Double?
  package let expected: JSONNode

  /// The decelerations and bounces of a manifest.
  package static func all(in manifest: String = "traces/manifest.json") throws -> [EngineRange] {
    try JSONNode(manifest)["traces"].list.flatMap { entry in
      let file = entry["file"].text ?? ""
      let trace = try recordings("traces/" + file)[0]
      return entry["segments"].list.compactMap { segment -> EngineRange? in
        guard let kind = segment["kind"].text, ["deceleration", "bounce"].contains(kind),
          let axis = Axis(rawValue: segment["axis"].text ?? "")
        else { return nil }
        let bounds = entry["bounds", axis.rawValue].numbers
        return EngineRange(
          file: file, engine: entry["engine"].text ?? "", trace: trace, kind: kind, axis: axis,
          from: segment["t0"].number,
          to: segment["t1"].number,
          bounds: bounds[0]...bounds[1], edge: segment["edge"].exists ? segment["edge"].number : nil,
          expected: segment["expect"])
      }
    }
  }
}

extension EngineRange {
  /// A model fitted to the range, a bounce about the edge that the bounds give.
  package func fit(_ scrollModel: String) throws(FitError) -> Fit {
    try TestSupport.fit(trace, axis: axis, scrollModel) {
      ($0.from, $0.to) = (from, to)
      if kind == "bounce" { $0.edges = bounds }
    }
  }
}
